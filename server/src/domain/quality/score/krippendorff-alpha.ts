export type AlphaMetric = 'nominal' | 'interval';

/** The values that annotators gave to one unit. Null for an annotator without a value. */
export type AlphaUnit = readonly (string | number | null)[];

/**
 * Computes the agreement of any number of annotators: 1 - observed disagreement / expected disagreement. 1 is perfect agreement, 0 is
 * agreement by chance. Null if no unit has two values, or all values are equal.
 *
 * Source: Krippendorff, "Computing Krippendorff's Alpha-Reliability", University of Pennsylvania (2011), section C and D.
 * @param metric `interval` compares numbers by their squared difference
 */
export function computeAlpha(units: readonly AlphaUnit[], metric: AlphaMetric): number | null {
  const paired = units.map((unit) => unit.filter((value) => value !== null)).filter((values) => values.length > 1);
  const all = paired.flat();
  const expected = sumDifferences(all, metric) / (all.length - 1);
  if (all.length === 0 || expected === 0) return null;
  const observed = paired.reduce((sum, values) => sum + sumDifferences(values, metric) / (values.length - 1), 0);
  return 1 - observed / expected;
}

/** Returns the sum of the differences of all ordered pairs, in time that does not grow with the square of the values. */
function sumDifferences(values: readonly (string | number)[], metric: AlphaMetric): number {
  if (metric === 'interval') {
    // Relative to the first value, so that the sum of equal values is exactly 0.
    const numbers = values.map((value) => Number(value) - Number(values[0]));
    const mean = numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
    return 2 * numbers.length * numbers.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  }
  const counts = new Map<string | number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return values.length ** 2 - [...counts.values()].reduce((sum, count) => sum + count ** 2, 0);
}
