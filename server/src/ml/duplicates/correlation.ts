/** Minimum variance per pixel. Correlations of uniform images would only compare noise. */
const MIN_VARIANCE = 0.25;

/** Scales values to mean 0 and Euclidean length 1. Uniform values become 0. */
export function standardize(values: Float32Array): Float32Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  if (squares < MIN_VARIANCE * values.length) return new Float32Array(values.length);
  const length = Math.sqrt(squares);
  return values.map((value) => (value - mean) / length);
}

/** Computes the dot product. Of two standardized images, it is their correlation: -1 to 1, or 0 if one of them is uniform. */
export function computeDotProduct(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += a[index]! * b[index]!;
  return sum;
}

const MAX_GREY = 255;
const LEVEL_COUNT = 24;

/**
 * Replaces each grey level of an image by the mean of the other image's pixels at the same positions. The order of the levels is
 * preserved. This reverts changes of brightness, contrast and gamma, even where bright areas became white.
 */
export function matchGreyLevels(image: Float32Array, otherImage: Float32Array): Float32Array {
  const [sums, weights] = [new Float64Array(LEVEL_COUNT), new Float64Array(LEVEL_COUNT)];
  for (let index = 0; index < image.length; index += 1) {
    const { level, weight } = locateLevel(image[index]!);
    sums[level]! += otherImage[index]! * (1 - weight);
    weights[level]! += 1 - weight;
    sums[level + 1]! += otherImage[index]! * weight;
    weights[level + 1]! += weight;
  }
  let previousLevel = 0;
  const mappedLevels = sums.map(
    (sum, level) => (previousLevel = Math.max(previousLevel, weights[level]! > 0.5 ? sum / weights[level]! : 0)),
  );
  return image.map((value) => {
    const { level, weight } = locateLevel(value);
    return mappedLevels[level]! * (1 - weight) + mappedLevels[level + 1]! * weight;
  });
}

/** Returns the level below a value, and the position of the value between this level and the next one, 0 to 1. */
function locateLevel(value: number): { level: number; weight: number } {
  const position = (Math.min(MAX_GREY, Math.max(0, value)) / MAX_GREY) * (LEVEL_COUNT - 1);
  const level = Math.min(LEVEL_COUNT - 2, Math.floor(position));
  return { level, weight: position - level };
}
