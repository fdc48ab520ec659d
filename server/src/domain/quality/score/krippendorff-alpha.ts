type AlphaMetric = 'nominal' | 'interval';

/** The values that annotators gave to one unit. Null for an annotator without a value. */
type AlphaUnit = readonly (string | number | null)[];

/**
 * Computes the agreement of any number of annotators: 1 - observed disagreement / expected disagreement. 1 is perfect agreement, 0 is
 * agreement by chance. Null if no unit has two values, or all values are equal.
 *
 * Source: Krippendorff, "Computing Krippendorff's Alpha-Reliability", University of Pennsylvania (2011), section C and D.
 * @param metric `interval` compares numbers by their squared difference
 * @param counts how often each unit occurs; once by default
 */
export function computeAlpha(units: readonly AlphaUnit[], metric: AlphaMetric, counts: readonly number[] = []): number | null {
  const unitsWithPairs = units
    .map((unit, index) => ({ values: unit.filter((value) => value !== null), count: counts[index] ?? 1 }))
    .filter(({ values }) => values.length > 1);
  const countedValues = unitsWithPairs.flatMap(({ values, count }) => values.map((value): CountedValue => [value, count]));
  const expectedDisagreement = sumDifferences(countedValues, metric) / (sumCounts(countedValues) - 1);
  if (countedValues.length === 0 || expectedDisagreement === 0) return null;
  const observedDisagreement = unitsWithPairs.reduce((sum, { values, count }) => {
    const differences = sumDifferences(
      values.map((value): CountedValue => [value, 1]),
      metric,
    );
    return sum + (count * differences) / (values.length - 1);
  }, 0);
  return 1 - observedDisagreement / expectedDisagreement;
}

type CountedValue = readonly [value: string | number, count: number];

const sumCounts = (values: readonly CountedValue[]): number => values.reduce((sum, [, count]) => sum + count, 0);

/**
 * Returns the sum of the differences of all ordered pairs. Does not compare each pair, because the time would grow with the square of the
 * number of values.
 */
function sumDifferences(values: readonly CountedValue[], metric: AlphaMetric): number {
  const total = sumCounts(values);
  if (metric === 'interval') {
    // Numbers are relative to the first value, so that the sum of equal values is exactly 0.
    const firstNumber = Number(values[0]?.[0]);
    const numbers = values.map(([value, count]) => [Number(value) - firstNumber, count] as const);
    const mean = numbers.reduce((sum, [value, count]) => sum + count * value, 0) / total;
    return 2 * total * numbers.reduce((sum, [value, count]) => sum + count * (value - mean) ** 2, 0);
  }
  const countByValue = new Map<string | number, number>();
  for (const [value, count] of values) countByValue.set(value, (countByValue.get(value) ?? 0) + count);
  return total ** 2 - [...countByValue.values()].reduce((sum, count) => sum + count ** 2, 0);
}
