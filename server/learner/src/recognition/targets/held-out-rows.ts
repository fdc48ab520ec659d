import { groupBy } from '../../sampling/group-by';
import { createRandom, sampleRows } from '../../sampling/random';
import { MIN_IMAGES_PER_LABEL, MIN_VALUES } from '../../protocol/requirements';
import type { LabelTarget } from './targets';

/** One in this many examples is held out for testing if no image is marked as TEST. */
const HELD_OUT_INTERVAL = 5;

/**
 * Selects the rows to hold out for testing at random, evenly over the labels. Enough rows with and without each label, or with
 * large and small values, remain for training. Rows of one image stay together: `getImageId` returns an id of the image.
 */
export function selectHeldOutRows(
  targets: readonly LabelTarget[],
  rows: readonly number[],
  getImageId: (row: number) => string,
  seed: number,
): Set<number> {
  const getLabelIndex = (row: number) => targets.findIndex(({ values }) => values[row] === 1);
  const trackers = targets.map((target) => createSideTracker(target, rows));
  const orderedRows = sampleRows(rows, rows.length, createRandom(seed)).sort((a, b) => getLabelIndex(a) - getLabelIndex(b));
  const heldOut = new Set<number>();
  let rowsSinceLastHeldOut = 0;
  for (const imageRows of groupBy(orderedRows, getImageId).values()) {
    rowsSinceLastHeldOut += imageRows.length;
    if (rowsSinceLastHeldOut < HELD_OUT_INTERVAL || trackers.some((tracker) => !tracker.canSpare(imageRows))) continue;
    rowsSinceLastHeldOut = 0;
    for (const row of imageRows) heldOut.add(row);
    for (const tracker of trackers) tracker.remove(imageRows);
  }
  return heldOut;
}

/**
 * Counts the remaining rows with values above and below the mean of a target. Values of labels are 1 and 0.
 */
function createSideTracker({ values }: LabelTarget, rows: readonly number[]) {
  const filterKnown = (subset: readonly number[]) => subset.filter((row) => values[row] !== null);
  const knownRows = filterKnown(rows);
  const mean = knownRows.reduce((sum, row) => sum + values[row]!, 0) / knownRows.length;
  const isAboveMean = (row: number) => values[row]! > mean;
  const countBelowAndAboveMean = (subset: readonly number[]) => {
    const above = subset.filter(isAboveMean).length;
    return [subset.length - above, above] as const;
  };
  let remainingCounts = countBelowAndAboveMean(knownRows);
  const countWithout = (subset: readonly number[]) => {
    const [below, above] = countBelowAndAboveMean(filterKnown(subset));
    return [remainingCounts[0] - below, remainingCounts[1] - above] as const;
  };
  return {
    /** Whether enough rows remain on each side of the mean without these rows. */
    canSpare: (subset: readonly number[]) => {
      const remainingAfterRemoval = countWithout(subset);
      const isEnough = [0, 1].every(
        (side) => remainingAfterRemoval[side] === remainingCounts[side] || remainingAfterRemoval[side]! >= MIN_IMAGES_PER_LABEL,
      );
      return isEnough && (filterKnown(subset).length === 0 || remainingAfterRemoval[0] + remainingAfterRemoval[1] >= MIN_VALUES);
    },
    remove: (subset: readonly number[]) => {
      remainingCounts = countWithout(subset);
    },
  };
}
