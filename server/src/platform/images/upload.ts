import { createReadStream } from 'node:fs';
import type { Config } from '../config';
import type { FileStore } from '../files/store';
import { HttpError } from '../errors';
import { messages } from '../errors/messages';
import { decodeBase64 } from './base64';
import { withAcceptedImage, type AcceptedImage, type ImageContent, type UploadedImageFile } from './accept';
import { fetchImage } from './fetch-image';
import type { OwnImageReader } from './own-image';

/** The fields of an upload that contain or refer to the image. */
export interface ImageFields {
  base64?: string;
  url?: string;
  noresize?: boolean;
}

/** Columns of a row for a stored image. */
export interface StoredImage {
  img_key: string;
  thumb_key: string;
  /** Key of the version for browsers. Null if they show the original. */
  display_key: string | null;
  content_type: string;
  content_hash: string;
  img_width: number;
  img_height: number;
}

/** Where an upload may read its image from. */
interface ImageSource {
  config: Pick<Config, 'maxPixels' | 'uploadMaxBytes' | 'uploadHosts'>;
  /** Reads images with URLs of this server, if the caller allows such URLs. */
  readOwn?: OwnImageReader;
}

/**
 * Reads and decodes the image of an upload, from the file of a form or from the fields, and passes it to `callback`.
 * Throws 400 with the field name, 413 or 503.
 */
export async function withUploadedImage<T>(
  input: ImageFields,
  source: ImageSource,
  file: UploadedImageFile | undefined,
  callback: (image: AcceptedImage) => Promise<T>,
): Promise<T> {
  const { config } = source;
  const options = { maxPixels: config.maxPixels, reduce: input.noresize === false };
  if (file) return withAcceptedImage(file, options, callback);
  const bytes = await readBytes(input, source);
  if (bytes.length > config.uploadMaxBytes) throw new HttpError(413, messages.tooLarge(config.uploadMaxBytes));
  return withAcceptedImage(bytes, options, callback);
}

/** Stores the files of an image. `undo` receives actions that delete these files; pass it `afterRollback` of the `prepare` context. */
export async function storeUploadedImage(
  files: FileStore,
  image: AcceptedImage,
  undo: (action: () => Promise<void>) => void,
): Promise<StoredImage> {
  const storeWithUndo = async (content: ImageContent) => {
    const key = await storeContent(files, content);
    undo(() => files.delete(key));
    return key;
  };
  const [img_key, thumb_key, display_key] = await Promise.all([
    storeWithUndo(image.original),
    storeWithUndo(image.thumbnail),
    image.display ? storeWithUndo(image.display) : null,
  ]);
  return {
    img_key,
    thumb_key,
    display_key,
    content_type: image.original.contentType,
    content_hash: image.hash,
    img_width: image.width,
    img_height: image.height,
  };
}

/** Stores bytes, or streams a file of the local disk. Returns the key. */
export async function storeContent(files: FileStore, content: ImageContent): Promise<string> {
  if ('bytes' in content) return files.put(content.bytes, content.contentType);
  const { key } = await files.putStream(createReadStream(content.path), content.contentType, Infinity);
  return key;
}

async function readBytes({ base64, url }: ImageFields, { config, readOwn }: ImageSource): Promise<Buffer> {
  if (base64 !== undefined) return decodeBase64(base64);
  if (url === undefined) throw new HttpError(400, messages.imageRequired);
  return (await readOwn?.(url)) ?? fetchImage(url, config.uploadHosts, config.uploadMaxBytes);
}
