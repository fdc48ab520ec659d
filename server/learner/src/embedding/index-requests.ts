import { setImmediate } from 'node:timers/promises';
import type {
  ComparePartsRequest,
  RemoveEmbeddingsRequest,
  IndexRequest,
  EmbeddingPart,
  Metric,
  FindNearestRequest,
  Neighbour,
  AddEmbeddingsRequest,
} from '../protocol/protocol';
import { createRandom, sampleRows } from '../sampling/random';
import type { EmbeddingIndex } from './embedding-index';
import { IndexCache } from './open-indexes';
import { EMBEDDING } from './projection';

const EMBEDDING_PARTS: readonly EmbeddingPart[] = ['both', 'colours', 'features'];
/** Number of items that a comparison samples. More items hardly change the result. */
const MAX_SAMPLED_ITEMS = 200;
/** Number of neighbours that are searched for an item of a group. Neighbours without a group are skipped. */
const NEIGHBOURS_PER_ITEM = 20;

/** The open indexes. One million embeddings take about 200 MB. */
const indexes = new IndexCache(2_000_000);
const openByFolder = (folder: string) => indexes.open(folder);

const toResult = (index: EmbeddingIndex) => ({ count: index.count, version: EMBEDDING.version });

/** Opens an index and returns its number of embeddings and their version. */
export async function openIndex({ folder }: IndexRequest) {
  return toResult(await openByFolder(folder));
}

/** Adds embeddings to an index and returns its new count. */
export async function addEmbeddings({ folder, entries }: AddEmbeddingsRequest) {
  const index = await openByFolder(folder);
  index.add(entries);
  return toResult(index);
}

/** Removes embeddings from an index and returns its new count. */
export async function removeEmbeddings({ folder, ids }: RemoveEmbeddingsRequest) {
  const index = await openByFolder(folder);
  index.remove(ids);
  return toResult(index);
}

/** Finds the nearest neighbours of an embedding, nearest first. */
export async function findNearest({ folder, query, count, part }: FindNearestRequest): Promise<Neighbour[]> {
  return (await openByFolder(folder)).findNearest(query, count, part);
}

/**
 * Computes the recall@1 of each part of the embeddings: how often the nearest neighbour of an item, among all items of the
 * groups, is in its group.
 */
export async function compareEmbeddingParts({
  folder,
  groups,
}: ComparePartsRequest): Promise<{ recall: Record<EmbeddingPart, Metric> }> {
  const index = await openByFolder(folder);
  const indexedGroups = groups.map((ids) => ids.filter((id) => index.get(id)));
  const groupById = new Map(indexedGroups.flatMap((ids, group) => ids.map((id) => [id, group])));
  const sampledIds = sampleRows(indexedGroups.filter((ids) => ids.length > 1).flat(), MAX_SAMPLED_ITEMS, createRandom(0));
  const matchCounts = { both: 0, colours: 0, features: 0 };
  for (const id of sampledIds) {
    for (const part of EMBEDDING_PARTS) {
      const nearest = index.findNearest({ id }, NEIGHBOURS_PER_ITEM, part).find((neighbour) => groupById.has(neighbour.id));
      if (nearest && groupById.get(nearest.id) === groupById.get(id)) matchCounts[part] += 1;
    }
    // Lets the process handle other requests between two items.
    await setImmediate();
  }
  const getRecall = (part: EmbeddingPart): Metric => (sampledIds.length === 0 ? null : matchCounts[part] / sampledIds.length);
  return {
    recall: { both: getRecall('both'), colours: getRecall('colours'), features: getRecall('features') },
  };
}
