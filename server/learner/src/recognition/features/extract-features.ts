import { join } from 'node:path';
import type { InferenceSession } from 'onnxruntime-node';
import { readBoxes } from '../../images/read-boxes';
import { groupBy } from '../../sampling/group-by';
import { nullIfUnreadable, readImage, type InputImage } from '../../images/image';
import type { Example, Progress } from '../../protocol/protocol';
import { openSession, toImageTensor } from '../../runtime/session';
import { ALL_BLOCKS, getFeaturesModel, countFeatures } from './image-features';
import { FeaturesCache } from './features-cache';

/** Part of the name of the cache file. It is raised when the features change, so that cached features are not reused. */
const FEATURES_VERSION = 1;
/** Minimum time between two progress reports, in milliseconds. */
const REPORT_INTERVAL_MS = 250;
/** Number of regions that are decoded together from one image. Each takes 0.3 MB of memory. */
const MAX_REGIONS_PER_READ = 64;

interface ExtractionOptions {
  inputSize: number;
  /** Folder used by this training only. */
  folder: string;
  threads: number;
  /** Estimated duration of the phases after this one, in seconds. */
  secondsAfter?: number;
}

/** Extracts the features of all blocks for each example, in the order of ALL_BLOCKS. The result of an unreadable image is null. */
export async function extractFeatures(
  examples: readonly Example[],
  { inputSize, folder, threads, secondsAfter = 0 }: ExtractionOptions,
  onProgress: (progress: Progress) => void,
): Promise<(Float32Array | null)[]> {
  const cache = await FeaturesCache.open(join(folder, `features-${FEATURES_VERSION}-${inputSize}`), countFeatures(ALL_BLOCKS));
  const session = await openSession(getFeaturesModel(), threads);
  const startTime = performance.now();
  let lastReport = -REPORT_INTERVAL_MS;
  let [computedCount, doneCount] = [0, 0];
  // Regions of one image share one decoding. A batch limits how many of them are in memory at the same time.
  const batches = [...groupBy(examples, ({ file, region }) => `${region ? 'regions' : 'image'} ${file}`).values()].flatMap(
    (group) =>
      Array.from({ length: Math.ceil(group.length / MAX_REGIONS_PER_READ) }, (_, position) =>
        group.slice(position * MAX_REGIONS_PER_READ, (position + 1) * MAX_REGIONS_PER_READ),
      ),
  );
  // The next batch is decoded while the network processes the current one.
  const readBatch = (batch: readonly Example[] = []) =>
    nullIfUnreadable(
      readRegions(
        batch.filter(({ id }) => !cache.get(id)),
        inputSize,
      ),
    );
  let nextBatch = readBatch(batches[0]);
  for (const [index, batch] of batches.entries()) {
    const inputs = await nextBatch;
    nextBatch = readBatch(batches[index + 1]);
    for (const [{ id }, image] of inputs ?? []) await cache.set(id, await computeFeatures(session, image));
    computedCount += inputs?.length ?? 0;
    doneCount += batch.length;
    const now = performance.now();
    if (now - lastReport < REPORT_INTERVAL_MS && doneCount < examples.length) continue;
    lastReport = now;
    const secondsPerImage = computedCount === 0 ? 0 : (now - startTime) / computedCount / 1000;
    const secondsLeft = Math.round((examples.length - doneCount) * secondsPerImage + secondsAfter);
    onProgress({ phase: 'features', done: doneCount, total: examples.length, secondsLeft });
  }
  await session.release();
  return examples.map(({ id }) => cache.get(id) ?? null);
}

/**
 * Reads the model inputs for examples of one image. Either all examples have a region, or no example has a region. Throws
 * InvalidRequestError if the image is unreadable.
 */
async function readRegions(examples: readonly Example[], inputSize: number): Promise<[Example, InputImage][]> {
  const [firstExample] = examples;
  if (!firstExample) return [];
  const boxes = examples.flatMap(({ region }) => (region ? [region] : []));
  if (boxes.length > 0) {
    const regions = await readBoxes(firstExample.file, boxes, inputSize);
    return examples.map((example, position) => [example, regions[position]!]);
  }
  const image = await readImage(firstExample.file, inputSize);
  return examples.map((example) => [example, image]);
}

/** Runs the network on an image. Returns the features of all blocks. */
export async function computeFeatures(session: InferenceSession, image: InputImage): Promise<Float32Array> {
  const { features } = await session.run({ picture: toImageTensor(image) });
  return Float32Array.from(features!.data as Float32Array);
}
