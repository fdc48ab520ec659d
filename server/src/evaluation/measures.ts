/** What a model said of one picture against what people verified: sets of label ids. */
export interface Judged {
  truth: ReadonlySet<string>;
  predicted: ReadonlySet<string>;
}

/**
 * Share of pictures whose predicted set is exactly the true one; null for no pictures.
 * Subset accuracy: M. S. Sorower, "A Literature Survey on Algorithms for Multi-label Learning" (2010), section 4.1;
 * for one label a picture it is the plain accuracy.
 */
export function accuracy(judged: readonly Judged[]): number | null {
  if (judged.length === 0) return null;
  const right = judged.filter(
    ({ truth, predicted }) => truth.size === predicted.size && [...truth].every((label) => predicted.has(label)),
  );
  return right.length / judged.length;
}

/**
 * Share of wrong decisions over all pictures and all labels of the task; null when there are none.
 * G. Tsoumakas, I. Katakis, "Multi-Label Classification: An Overview" (2007), section 4: the mean over the pictures of
 * |truth symmetric-difference predicted| / |labels|.
 */
export function hammingLoss(judged: readonly Judged[], labels: readonly string[]): number | null {
  if (judged.length === 0 || labels.length === 0) return null;
  const wrong = judged.map(
    ({ truth, predicted }) => labels.filter((label) => truth.has(label) !== predicted.has(label)).length / labels.length,
  );
  return wrong.reduce((sum, share) => sum + share, 0) / judged.length;
}

export interface LabelMeasures {
  precision: number | null;
  recall: number | null;
  /** Pictures that truly carry the label. */
  count: number;
}

/**
 * Precision TP / (TP + FP) and recall TP / (TP + FN) of one label; null where the divisor is nothing.
 * C. J. van Rijsbergen, "Information Retrieval" (1979), chapter 7.
 */
export function labelMeasures(judged: readonly Judged[], label: string): LabelMeasures {
  const truly = judged.filter(({ truth }) => truth.has(label));
  const said = judged.filter(({ predicted }) => predicted.has(label));
  const hits = truly.filter(({ predicted }) => predicted.has(label)).length;
  return { precision: share(hits, said.length), recall: share(hits, truly.length), count: truly.length };
}

/** Null where there is nothing to divide by: what is undefined is not 0. */
export function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
