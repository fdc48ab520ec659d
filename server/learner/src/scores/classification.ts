import type { LabelScore, Measure } from '../protocol';

/** What was said and what is true of one picture. */
export interface Verdict {
  said: readonly string[];
  truth: readonly string[];
}

/** Pictures whose labels are all said right, of all; null without pictures. */
export function accuracyOf(verdicts: readonly Verdict[]): Measure {
  const right = verdicts.filter(({ said, truth }) => said.length === truth.length && said.every((id) => truth.includes(id)));
  return ratio(right.length, verdicts.length);
}

/** Precision and recall of each label: null without anything said, and without anything true. */
export function labelScores(labels: readonly string[], verdicts: readonly Verdict[]): LabelScore[] {
  return labels.map((id) => {
    const said = verdicts.filter((verdict) => verdict.said.includes(id));
    const hits = said.filter(({ truth }) => truth.includes(id)).length;
    const count = verdicts.filter(({ truth }) => truth.includes(id)).length;
    return { id, precision: ratio(hits, said.length), recall: ratio(hits, count), count };
  });
}

/** Mean of the differences without their signs; null without any. */
export function meanAbsoluteError(pairs: readonly { said: number; truth: number }[]): Measure {
  return ratio(
    pairs.reduce((sum, { said, truth }) => sum + Math.abs(said - truth), 0),
    pairs.length,
  );
}

function ratio(part: number, whole: number): Measure {
  return whole === 0 ? null : part / whole;
}
