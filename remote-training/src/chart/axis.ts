/** Where an axis ends and what stands on it. */
export interface Axis {
  max: number;
  ticks: readonly number[];
}

const SHARES: Axis = { max: 1, ticks: [0, 0.25, 0.5, 0.75, 1] };
const MOST_TICKS = 4;

/** The axis of values from 0 up: shares end at 1, counts stand on whole numbers. */
export function axisOf(kind: 'share' | 'count' | 'number', values: readonly number[]): Axis {
  if (kind === 'share') return SHARES;
  const most = Math.max(0, ...values);
  const step = roundStep(most / MOST_TICKS, kind === 'count' ? 1 : 0);
  const ticks = Array.from({ length: Math.max(1, Math.ceil(most / step - 1e-9)) + 1 }, (_, index) =>
    Number((index * step).toPrecision(12)),
  );
  return { max: ticks.at(-1) ?? step, ticks };
}

/** 1, 2 or 5 times a power of ten that is at least as large. */
export function roundStep(least: number, smallest: number): number {
  if (least <= 0) return smallest || 1;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((times) => times * power).find((each) => each >= least * (1 - 1e-9)) ?? 10 * power;
  return Math.max(step, smallest);
}
