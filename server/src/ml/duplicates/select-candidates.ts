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

/** The parts of embeddings that select candidates. Color features alone would miss copies in grey or with another brightness. */
export const CANDIDATE_PARTS: readonly EmbeddingPart[] = ['features', 'both'];

/** Number of candidates for each image of a search. */
export const getCandidateCount = (images: number) =>
  Math.max(MIN_CANDIDATES, Math.min(MAX_CANDIDATES, Math.floor(MAX_PAIRS / images)));

/** Number of similarities that are computed between two calls of `pause`. They take about a millisecond. */
const SLICE_SIZE = 1000;

/** Returns the ids of the images with the nearest embeddings, at most `count`. Ties keep the order of `otherImages`. */
export async function selectNearest(
  embedding: Int8Array,
  otherImages: readonly EmbeddedImage[],
  count: number,
  pause: () => Promise<void>,
): Promise<string[]> {
  if (otherImages.length <= count) return otherImages.map(({ id }) => id);
  const nearest = new Set<string>();
  for (const hashPart of CANDIDATE_PARTS) {
    let bestMatches: { id: string; likeness: number }[] = [];
    for (let start = 0; start < otherImages.length; start += SLICE_SIZE) {
      const slice = otherImages.slice(start, start + SLICE_SIZE);
      const scoredImages = slice.map((otherImage) => ({
        id: otherImage.id,
        likeness: computeLikeness(embedding, otherImage.embedding, hashPart),
      }));
      bestMatches = [...bestMatches, ...scoredImages]
        .sort((a, b) => b.likeness - a.likeness)
        .slice(0, Math.floor(count / CANDIDATE_PARTS.length));
      await pause();
    }
    for (const { id } of bestMatches) nearest.add(id);
  }
  return [...nearest];
}
