import { createReadStream } from 'node:fs';
import type { Config } from '../config';
import type { FileStore } from '../files/store';
import { HttpError } from '../errors';
import { messages } from '../errors/messages';
import { decodeBase64 } from './base64';
import { withAccepted, type AcceptedPicture, type Kept, type PictureFile } from './accept';
import { fetchPicture } from './fetch-picture';
import type { ReadOwn } from './own-picture';

/** The fields of an upload that contain or refer to the image. */
export interface PictureInput {
  base64?: string;
  url?: string;
  noresize?: boolean;
}

/** Columns of a row for a stored image. */
export interface StoredPicture {
  img_key: string;
  thumb_key: string;
  /** Key of the version for browsers. Null if they show the original. */
  display_key: string | null;
  content_type: string;
  content_hash: string;
  img_width: number;
  img_height: number;
}

export interface PictureSource {
  config: Pick<Config, 'maxPixels' | 'uploadMaxBytes' | 'uploadHosts'>;
  /** Reads images with URLs of this server, if the caller allows such URLs. */
  readOwn?: ReadOwn;
}

/**
 * Reads and decodes the image of an upload, from the file of a form or from the fields, and passes it to `take`.
 * Throws 400 with the field name, 413 or 503.
 */
export async function withPicture<T>(
  input: PictureInput,
  source: PictureSource,
  file: PictureFile | undefined,
  take: (picture: AcceptedPicture) => Promise<T>,
): Promise<T> {
  const { config } = source;
  const options = { maxPixels: config.maxPixels, reduce: input.noresize === false };
  if (file) return withAccepted(file, options, take);
  const bytes = await bytesOf(input, source);
  if (bytes.length > config.uploadMaxBytes) throw new HttpError(413, messages.tooLarge(config.uploadMaxBytes));
  return withAccepted(bytes, options, take);
}

/** Stores the files of an image. `undo` receives actions that delete them again. Pass the `afterRollback` of `prepare`. */
export async function storePicture(
  files: FileStore,
  picture: AcceptedPicture,
  undo: (action: () => Promise<void>) => void,
): Promise<StoredPicture> {
  const keep = async (what: Kept) => {
    const key = await keepFile(files, what);
    undo(() => files.delete(key));
    return key;
  };
  const [img_key, thumb_key, display_key] = await Promise.all([
    keep(picture.original),
    keep(picture.thumbnail),
    picture.display ? keep(picture.display) : null,
  ]);
  return {
    img_key,
    thumb_key,
    display_key,
    content_type: picture.original.contentType,
    content_hash: picture.hash,
    img_width: picture.width,
    img_height: picture.height,
  };
}

/** Stores bytes, or streams a file of the local disk. Returns the key. */
export async function keepFile(files: FileStore, what: Kept): Promise<string> {
  if ('bytes' in what) return files.put(what.bytes, what.contentType);
  const { key } = await files.putStream(createReadStream(what.path), what.contentType, Infinity);
  return key;
}

async function bytesOf({ base64, url }: PictureInput, { config, readOwn }: PictureSource): Promise<Buffer> {
  if (base64 !== undefined) return decodeBase64(base64);
  if (url === undefined) throw new HttpError(400, messages.noPicture);
  return (await readOwn?.(url)) ?? fetchPicture(url, config.uploadHosts, config.uploadMaxBytes);
}
