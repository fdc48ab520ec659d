import { join } from 'node:path';
import type { InferenceSession } from 'onnxruntime-node';
import { readBoxes } from '../crops';
import { groupBy } from '../group-by';
import { ifReadable, readPicture, type Picture } from '../picture';
import type { Example, Progress } from '../protocol';
import { openSession, pictureTensor } from '../session';
import { ALL_BLOCKS, featuresFile, widthOf } from './features';
import { FeaturesCache } from './features-cache';

/** Raised when the features change, so that those of before are not taken for them. */
const VERSION = 1;
/** Between two reports, in milliseconds. */
const PACE = 250;
/** Parts of one picture that are looked at from one reading: each takes 0.3 MB. */
const MOST_PARTS = 64;

interface Source {
  inputSize: number;
  /** Of this training alone. */
  folder: string;
  threads: number;
  /** What comes after the features, in seconds. */
  later?: number;
}

/** Features of each example's picture or part of it, all the blocks side by side; null for one that cannot be read. */
export async function featuresOf(
  examples: readonly Example[],
  { inputSize, folder, threads, later = 0 }: Source,
  tell: (progress: Progress) => void,
): Promise<(Float32Array | null)[]> {
  const cache = await FeaturesCache.open(join(folder, `features-${VERSION}-${inputSize}`), widthOf(ALL_BLOCKS));
  const session = await openSession(featuresFile(), threads);
  const begun = performance.now();
  let told = -PACE;
  let [made, done] = [0, 0];
  // What is of one picture comes from one reading of it, and is so much of it in memory at a time.
  const readings = [...groupBy(examples, ({ file, part }) => `${part ? 'parts' : 'whole'} ${file}`).values()].flatMap((some) =>
    Array.from({ length: Math.ceil(some.length / MOST_PARTS) }, (_, at) => some.slice(at * MOST_PARTS, (at + 1) * MOST_PARTS)),
  );
  // The next is decoded while the network looks at this one.
  const read = (some: readonly Example[] = []) =>
    ifReadable(
      look(
        some.filter(({ id }) => !cache.get(id)),
        inputSize,
      ),
    );
  let next = read(readings[0]);
  for (const [index, some] of readings.entries()) {
    const seen = await next;
    next = read(readings[index + 1]);
    for (const [{ id }, picture] of seen ?? []) await cache.put(id, await ask(session, picture));
    made += seen?.length ?? 0;
    done += some.length;
    const now = performance.now();
    if (now - told < PACE && done < examples.length) continue;
    told = now;
    const pace = made === 0 ? 0 : (now - begun) / made / 1000;
    const secondsLeft = Math.round((examples.length - done) * pace + later);
    tell({ phase: 'features', done, total: examples.length, secondsLeft });
  }
  await session.release();
  return examples.map(({ id }) => cache.get(id) ?? null);
}

/** What examples of one picture show, all of them a part of it or none. Throws a Refusal where it cannot be read. */
async function look(examples: readonly Example[], inputSize: number): Promise<[Example, Picture][]> {
  const [first] = examples;
  if (!first) return [];
  const parts = examples.flatMap(({ part }) => (part ? [part] : []));
  if (parts.length > 0) {
    const cut = await readBoxes(first.file, parts, inputSize);
    return examples.map((example, at) => [example, cut[at]!]);
  }
  const picture = await readPicture(first.file, inputSize);
  return examples.map((example) => [example, picture]);
}

/** All the blocks of one picture. */
export async function ask(session: InferenceSession, picture: Picture): Promise<Float32Array> {
  const { features } = await session.run({ picture: pictureTensor(picture) });
  return Float32Array.from(features!.data as Float32Array);
}
