import type { EvaluationMeasures } from '@console/shared-contract/api';

type Cell = EvaluationMeasures['cells'][number];

/** Maximum number of labels per side of the matrix. More do not fit on the screen. */
const MAX_MATRIX_LABELS = 20;

export interface ConfusionMatrixData {
  /** Label ids of rows and columns. `null`, the last one, means no label. */
  labelIds: (string | null)[];
  getCount: (truth: string | null, prediction: string | null) => number;
  /** Number of labels with decisions, including those that the matrix does not show. */
  labelCount: number;
}

const getCellKey = (truth: string | null, prediction: string | null) => `${truth ?? ''} ${prediction ?? ''}`;

/**
 * Selects the labels with the most errors, in the order of `labels`. Adds a row and a column for "no label" if a cell needs them.
 */
export function createConfusionMatrix(labels: readonly { id: string }[], cells: readonly Cell[]): ConfusionMatrixData {
  const errorCounts = new Map<string, number>();
  const usedIds = new Set<string>();
  for (const { truth, said, count } of cells)
    for (const id of [truth, said]) {
      if (id === null) continue;
      usedIds.add(id);
      if (truth !== said) errorCounts.set(id, (errorCounts.get(id) ?? 0) + count);
    }
  const usedLabels = labels.filter(({ id }) => usedIds.has(id));
  const worstIds = new Set(
    [...usedLabels]
      .sort((a, b) => (errorCounts.get(b.id) ?? 0) - (errorCounts.get(a.id) ?? 0))
      .slice(0, MAX_MATRIX_LABELS)
      .map(({ id }) => id),
  );
  const counts = new Map(cells.map(({ truth, said, count }) => [getCellKey(truth, said), count]));
  const hasNothing = cells.some(({ truth, said }) => truth === null || said === null);
  return {
    labelIds: [...usedLabels.flatMap(({ id }) => (worstIds.has(id) ? [id] : [])), ...(hasNothing ? [null] : [])],
    getCount: (truth, prediction) => counts.get(getCellKey(truth, prediction)) ?? 0,
    labelCount: usedLabels.length,
  };
}

/** Returns the cells whose prediction differs from the annotation, most frequent first. */
export function listConfusions(cells: readonly Cell[]): Cell[] {
  return cells.filter(({ truth, said }) => truth !== said).sort((a, b) => b.count - a.count);
}
