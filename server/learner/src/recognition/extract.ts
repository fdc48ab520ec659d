import { join } from 'node:path';
import type { InferenceSession } from 'onnxruntime-node';
import { readPicture, type Picture } from '../picture';
import type { Example, Progress } from '../protocol';
import { Refusal } from '../refusal';
import { openSession, pictureTensor } from '../session';
import { ALL_BLOCKS, featuresFile, widthOf } from './features';
import { FeaturesCache } from './features-cache';

/** Raised when the features change, so that those of before are not taken for them. */
const VERSION = 1;
/** Between two reports, in milliseconds. */
const PACE = 250;

interface Source {
  inputSize: number;
  /** Of this training alone. */
  folder: string;
  threads: number;
  /** What comes after the features, in seconds. */
  later?: number;
}

/** Features of each picture, all the blocks side by side; null for one that cannot be read. */
export async function featuresOf(
  examples: readonly Example[],
  { inputSize, folder, threads, later = 0 }: Source,
  tell: (progress: Progress) => void,
): Promise<(Float32Array | null)[]> {
  const cache = await FeaturesCache.open(join(folder, `features-${VERSION}-${inputSize}`), widthOf(ALL_BLOCKS));
  const session = await openSession(featuresFile(), threads);
  const results: (Float32Array | null)[] = [];
  const begun = performance.now();
  let told = -PACE;
  let made = 0;
  // The next picture is decoded while the network looks at this one.
  const read = (example: Example | undefined) =>
    example && !cache.get(example.id) ? orNull(readPicture(example.file, inputSize)) : null;
  let next = read(examples[0]);
  for (const [index, example] of examples.entries()) {
    const picture = await next;
    next = read(examples[index + 1]);
    if (picture) {
      await cache.put(example.id, await ask(session, picture));
      made += 1;
    }
    results.push(cache.get(example.id) ?? null);
    const now = performance.now();
    if (now - told < PACE && index + 1 < examples.length) continue;
    told = now;
    const pace = made === 0 ? 0 : (now - begun) / made / 1000;
    const secondsLeft = Math.round((examples.length - index - 1) * pace + later);
    tell({ phase: 'features', done: index + 1, total: examples.length, secondsLeft });
  }
  await session.release();
  return results;
}

/** All the blocks of one picture. */
export async function ask(session: InferenceSession, picture: Picture): Promise<Float32Array> {
  const { features } = await session.run({ picture: pictureTensor(picture) });
  return Float32Array.from(features!.data as Float32Array);
}

async function orNull(picture: Promise<Picture>): Promise<Picture | null> {
  try {
    return await picture;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
