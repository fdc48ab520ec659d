/** Scale of an axis that starts at 0. */
export interface Axis {
  /** Value at the end of the axis. */
  max: number;
  ticks: readonly number[];
}

const RATIO_AXIS: Axis = { max: 1, ticks: [0, 0.25, 0.5, 0.75, 1] };
const MAX_TICK_INTERVALS = 4;

/** Creates the axis for `values`. A ratio axis always ends at 1, and a count axis has integer ticks. */
export function createAxis(kind: 'ratio' | 'count' | 'number', values: readonly number[]): Axis {
  if (kind === 'ratio') return RATIO_AXIS;
  const max = Math.max(0, ...values);
  const tickInterval = roundUpToStep(max / MAX_TICK_INTERVALS, kind === 'count' ? 1 : 0);
  const ticks = Array.from({ length: Math.max(1, Math.ceil(max / tickInterval - 1e-9)) + 1 }, (_, index) =>
    Number((index * tickInterval).toPrecision(12)),
  );
  return { max: ticks.at(-1) ?? tickInterval, ticks };
}

/** Rounds up to 1, 2 or 5 times a power of ten, but returns at least `minStep`. */
function roundUpToStep(minValue: number, minStep: number): number {
  if (minValue <= 0) return minStep || 1;
  const power = 10 ** Math.floor(Math.log10(minValue));
  const step =
    [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= minValue * (1 - 1e-9)) ?? 10 * power;
  return Math.max(step, minStep);
}
