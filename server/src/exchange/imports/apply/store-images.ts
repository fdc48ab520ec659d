import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../../../config';
import { HttpError } from '../../../errors';
import type { FileStore } from '../../../files/store';
import { makeUploadFolder } from '../../../files/upload-folder';
import { withAccepted } from '../../../pictures/accept';
import { storePicture, type StoredPicture } from '../../../pictures/upload';
import type { FileLocation, OpenFile } from '../../readers/file-set';
import { isFileError } from '../../readers/reader';
import { forEachConcurrently } from '../../../work/for-each-concurrently';

export interface StoredImportImage {
  stored: StoredPicture;
  orientation: number;
}

export interface StoreImageDeps {
  files: FileStore;
  config: Pick<Config, 'maxPixels'>;
  open: OpenFile;
}

/** Pictures that are decoded at once: of the children's places some stay free for people who upload. */
const AT_ONCE = 3;

/**
 * Decodes and stores pictures as an upload does; answers what was stored, or why a picture was refused, in their order. `undo` is told
 * how to take each back. What is no fault of a picture, such as a store that is away, is thrown.
 */
export async function storeImages(
  places: readonly FileLocation[],
  deps: StoreImageDeps,
  undo: (action: () => Promise<void>) => void,
): Promise<(StoredImportImage | { refused: string })[]> {
  const answers: (StoredImportImage | { refused: string })[] = [];
  // All of them end before it is told that one failed, so that all of theirs can be taken back.
  await forEachConcurrently(places.entries(), AT_ONCE, async ([index, place]) => {
    answers[index] = await storeImage(place, deps, undo);
  });
  return answers;
}

async function storeImage(
  place: FileLocation,
  { files, config: { maxPixels }, open }: StoreImageDeps,
  undo: (action: () => Promise<void>) => void,
): Promise<StoredImportImage | { refused: string }> {
  const folder = await makeUploadFolder();
  try {
    const path = join(folder, 'picture');
    const digest = createHash('sha256');
    await pipeline(
      await open(place),
      async function* (source: AsyncIterable<Buffer>) {
        for await (const chunk of source) {
          digest.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(path, { mode: 0o600 }),
    );
    return await withAccepted({ path, hash: digest.digest('hex') }, { maxPixels }, async (picture) => ({
      stored: await storePicture(files, picture, undo),
      orientation: picture.orientation,
    }));
  } catch (error) {
    if (isFileError(error)) return { refused: error.message };
    if (error instanceof HttpError && error.status < 500) return { refused: sentenceOf(error.detail) };
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A refusal names the field of an upload, which nobody has filled in here. */
function sentenceOf(detail: string): string {
  const said = /^base64: (.*)$/s.exec(detail)?.[1];
  return said === undefined ? detail : `It ${said}.`;
}
