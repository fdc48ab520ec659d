import { computeLikeness } from '../similar-items/embedding-math';

/** An image that can be chosen. */
export interface Candidate {
  id: string;
  /** How much a model can learn from an annotation of the image, 0 to 1. */
  informativeness: number;
  /** Null if the image has no embedding yet. */
  embedding: Int8Array | null;
}

/** An image of the chosen batch. */
export interface ChosenCandidate {
  id: string;
  /**
   * Distance (0 to 1) to the nearest image that is annotated or was chosen earlier. Null if the image has no embedding, or if there was
   * no image to compare with.
   */
  difference: number | null;
}

/** Minimum informativeness. A model may be certain about an image in which it misses all objects, so no image must be excluded. */
const MIN_INFORMATIVENESS = 0.1;
/** Weight of the rarity of a label. The uncertainty has the remaining weight. */
const RARITY_WEIGHT = 1 / 3;

/** Combines the uncertainty of a prediction and the rarity of a predicted label, both 0 to 1. */
export function computeInformativeness(uncertainty: number, rarity: number): number {
  const mean = (1 - RARITY_WEIGHT) * uncertainty + RARITY_WEIGHT * rarity;
  return MIN_INFORMATIVENESS + (1 - MIN_INFORMATIVENESS) * mean;
}

/** Number of distances that are computed between two calls of `pause`. They take about a millisecond. */
const SLICE_SIZE = 2000;
/** Assumed difference of an image without an embedding. */
const UNKNOWN_DIFFERENCE = 0.5;

/**
 * Chooses images one after another. It always takes the image with the largest product of its informativeness and its distance to the
 * nearest annotated or chosen image. A batch therefore does not contain nearly the same image several times. Without a model, all images
 * are equally informative. The algorithm is then the greedy k-center selection (O. Sener, S. Savarese, "Active Learning for Convolutional
 * Neural Networks: A Core-Set Approach", 2018, algorithm 1). It compares `candidates` x (`references` + `count`) embeddings.
 * @param references embeddings of annotated images
 */
export async function chooseBatch(
  candidates: readonly Candidate[],
  references: readonly Int8Array[],
  count: number,
  pause: () => Promise<void>,
): Promise<ChosenCandidate[]> {
  const differences: (number | null)[] = candidates.map(() => null);
  let comparisonCount = 0;
  const compareAllWith = async (reference: Int8Array) => {
    for (const [index, { embedding }] of candidates.entries()) {
      if (!embedding) continue;
      const difference = Math.min(1, Math.max(0, 1 - computeLikeness(embedding, reference, 'features')));
      differences[index] = Math.min(differences[index] ?? 1, difference);
      comparisonCount += 1;
      if (comparisonCount % SLICE_SIZE === 0) await pause();
    }
  };
  for (const reference of references) await compareAllWith(reference);

  const remainingIndexes = new Set(candidates.keys());
  const chosenItems: ChosenCandidate[] = [];
  while (chosenItems.length < count && remainingIndexes.size > 0) {
    const index = pickBest(remainingIndexes, (candidateIndex) => {
      const { embedding, informativeness } = candidates[candidateIndex]!;
      return informativeness * (differences[candidateIndex] ?? (embedding ? 1 : UNKNOWN_DIFFERENCE));
    });
    const { id, embedding } = candidates[index]!;
    chosenItems.push({ id, difference: differences[index] ?? null });
    remainingIndexes.delete(index);
    if (embedding && chosenItems.length < count) await compareAllWith(embedding);
  }
  return chosenItems;
}

/** Returns the element with the highest score, or the first of several such elements. */
function pickBest(elements: Iterable<number>, getScore: (element: number) => number): number {
  let [bestElement, bestScore] = [-1, -Infinity];
  for (const element of elements) {
    const score = getScore(element);
    if (score > bestScore) [bestElement, bestScore] = [element, score];
  }
  return bestElement;
}
