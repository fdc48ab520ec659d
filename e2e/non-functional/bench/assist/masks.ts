/** Pixels of an image: 1 inside, 0 outside, row by row. */
export interface Mask {
  readonly width: number;
  readonly height: number;
  readonly bits: Uint8Array;
}

/** Fills a polygon (flat list of vertices) by the even-odd rule at the centers of the pixels. */
export function fillPolygon(outline: readonly number[], width: number, height: number): Mask {
  const bits = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    const crossingXs: number[] = [];
    for (let i = 0, j = outline.length - 2; i < outline.length; j = i, i += 2) {
      const [x1, y1, x2, y2] = [outline[j]!, outline[j + 1]!, outline[i]!, outline[i + 1]!];
      if (y1 > row + 0.5 !== y2 > row + 0.5) crossingXs.push(x1 + ((row + 0.5 - y1) / (y2 - y1)) * (x2 - x1));
    }
    crossingXs.sort((a, b) => a - b);
    for (let crossingIndex = 0; crossingIndex + 1 < crossingXs.length; crossingIndex += 2) {
      const from = Math.max(0, Math.ceil(crossingXs[crossingIndex]! - 0.5));
      const to = Math.min(width - 1, Math.floor(crossingXs[crossingIndex + 1]! - 0.5));
      for (let column = from; column <= to; column += 1) bits[row * width + column] = 1;
    }
  }
  return { width, height, bits };
}

/** Returns the intersection over union of two masks, 0 to 1. */
export function getIou(a: Mask, b: Mask): number {
  let [intersectionCount, unionCount] = [0, 0];
  for (let i = 0; i < a.bits.length; i += 1) {
    intersectionCount += a.bits[i]! & b.bits[i]!;
    unionCount += a.bits[i]! | b.bits[i]!;
  }
  return unionCount === 0 ? 0 : intersectionCount / unionCount;
}

/** Returns the pixel of the mask that is farthest from its edge, with its distance. */
export function findInnermost({ width, height, bits }: Mask): { x: number; y: number; distance: number } {
  const distances = Float32Array.from(bits, (bit) => (bit === 1 ? 1e9 : 0));
  const propagateDistance = (index: number, other: number, step: number) => {
    distances[index] = Math.min(distances[index]!, distances[other]! + step);
  };
  const getEdgeDistance = (x: number, y: number) => x === 0 || y === 0 || x === width - 1 || y === height - 1;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const i = y * width + x;
      if (bits[i] === 0) continue;
      if (getEdgeDistance(x, y)) distances[i] = 1;
      else {
        propagateDistance(i, i - 1, 1);
        propagateDistance(i, i - width, 1);
        propagateDistance(i, i - width - 1, Math.SQRT2);
        propagateDistance(i, i - width + 1, Math.SQRT2);
      }
    }
  let bestIndex = 0;
  for (let y = height - 1; y >= 0; y -= 1)
    for (let x = width - 1; x >= 0; x -= 1) {
      const i = y * width + x;
      if (bits[i] === 0) continue;
      if (!getEdgeDistance(x, y)) {
        propagateDistance(i, i + 1, 1);
        propagateDistance(i, i + width, 1);
        propagateDistance(i, i + width + 1, Math.SQRT2);
        propagateDistance(i, i + width - 1, Math.SQRT2);
      }
      if (distances[i]! > distances[bestIndex]!) bestIndex = i;
    }
  return { x: bestIndex % width, y: Math.floor(bestIndex / width), distance: distances[bestIndex]! };
}

/** Returns where a user would correct a suggestion: in the middle of the largest error. */
export function findCorrection(actual: Mask, expected: Mask): { x: number; y: number; isObject: boolean } {
  const getErrors = (a: Mask, b: Mask) =>
    findInnermost({ ...a, bits: a.bits.map((bit, i) => (bit === 1 && b.bits[i] === 0 ? 1 : 0)) });
  const missingPixels = getErrors(expected, actual);
  const extraPixels = getErrors(actual, expected);
  const { x, y } = missingPixels.distance >= extraPixels.distance ? missingPixels : extraPixels;
  return { x: x + 0.5, y: y + 0.5, isObject: missingPixels.distance >= extraPixels.distance };
}
