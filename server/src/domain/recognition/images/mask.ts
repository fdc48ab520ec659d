import type { Config } from '../../../platform/config';
import type { FileStore } from '../../../platform/files/store';
import { createFieldError, HttpError } from '../../../platform/errors';
import type { UploadedImageFile } from '../../../platform/images/accept';
import { storeContent, withUploadedImage } from '../../../platform/images/upload';
import { messages } from './messages';

const FIELD_NAME = 'foreground_mask';

/**
 * Decodes the foreground mask of an image, base64 or a file, and stores the copy that browsers show. The mask must have the
 * size of the image; if the image is reduced on upload, the mask is reduced as well. `onRollback` registers the deletion of the
 * file. Returns the file key. Throws 400 with the name of the field, 413, or 503.
 */
export async function storeMask(
  files: FileStore,
  upload: string | UploadedImageFile,
  image: { width: number; height: number; isReduced?: boolean },
  config: Config,
  onRollback: (action: () => Promise<void>) => void,
): Promise<string> {
  const { width, height, isReduced = false } = image;
  const [fields, file] = typeof upload === 'string' ? [{ base64: upload }] : [{}, upload];
  return withUploadedImage({ ...fields, noresize: !isReduced }, { config }, file, async (mask) => {
    if (mask.width !== width || mask.height !== height)
      throw createFieldError(FIELD_NAME, messages.maskSizeMismatch(width, height, mask.width, mask.height));
    const key = await storeContent(files, mask.display ?? mask.original);
    onRollback(() => files.delete(key));
    return key;
  }).catch(nameMaskField);
}

/** Replaces the field name in errors of the image upload with the field name of the mask. */
function nameMaskField(error: unknown): never {
  if (error instanceof HttpError) throw new HttpError(error.status, error.detail.replace(/^base64:/, `${FIELD_NAME}:`));
  throw error;
}
