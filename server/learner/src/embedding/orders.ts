import { setImmediate } from 'node:timers/promises';
import type { CompareOrder, DropOrder, IndexOrder, Likeness, Measure, NearestOrder, Neighbour, PutOrder } from '../protocol';
import { randomOf, someOf } from '../random';
import type { EmbeddingIndex } from './index';
import { OpenIndexes } from './open-indexes';
import { EMBEDDING } from './projection';

const LIKENESSES: readonly Likeness[] = ['both', 'colours', 'features'];
/** Things that are asked about for a comparison; more of them say little more. */
const MOST_COMPARED = 200;
/** Neighbours among which one of a group is looked for; the others are of no group. */
const NEAR = 20;

/** Embeddings in memory: some 200 MB a million. */
const indexes = new OpenIndexes(2_000_000);
const indexOf = (folder: string) => indexes.of(folder);

const counted = (index: EmbeddingIndex) => ({ count: index.count, version: EMBEDDING.version });

export async function openIndex({ folder }: IndexOrder) {
  return counted(await indexOf(folder));
}

export async function put({ folder, entries }: PutOrder) {
  const index = await indexOf(folder);
  index.put(entries);
  return counted(index);
}

export async function drop({ folder, ids }: DropOrder) {
  const index = await indexOf(folder);
  index.drop(ids);
  return counted(index);
}

export async function nearest({ folder, to, count, by }: NearestOrder): Promise<Neighbour[]> {
  return (await indexOf(folder)).nearest(to, count, by);
}

/** By which part the nearest of a thing, among those of all the groups, is most often of its own group. */
export async function compare({ folder, groups }: CompareOrder): Promise<{ best: Likeness; recall: Record<Likeness, Measure> }> {
  const index = await indexOf(folder);
  const known = groups.map((ids) => ids.filter((id) => index.get(id)));
  const groupOf = new Map(known.flatMap((ids, group) => ids.map((id) => [id, group])));
  const asked = someOf(known.filter((ids) => ids.length > 1).flat(), MOST_COMPARED, randomOf(0));
  const hits = { both: 0, colours: 0, features: 0 };
  for (const id of asked) {
    for (const by of LIKENESSES) {
      const first = index.nearest({ id }, NEAR, by).find((neighbour) => groupOf.has(neighbour.id));
      if (first && groupOf.get(first.id) === groupOf.get(id)) hits[by] += 1;
    }
    // Others are answered in between.
    await setImmediate();
  }
  const recallOf = (by: Likeness): Measure => (asked.length === 0 ? null : hits[by] / asked.length);
  return {
    best: LIKENESSES.reduce((first, by) => (hits[by] > hits[first] ? by : first)),
    recall: { both: recallOf('both'), colours: recallOf('colours'), features: recallOf('features') },
  };
}
