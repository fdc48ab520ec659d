import type { EvaluationMeasures } from '@console/shared-contract/api';

type ConfusionCell = EvaluationMeasures['cells'][number];

/** Maximum number of labels per side of the matrix. More do not fit on the screen. */
const MAX_MATRIX_LABELS = 20;

interface ConfusionMatrixData {
  /** Label ids of rows and columns. `null`, the last one, means no label. */
  labelIds: (string | null)[];
  getCount: (truth: string | null, prediction: string | null) => number;
  /** Number of labels that were annotated or predicted, including those that the matrix does not show. */
  labelCount: number;
}

const getCellKey = (truth: string | null, prediction: string | null) => `${truth ?? ''} ${prediction ?? ''}`;

/**
 * Selects the labels with the most errors, in the order of `labels`. Adds a row and a column for "no label" if a cell needs them.
 */
export function createConfusionMatrix(labels: readonly { id: string }[], cells: readonly ConfusionCell[]): ConfusionMatrixData {
  const errorCounts = new Map<string, number>();
  const usedIds = new Set<string>();
  for (const { truth, said: prediction, count } of cells)
    for (const id of [truth, prediction]) {
      if (id === null) continue;
      usedIds.add(id);
      if (truth !== prediction) errorCounts.set(id, (errorCounts.get(id) ?? 0) + count);
    }
  const usedLabels = labels.filter(({ id }) => usedIds.has(id));
  const worstIds = new Set(
    [...usedLabels]
      .sort((a, b) => (errorCounts.get(b.id) ?? 0) - (errorCounts.get(a.id) ?? 0))
      .slice(0, MAX_MATRIX_LABELS)
      .map(({ id }) => id),
  );
  const counts = new Map(cells.map(({ truth, said: prediction, count }) => [getCellKey(truth, prediction), count]));
  const hasMissingLabels = cells.some(({ truth, said: prediction }) => truth === null || prediction === null);
  return {
    labelIds: [...usedLabels.flatMap(({ id }) => (worstIds.has(id) ? [id] : [])), ...(hasMissingLabels ? [null] : [])],
    getCount: (truth, prediction) => counts.get(getCellKey(truth, prediction)) ?? 0,
    labelCount: usedLabels.length,
  };
}

/** Returns the cells whose prediction differs from the annotation, most frequent first. */
export function listConfusions(cells: readonly ConfusionCell[]): ConfusionCell[] {
  return cells.filter(({ truth, said: prediction }) => truth !== prediction).sort((a, b) => b.count - a.count);
}
