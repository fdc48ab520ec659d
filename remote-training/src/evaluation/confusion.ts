import type { EvaluationMeasures } from '@console/shared-contract/api';

type Cell = EvaluationMeasures['cells'][number];

/** Labels on a side of the matrix: more cannot be seen at once. */
const MOST_SHOWN = 20;

export interface Matrix {
  /** Ids of labels; null is nothing, which is last. */
  sides: (string | null)[];
  countOf: (truth: string | null, said: string | null) => number;
  /** How many labels there are of which not all are shown. */
  all: number;
}

const keyOf = (truth: string | null, said: string | null) => `${truth ?? ''} ${said ?? ''}`;

/** The labels that are wrong most often, in the order of their names, and nothing where something was taken for it. */
export function matrixOf(labels: readonly { id: string }[], cells: readonly Cell[]): Matrix {
  const wrong = new Map<string, number>();
  const met = new Set<string>();
  for (const { truth, said, count } of cells)
    for (const id of [truth, said]) {
      if (id === null) continue;
      met.add(id);
      if (truth !== said) wrong.set(id, (wrong.get(id) ?? 0) + count);
    }
  const seen = labels.filter(({ id }) => met.has(id));
  const worst = new Set(
    [...seen]
      .sort((a, b) => (wrong.get(b.id) ?? 0) - (wrong.get(a.id) ?? 0))
      .slice(0, MOST_SHOWN)
      .map(({ id }) => id),
  );
  const counts = new Map(cells.map(({ truth, said, count }) => [keyOf(truth, said), count]));
  const hasNothing = cells.some(({ truth, said }) => truth === null || said === null);
  return {
    sides: [...seen.flatMap(({ id }) => (worst.has(id) ? [id] : [])), ...(hasNothing ? [null] : [])],
    countOf: (truth, said) => counts.get(keyOf(truth, said)) ?? 0,
    all: seen.length,
  };
}

/** What was taken for something else, most often first. */
export function confusionsOf(cells: readonly Cell[]): Cell[] {
  return cells.filter(({ truth, said }) => truth !== said).sort((a, b) => b.count - a.count);
}
