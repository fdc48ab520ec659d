import { groupBy } from '../group-by';
import { randomOf, someOf } from '../random';
import { LEAST, LEAST_VALUES } from '../requirements';
import type { Target } from './targets';

/** One example in this many is held out where no picture is a TEST picture. */
const ONE_IN = 5;

/**
 * Rows that are held out for measuring, by chance of the seed, evenly over the labels. Enough of each label (and of those
 * without it, or of great and of small values) are left to train on. Rows of one picture stay together: `pictureOf` tells it.
 */
export function holdOut(
  targets: readonly Target[],
  rows: readonly number[],
  pictureOf: (row: number) => string,
  seed: number,
): Set<number> {
  const kind = (row: number) => targets.findIndex(({ values }) => values[row] === 1);
  const sides = targets.map((target) => sidesOf(target, rows));
  const ordered = someOf(rows, rows.length, randomOf(seed)).sort((a, b) => kind(a) - kind(b));
  const held = new Set<number>();
  let waiting = 0;
  for (const together of groupBy(ordered, pictureOf).values()) {
    waiting += together.length;
    if (waiting < ONE_IN || sides.some((side) => !side.spares(together))) continue;
    waiting = 0;
    for (const row of together) held.add(row);
    for (const side of sides) side.take(together);
  }
  return held;
}

/** How many rows are left with the greater and with the lesser values of a target. */
function sidesOf({ values }: Target, rows: readonly number[]) {
  const knownOf = (some: readonly number[]) => some.filter((row) => values[row] !== null);
  const known = knownOf(rows);
  const mean = known.reduce((sum, row) => sum + values[row]!, 0) / known.length;
  const isGreat = (row: number) => values[row]! > mean;
  const countOf = (some: readonly number[]) => {
    const great = some.filter(isGreat).length;
    return [some.length - great, great] as const;
  };
  let left = countOf(known);
  const without = (some: readonly number[]) => {
    const [small, great] = countOf(knownOf(some));
    return [left[0] - small, left[1] - great] as const;
  };
  return {
    /** Whether enough is left without them of each side that they are of. */
    spares: (some: readonly number[]) => {
      const then = without(some);
      const isEnough = [0, 1].every((side) => then[side] === left[side] || then[side]! >= LEAST);
      return isEnough && (knownOf(some).length === 0 || then[0] + then[1] >= LEAST_VALUES);
    },
    take: (some: readonly number[]) => {
      left = without(some);
    },
  };
}
