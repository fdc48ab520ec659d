import type { LabelMatch } from '@console/shared-contract/api';

/** Maximum number of labels per side of the matrix. */
export const MAX_MATRIX_LABELS = 40;

/** The matrix of the labels that users gave to the same objects. It is symmetric, because no user is the reference. */
export interface LabelMatchMatrix {
  /** Ids of the shown labels, the most confused label first. */
  labelIds: string[];
  getCount: (row: string | null, column: string | null) => number;
  /** Number of labels, including those that the matrix does not show. */
  labelCount: number;
}

/** Creates the matrix of the labels with the most confusions. */
export function createLabelMatchMatrix(matches: readonly LabelMatch[]): LabelMatchMatrix {
  const confusions = new Map<string, number>();
  const counts = new Map<string, number>();
  for (const { first, second, count } of matches) {
    for (const id of [first, second]) confusions.set(id, (confusions.get(id) ?? 0) + (first === second ? 0 : count));
    counts.set(`${first} ${second}`, count);
    counts.set(`${second} ${first}`, count);
  }
  const labelIds = [...confusions].sort(([, a], [, b]) => b - a).map(([id]) => id);
  return {
    labelIds: labelIds.slice(0, MAX_MATRIX_LABELS),
    getCount: (row, column) => counts.get(`${row} ${column}`) ?? 0,
    labelCount: labelIds.length,
  };
}
