import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withAcceptedImage } from '@console/server/platform/images/accept';
import { storeUploadedImage, type StoredImage } from '@console/server/platform/images/upload';
import { forEachConcurrently } from '@console/server/platform/queue/for-each-concurrently';
import type { Context } from './context';

const MAX_PIXELS = 16_000_000;
const MAX_CONCURRENT_IMAGES = 6;

/**
 * Stores image files of the workspace's folder as an upload does, and returns them in order. A file that occurs twice is stored
 * twice, because each row deletes its own files. If the first start fails, the files remain without rows.
 */
export async function storeImages({ files, folder }: Context, paths: readonly string[]): Promise<StoredImage[]> {
  const storedImages: StoredImage[] = [];
  await forEachConcurrently(paths.entries(), MAX_CONCURRENT_IMAGES, async ([index, path]) => {
    const bytes = await readFile(join(folder, path));
    storedImages[index] = await withAcceptedImage(bytes, { maxPixels: MAX_PIXELS }, (image) =>
      storeUploadedImage(files, image, () => undefined),
    );
  });
  return storedImages;
}
