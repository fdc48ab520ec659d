import type { EmbeddingPart } from '@console/learner/protocol';
import { computeLikeness } from '../similar-items/embedding-math';

/** An image with its stored embedding. */
export interface EmbeddedImage {
  id: string;
  embedding: Int8Array;
}

/** Maximum number of candidates per image, and in total. With many images, each gets fewer candidates. */
const MAX_CANDIDATES = 256;
const MIN_CANDIDATES = 16;
const MAX_PAIRS = 40_000;

/** Parts of the embeddings that select candidates. Colours alone miss grey and brighter copies. */
export const CANDIDATE_PARTS: readonly EmbeddingPart[] = ['features', 'both'];

/** Number of candidates for each image of a search. */
export const countCandidates = (images: number) =>
  Math.max(MIN_CANDIDATES, Math.min(MAX_CANDIDATES, Math.floor(MAX_PAIRS / images)));

/** Returns the ids of the images with the nearest embeddings. */
export function selectNearest(embedding: Int8Array, others: readonly EmbeddedImage[], count: number): string[] {
  if (others.length <= count) return others.map(({ id }) => id);
  const nearest = CANDIDATE_PARTS.flatMap((part) => {
    const likenesses = Float64Array.from(others, (other) => computeLikeness(embedding, other.embedding, part));
    const minimum = likenesses.toSorted().at(-Math.ceil(count / CANDIDATE_PARTS.length))!;
    return others.filter((_, index) => likenesses[index]! >= minimum).map(({ id }) => id);
  });
  return [...new Set(nearest)];
}
