import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../../../platform/config';
import { HttpError } from '../../../platform/errors';
import type { FileStore } from '../../../platform/files/store';
import { createUploadFolder } from '../../../platform/files/upload-folder';
import { withAcceptedImage } from '../../../platform/images/accept';
import { storeUploadedImage, type StoredImage } from '../../../platform/images/upload';
import type { FileLocation, FileOpener } from '../../readers/reader/file-set';
import { isFileError } from '../../readers/reader/reader';
import { forEachConcurrently } from '../../../platform/queue/for-each-concurrently';

export interface StoredImportImage {
  stored: StoredImage;
  orientation: number;
}

interface StoreImageDeps {
  files: FileStore;
  config: Pick<Config, 'maxPixels'>;
  open: FileOpener;
}

/** Maximum number of images that are decoded concurrently, so that some decoding processes stay free for uploads by users. */
const MAX_CONCURRENT = 3;

/**
 * Decodes and stores images as an upload does. Returns the stored image, or why it was rejected, in the given order. `undo` receives an action
 * that deletes each stored file. Throws errors that are not caused by an image, such as an unreachable store.
 */
export async function storeImages(
  locations: readonly FileLocation[],
  deps: StoreImageDeps,
  undo: (action: () => Promise<void>) => void,
): Promise<(StoredImportImage | { rejected: string })[]> {
  const storeResults: (StoredImportImage | { rejected: string })[] = [];
  // All images finish before an error is thrown, so `undo` knows every stored file.
  await forEachConcurrently(locations.entries(), MAX_CONCURRENT, async ([index, location]) => {
    storeResults[index] = await storeImage(location, deps, undo);
  });
  return storeResults;
}

async function storeImage(
  location: FileLocation,
  { files, config: { maxPixels }, open }: StoreImageDeps,
  undo: (action: () => Promise<void>) => void,
): Promise<StoredImportImage | { rejected: string }> {
  const folder = await createUploadFolder();
  try {
    const path = join(folder, 'picture');
    const digest = createHash('sha256');
    await pipeline(
      await open(location),
      async function* (source: AsyncIterable<Buffer>) {
        for await (const chunk of source) {
          digest.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(path, { mode: 0o600 }),
    );
    return await withAcceptedImage({ path, hash: digest.digest('hex') }, { maxPixels }, async (image) => ({
      stored: await storeUploadedImage(files, image, undo),
      orientation: image.orientation,
    }));
  } catch (error) {
    if (isFileError(error)) return { rejected: error.message };
    if (error instanceof HttpError && error.status < 500) return { rejected: toReason(error.detail) };
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes the name of the upload's field from an error, because an import has no such field. */
function toReason(detail: string): string {
  const reason = /^base64: (.*)$/s.exec(detail)?.[1];
  return reason === undefined ? detail : `The file ${reason}.`;
}
