import { munkres } from 'munkres';

/** A pair of shapes that show the same object, by their indexes. */
export interface ShapeMatch {
  reference: number;
  candidate: number;
  similarity: number;
}

/**
 * Matches shapes one to one, so that the sum of the similarities is as large as possible (Kuhn, "The Hungarian Method for the
 * Assignment Problem", 1955). Pairs with a similarity below `minSimilarity` are not matched. Labels play no role.
 * @param getSimilarity intersection over union or object keypoint similarity, 0 to 1
 */
export function matchShapes<Shape>(
  references: readonly Shape[],
  candidates: readonly Shape[],
  getSimilarity: (reference: Shape, candidate: Shape) => number,
  minSimilarity: number,
): ShapeMatch[] {
  if (references.length === 0 || candidates.length === 0) return [];
  const similarities = references.map((reference) =>
    candidates.map((candidate) => {
      const similarity = getSimilarity(reference, candidate);
      return similarity >= minSimilarity ? similarity : 0;
    }),
  );
  return munkres(similarities.map((row) => row.map((similarity) => -similarity))).flatMap(([reference, candidate]) => {
    const similarity = similarities[reference]?.[candidate] ?? 0;
    return similarity > 0 ? [{ reference, candidate, similarity }] : [];
  });
}
