/**
 * Computes Krippendorff's alpha for interval data, like `computeAlpha`, from units that are added one by one. Memory does not grow
 * with the number of units.
 */
export class IntervalAlpha {
  /** Number of units with at least two values. */
  n = 0;
  private count = 0;
  private mean = 0;
  /** Sum of the squared deviations from the mean. */
  private deviation = 0;
  private observed = 0;
  private minimum = Infinity;
  private maximum = -Infinity;

  /** Adds the values that annotators gave to a unit. Units with a single value do not count. */
  add(values: readonly number[]): void {
    const size = values.length;
    if (size < 2) return;
    const unitMean = values.reduce((sum, value) => sum + value, 0) / size;
    const unitDeviation = values.reduce((sum, value) => sum + (value - unitMean) ** 2, 0);
    const difference = unitMean - this.mean;
    const count = this.count + size;
    this.n += 1;
    this.observed += (2 * size * unitDeviation) / (size - 1);
    this.deviation += unitDeviation + (difference ** 2 * this.count * size) / count;
    this.mean += (difference * size) / count;
    this.count = count;
    this.minimum = Math.min(this.minimum, ...values);
    this.maximum = Math.max(this.maximum, ...values);
  }

  /** Null without units, or if all values are equal. */
  get alpha(): number | null {
    if (this.minimum >= this.maximum) return null;
    return 1 - this.observed / ((2 * this.count * this.deviation) / (this.count - 1));
  }
}
