/** Minimum variance per pixel. Correlations of uniform images would only compare noise. */
const MIN_VARIANCE = 0.25;

/** Computes the correlation of two images, -1 to 1, and 0 if one of them is uniform. */
export function correlate(a: Float32Array, b: Float32Array): number {
  const count = a.length;
  let [sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0];
  for (let index = 0; index < count; index += 1) {
    const [valueA, valueB] = [a[index]!, b[index]!];
    sumA += valueA;
    sumB += valueB;
    squaresA += valueA * valueA;
    squaresB += valueB * valueB;
    products += valueA * valueB;
  }
  const [varianceA, varianceB] = [squaresA - (sumA * sumA) / count, squaresB - (sumB * sumB) / count];
  if (Math.min(varianceA, varianceB) < MIN_VARIANCE * count) return 0;
  return (products - (sumA * sumB) / count) / Math.sqrt(varianceA * varianceB);
}

/** Scales values to mean 0 and length 1, so that the dot product of two results is their correlation. Uniform values become 0. */
export function standardize(values: Float32Array): Float32Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  if (squares < MIN_VARIANCE * values.length) return new Float32Array(values.length);
  const length = Math.sqrt(squares);
  return values.map((value) => (value - mean) / length);
}

export function computeDotProduct(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += a[index]! * b[index]!;
  return sum;
}

const MAX_GREY = 255;
const LEVELS = 24;

/**
 * Maps the grey levels of an image to those of another one: each level to the mean of the other image's pixels in the same places,
 * in non-decreasing order. This undoes changes of brightness, contrast and gamma, also where bright areas became white.
 */
export function matchGreyLevels(image: Float32Array, other: Float32Array): Float32Array {
  const [sums, weights] = [new Float64Array(LEVELS), new Float64Array(LEVELS)];
  for (let index = 0; index < image.length; index += 1) {
    const { level, share } = locateLevel(image[index]!);
    sums[level]! += other[index]! * (1 - share);
    weights[level]! += 1 - share;
    sums[level + 1]! += other[index]! * share;
    weights[level + 1]! += share;
  }
  let previous = 0;
  const mapped = sums.map((sum, level) => (previous = Math.max(previous, weights[level]! > 0.5 ? sum / weights[level]! : 0)));
  return image.map((value) => {
    const { level, share } = locateLevel(value);
    return mapped[level]! * (1 - share) + mapped[level + 1]! * share;
  });
}

/** Returns the level below a value, and how far the value is on the way to the next level. */
function locateLevel(value: number): { level: number; share: number } {
  const position = (Math.min(MAX_GREY, Math.max(0, value)) / MAX_GREY) * (LEVELS - 1);
  const level = Math.min(LEVELS - 2, Math.floor(position));
  return { level, share: position - level };
}
