import { join } from 'node:path';
import type { InferenceSession } from 'onnxruntime-node';
import { readBoxes } from '../crops';
import { groupBy } from '../group-by';
import { ifReadable, readPicture, type Picture } from '../picture';
import type { Example, Progress } from '../protocol';
import { openSession, pictureTensor } from '../session';
import { ALL_BLOCKS, featuresFile, widthOf } from './features';
import { FeaturesCache } from './features-cache';

/** Part of the name of the cache file. It is raised when the features change, so that cached features are not reused. */
const VERSION = 1;
/** Minimum time between two progress reports, in milliseconds. */
const PACE = 250;
/** Number of regions that are decoded together from one image. Each takes 0.3 MB of memory. */
const MOST_PARTS = 64;

interface Source {
  inputSize: number;
  /** Folder used by this training only. */
  folder: string;
  threads: number;
  /** Estimated duration of the phases after this one, in seconds. */
  later?: number;
}

/** Extracts the features of all blocks for each example, in the order of ALL_BLOCKS. The result of an unreadable image is null. */
export async function featuresOf(
  examples: readonly Example[],
  { inputSize, folder, threads, later = 0 }: Source,
  tell: (progress: Progress) => void,
): Promise<(Float32Array | null)[]> {
  const cache = await FeaturesCache.open(join(folder, `features-${VERSION}-${inputSize}`), widthOf(ALL_BLOCKS));
  const session = await openSession(featuresFile(), threads);
  const started = performance.now();
  let lastReport = -PACE;
  let [computed, done] = [0, 0];
  // Regions of one image share one decoding. A batch limits how many of them are in memory at the same time.
  const batches = [...groupBy(examples, ({ file, part }) => `${part ? 'regions' : 'image'} ${file}`).values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / MOST_PARTS) }, (_, at) => group.slice(at * MOST_PARTS, (at + 1) * MOST_PARTS)),
  );
  // The next batch is decoded while the network processes the current one.
  const readBatch = (batch: readonly Example[] = []) =>
    ifReadable(
      readRegions(
        batch.filter(({ id }) => !cache.get(id)),
        inputSize,
      ),
    );
  let next = readBatch(batches[0]);
  for (const [index, batch] of batches.entries()) {
    const inputs = await next;
    next = readBatch(batches[index + 1]);
    for (const [{ id }, picture] of inputs ?? []) await cache.put(id, await ask(session, picture));
    computed += inputs?.length ?? 0;
    done += batch.length;
    const now = performance.now();
    if (now - lastReport < PACE && done < examples.length) continue;
    lastReport = now;
    const secondsPerImage = computed === 0 ? 0 : (now - started) / computed / 1000;
    const secondsLeft = Math.round((examples.length - done) * secondsPerImage + later);
    tell({ phase: 'features', done, total: examples.length, secondsLeft });
  }
  await session.release();
  return examples.map(({ id }) => cache.get(id) ?? null);
}

/** Reads the inputs of examples of one image: either all of them have a region or none. Throws a Refusal if it is unreadable. */
async function readRegions(examples: readonly Example[], inputSize: number): Promise<[Example, Picture][]> {
  const [first] = examples;
  if (!first) return [];
  const parts = examples.flatMap(({ part }) => (part ? [part] : []));
  if (parts.length > 0) {
    const regions = await readBoxes(first.file, parts, inputSize);
    return examples.map((example, at) => [example, regions[at]!]);
  }
  const picture = await readPicture(first.file, inputSize);
  return examples.map((example) => [example, picture]);
}

/** Runs the network on an image. Returns the features of all blocks. */
export async function ask(session: InferenceSession, picture: Picture): Promise<Float32Array> {
  const { features } = await session.run({ picture: pictureTensor(picture) });
  return Float32Array.from(features!.data as Float32Array);
}
