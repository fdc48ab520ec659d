import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Example } from '@console/learner/protocol';
import type { FileStore } from '../files/store';
import type { WorkContext } from '../work/kind';
import { readDataset, type DatasetPicture } from './dataset';
import { bringFile } from './local-files';

/** Pictures brought from the store at once. */
const AT_ONCE = 8;

interface ManifestOf extends Pick<WorkContext, 'db' | 'signal' | 'progress'> {
  files: FileStore;
  place: string;
  dataset: string;
}

/** Brings the pictures to the local disk and writes what the training reads. Pictures that are gone are left out. */
export async function writeManifest({ db, files, place, dataset, signal, progress }: ManifestOf): Promise<string> {
  const manifest = join(place, 'examples.jsonl');
  const bring = async (picture: DatasetPicture) => {
    const file = join(place, 'pictures', picture.image_id);
    return (await bringFile(files, picture.img_key, file)) ? linesOf(picture, file) : [];
  };
  async function* lines() {
    let together: Promise<string[]>[] = [];
    let done = 0;
    for await (const picture of readDataset(db, dataset)) {
      together.push(bring(picture));
      if (together.length < AT_ONCE) continue;
      yield* (await Promise.all(together)).flat();
      signal.throwIfAborted();
      done += together.length;
      together = [];
      await progress(done, null);
    }
    yield* (await Promise.all(together)).flat();
  }
  await pipeline(Readable.from(lines()), createWriteStream(manifest));
  return manifest;
}

/** Of a picture, and of each object in it that is labelled itself. A picture without labels says nothing where its objects do. */
function linesOf({ image_id, img_width, img_height, test_image, annotations }: DatasetPicture, file: string): string[] {
  const { labels = [], labelled = [], objects = [], polygons = [] } = annotations;
  const example: Example = {
    id: image_id,
    file,
    width: img_width,
    height: img_height,
    isTest: test_image,
    labels,
    boxes: objects.map(({ label, data: [x1 = 0, y1 = 0, x2 = 0, y2 = 0] }) => ({ label, box: [x1, y1, x2, y2] })),
    polygons: polygons.map(({ label, data }) => ({ label, points: data })),
  };
  const parts = labelled.map(({ id, data, labels }): Example => ({ ...example, id, part: data, labels }));
  const whole = parts.length > 0 && labels.length === 0 ? [] : [example];
  return [...whole, ...parts].map((line) => `${JSON.stringify(line)}\n`);
}
