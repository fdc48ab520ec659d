import type { Config } from '../../config';
import type { FileStore } from '../../files/store';
import { badField, HttpError } from '../../errors';
import type { AcceptedPicture, PictureFile } from '../../pictures/accept';
import { keepFile, pictureOf } from '../../pictures/upload';
import { messages } from './messages';

const FIELD = 'foreground_mask';

interface Size {
  width: number;
  height: number;
}

/**
 * Reads the foreground mask of an image, base64 or a file: any picture of the image's own size. One that comes with an upload that is cut
 * down is cut down with it. Throws 400 naming the field, or 413.
 */
export async function maskOf(
  sent: string | PictureFile,
  { width, height }: Size,
  config: Config,
  reduce = false,
): Promise<AcceptedPicture> {
  const input = typeof sent === 'string' ? { base64: sent } : {};
  const mask = await pictureOf({ ...input, noresize: !reduce }, config, typeof sent === 'string' ? undefined : sent).catch(
    renamed,
  );
  if (mask.width !== width || mask.height !== height)
    throw badField(FIELD, messages.maskSize(width, height, mask.width, mask.height));
  return mask;
}

/** Stores what a browser shows of a mask, and answers its key. `undo` is told how to take it back. */
export async function storeMask(
  files: FileStore,
  { original, display }: AcceptedPicture,
  undo: (action: () => Promise<void>) => void,
): Promise<string> {
  const key = await keepFile(files, display ?? original);
  undo(() => files.delete(key));
  return key;
}

/** A picture is refused by the name of the upload's field, which is another one here. */
function renamed(error: unknown): never {
  if (error instanceof HttpError) throw new HttpError(error.status, error.detail.replace(/^base64:/, `${FIELD}:`));
  throw error;
}
