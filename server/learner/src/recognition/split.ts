import { randomOf, someOf } from '../random';
import { LEAST, LEAST_VALUES, type Target } from './targets';

/** One in this many is held out where no picture is a TEST picture. */
const ONE_IN = 5;

/**
 * Rows that are held out for measuring, by chance of the seed, evenly over the labels. Enough of each label (and of those
 * without it, or of great and of small values) are left to train on.
 */
export function holdOut(targets: readonly Target[], rows: readonly number[], seed: number): Set<number> {
  const kind = (row: number) => targets.findIndex(({ values }) => values[row] === 1);
  const sides = targets.map((target) => sidesOf(target, rows));
  const ordered = someOf(rows, rows.length, randomOf(seed)).sort((a, b) => kind(a) - kind(b));
  const held = new Set<number>();
  let waiting = 0;
  for (const row of ordered) {
    waiting += 1;
    if (waiting < ONE_IN || sides.some((side) => !side.spares(row))) continue;
    waiting = 0;
    held.add(row);
    for (const side of sides) side.take(row);
  }
  return held;
}

/** How many rows are left with the greater and with the lesser values of a target. */
function sidesOf({ values }: Target, rows: readonly number[]) {
  const known = rows.filter((row) => values[row] !== null);
  const mean = known.reduce((sum, row) => sum + values[row]!, 0) / known.length;
  const sideOf = (row: number) => (values[row]! > mean ? 1 : 0);
  const left = [0, 0];
  for (const row of known) left[sideOf(row)]! += 1;
  return {
    spares: (row: number) => values[row] === null || (left[sideOf(row)]! > LEAST && left[0]! + left[1]! > LEAST_VALUES),
    take: (row: number) => {
      if (values[row] !== null) left[sideOf(row)]! -= 1;
    },
  };
}
