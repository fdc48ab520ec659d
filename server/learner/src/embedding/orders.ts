import { setImmediate } from 'node:timers/promises';
import type { CompareOrder, DropOrder, IndexOrder, Likeness, Measure, NearestOrder, Neighbour, PutOrder } from '../protocol';
import { randomOf, someOf } from '../random';
import type { EmbeddingIndex } from './index';
import { OpenIndexes } from './open-indexes';
import { EMBEDDING } from './projection';

const LIKENESSES: readonly Likeness[] = ['both', 'colours', 'features'];
/** Number of items that a comparison samples. More items hardly change the result. */
const MOST_COMPARED = 200;
/** Number of neighbours that are searched for an item of a group. Neighbours without a group are skipped. */
const NEAR = 20;

/** The open indexes. One million embeddings take about 200 MB. */
const indexes = new OpenIndexes(2_000_000);
const openByFolder = (folder: string) => indexes.of(folder);

const toResult = (index: EmbeddingIndex) => ({ count: index.count, version: EMBEDDING.version });

export async function openIndex({ folder }: IndexOrder) {
  return toResult(await openByFolder(folder));
}

export async function put({ folder, entries }: PutOrder) {
  const index = await openByFolder(folder);
  index.put(entries);
  return toResult(index);
}

export async function drop({ folder, ids }: DropOrder) {
  const index = await openByFolder(folder);
  index.drop(ids);
  return toResult(index);
}

export async function nearest({ folder, to, count, by }: NearestOrder): Promise<Neighbour[]> {
  return (await openByFolder(folder)).nearest(to, count, by);
}

/**
 * Compares the parts of embeddings: the share of sampled items whose nearest neighbour, among all items of the groups, is of
 * the same group. Ties go to both parts together.
 */
export async function compare({ folder, groups }: CompareOrder): Promise<{ best: Likeness; recall: Record<Likeness, Measure> }> {
  const index = await openByFolder(folder);
  const known = groups.map((ids) => ids.filter((id) => index.get(id)));
  const groupOf = new Map(known.flatMap((ids, group) => ids.map((id) => [id, group])));
  const sampled = someOf(known.filter((ids) => ids.length > 1).flat(), MOST_COMPARED, randomOf(0));
  const hits = { both: 0, colours: 0, features: 0 };
  for (const id of sampled) {
    for (const part of LIKENESSES) {
      const first = index.nearest({ id }, NEAR, part).find((neighbour) => groupOf.has(neighbour.id));
      if (first && groupOf.get(first.id) === groupOf.get(id)) hits[part] += 1;
    }
    // Other requests are handled in between.
    await setImmediate();
  }
  const getRecall = (part: Likeness): Measure => (sampled.length === 0 ? null : hits[part] / sampled.length);
  return {
    best: LIKENESSES.reduce((first, part) => (hits[part] > hits[first] ? part : first)),
    recall: { both: getRecall('both'), colours: getRecall('colours'), features: getRecall('features') },
  };
}
