import type { Config } from '../../config';
import type { FileStore } from '../../files/store';
import { badField, HttpError } from '../../errors';
import type { PictureFile } from '../../pictures/accept';
import { keepFile, withPicture } from '../../pictures/upload';
import { messages } from './messages';

const FIELD = 'foreground_mask';

/**
 * Reads the foreground mask of an image, base64 or a file, and stores what a browser shows of it: any picture of the image's own
 * size. One that comes with an upload that is cut down is cut down with it. `undo` is told how to take it back. Answers the key;
 * throws 400 naming the field, 413, or 503.
 */
export async function storeMask(
  files: FileStore,
  sent: string | PictureFile,
  image: { width: number; height: number; isReduced?: boolean },
  config: Config,
  undo: (action: () => Promise<void>) => void,
): Promise<string> {
  const { width, height, isReduced = false } = image;
  const [fields, file] = typeof sent === 'string' ? [{ base64: sent }] : [{}, sent];
  return withPicture({ ...fields, noresize: !isReduced }, { config }, file, async (mask) => {
    if (mask.width !== width || mask.height !== height)
      throw badField(FIELD, messages.maskSize(width, height, mask.width, mask.height));
    const key = await keepFile(files, mask.display ?? mask.original);
    undo(() => files.delete(key));
    return key;
  }).catch(renamed);
}

/** A picture is refused by the name of the upload's field, which is another one here. */
function renamed(error: unknown): never {
  if (error instanceof HttpError) throw new HttpError(error.status, error.detail.replace(/^base64:/, `${FIELD}:`));
  throw error;
}
