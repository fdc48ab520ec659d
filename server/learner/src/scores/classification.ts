import type { LabelScore, Measure } from '../protocol';

/** The predicted and the true labels of one image. */
export interface Verdict {
  said: readonly string[];
  truth: readonly string[];
}

/** Share of the images whose labels are all predicted correctly; null without images. */
export function accuracyOf(verdicts: readonly Verdict[]): Measure {
  const correct = verdicts.filter(({ said, truth }) => said.length === truth.length && said.every((id) => truth.includes(id)));
  return ratio(correct.length, verdicts.length);
}

/** Computes precision and recall of each label. Precision is null without predictions, recall without examples. */
export function labelScores(labels: readonly string[], verdicts: readonly Verdict[]): LabelScore[] {
  return labels.map((id) => {
    const said = verdicts.filter((verdict) => verdict.said.includes(id));
    const hits = said.filter(({ truth }) => truth.includes(id)).length;
    const count = verdicts.filter(({ truth }) => truth.includes(id)).length;
    return { id, precision: ratio(hits, said.length), recall: ratio(hits, count), count };
  });
}

/** Mean of the absolute differences; null without values. */
export function meanAbsoluteError(pairs: readonly { said: number; truth: number }[]): Measure {
  return ratio(
    pairs.reduce((sum, { said, truth }) => sum + Math.abs(said - truth), 0),
    pairs.length,
  );
}

function ratio(count: number, total: number): Measure {
  return total === 0 ? null : count / total;
}
