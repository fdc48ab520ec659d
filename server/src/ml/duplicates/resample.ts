/** Start and end of an interval along a side of an image, as fractions of the side. */
export type Interval = readonly [number, number];

/** A rectangle within an image, in fractions of its sides. */
export interface Rectangle {
  x: Interval;
  y: Interval;
}

export const COMPLETE: Rectangle = { x: [0, 1], y: [0, 1] };

/** A square image with one value per pixel, row by row. */
export interface GreyImage {
  side: number;
  values: Float32Array | Uint8Array;
}

/** Scales a rectangle of an image to a square. Each pixel is the mean of the area that it covers. */
export function resample(image: GreyImage, { x, y }: Rectangle, side: number, isMirrored = false): Float32Array {
  const { side: sourceSide, values } = image;
  const columns = computeWeights(x, side, sourceSide);
  const rows = computeWeights(y, side, sourceSide);
  const resampledRows = new Float32Array(sourceSide * side);
  for (let row = 0; row < sourceSide; row += 1) {
    for (let targetIndex = 0; targetIndex < side; targetIndex += 1) {
      const [firstPixel, firstWeight] = [row * sourceSide + columns.firstPixels[targetIndex]!, targetIndex * columns.count];
      let sum = 0;
      for (let index = 0; index < columns.count; index += 1)
        sum += values[firstPixel + index]! * columns.weights[firstWeight + index]!;
      resampledRows[row * side + (isMirrored ? side - 1 - targetIndex : targetIndex)] = sum;
    }
  }
  const result = new Float32Array(side * side);
  for (let targetIndex = 0; targetIndex < side; targetIndex += 1) {
    for (let index = 0; index < rows.count; index += 1) {
      const weight = rows.weights[targetIndex * rows.count + index]!;
      const rowStart = (rows.firstPixels[targetIndex]! + index) * side;
      if (weight === 0) continue;
      for (let column = 0; column < side; column += 1)
        result[targetIndex * side + column]! += resampledRows[rowStart + column]! * weight;
    }
  }
  return result;
}

/**
 * For each target pixel of a line, computes the first source pixel that it covers. Also computes the weights of the `sourcePixelCount` source pixels
 * from there.
 */
function computeWeights([start, end]: Interval, side: number, sourceSide: number) {
  const scale = ((end - start) * sourceSide) / side;
  const sourcePixelCount = Math.min(sourceSide, Math.ceil(scale) + 1);
  const firstPixels = new Int32Array(side);
  const weights = new Float32Array(side * sourcePixelCount);
  for (let targetIndex = 0; targetIndex < side; targetIndex += 1) {
    const sourceStart = start * sourceSide + targetIndex * scale;
    const sourceEnd = Math.min(sourceSide, sourceStart + scale);
    const firstPixel = Math.min(sourceSide - sourcePixelCount, Math.floor(sourceStart));
    firstPixels[targetIndex] = firstPixel;
    for (let index = 0; index < sourcePixelCount; index += 1) {
      const coveredLength = Math.min(sourceEnd, firstPixel + index + 1) - Math.max(sourceStart, firstPixel + index);
      weights[targetIndex * sourcePixelCount + index] = Math.max(0, coveredLength) / scale;
    }
  }
  return { firstPixels, count: sourcePixelCount, weights };
}

/** Subtracts from each pixel the mean of its neighbourhood, which leaves edges and texture. */
export function extractDetail(values: Float32Array, side: number, radius: number): Float32Array {
  const rows = new Float32Array(values.length);
  const detail = new Float32Array(values.length);
  blurLines(values, rows, side, 1, side, radius);
  blurLines(rows, detail, side, side, 1, radius);
  for (let index = 0; index < values.length; index += 1) detail[index] = values[index]! - detail[index]!;
  return detail;
}

/** Computes moving means along lines. `step` and `line` are the index distances between pixels and between lines. */
function blurLines(from: Float32Array, target: Float32Array, side: number, step: number, line: number, radius: number): void {
  for (let start = 0; start < side * line; start += line) {
    let [sum, count] = [0, Math.min(radius, side)];
    for (let index = 0; index < count; index += 1) sum += from[start + index * step]!;
    for (let index = 0; index < side; index += 1) {
      if (index + radius < side) {
        sum += from[start + (index + radius) * step]!;
        count += 1;
      }
      if (index > radius) {
        sum -= from[start + (index - radius - 1) * step]!;
        count -= 1;
      }
      target[start + index * step] = sum / count;
    }
  }
}
