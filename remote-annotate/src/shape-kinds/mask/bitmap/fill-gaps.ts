import type { ImageSize, MaskRuns, PolygonData } from '../../../editor/model/types';
import { drawMask, toBitmap, toMaskRuns, type Bitmap } from './bitmap';
import { fillPolygon } from './fill';

/** The shapes near a mask: other masks, and the outlines of polygons and boxes. */
export interface Neighbours {
  readonly masks: readonly MaskRuns[];
  readonly outlines: readonly PolygonData[];
}

/**
 * Fits a mask to its neighbours: removes their pixels, and fills gaps of at most `maxGap` image pixels between the mask and its
 * neighbours. The width of a gap is measured along a straight line in any direction. Returns null if nothing is left.
 */
export function fitMask(data: MaskRuns, { masks, outlines }: Neighbours, maxGap: number, imageSize: ImageSize): MaskRuns | null {
  const reach = Math.ceil(maxGap / 2);
  const mask = toBitmap(data, maxGap + reach);
  const otherMasks: Bitmap = { ...mask, pixels: new Uint8Array(mask.pixels.length) };
  for (const runs of masks) drawMask(otherMasks, runs);
  for (const outline of outlines) fillPolygon(otherMasks, outline, 1);
  const nearPixels = computeStepDistances(
    { ...mask, pixels: mask.pixels.map((pixel, index) => pixel | otherMasks.pixels[index]!) },
    1,
  ).map((stepDistance) => (stepDistance <= reach ? 1 : 0));
  // Morphological closing of all shapes together. It covers the gap between two shapes, but nothing beyond the ends of the gap.
  const distancesToOutside = computeStepDistances({ ...mask, pixels: nearPixels }, 0);
  const [getDistanceToMask, getDistanceToOthers] = [createDistanceGetter(mask, maxGap), createDistanceGetter(otherMasks, maxGap)];
  const isInGap = (index: number) =>
    distancesToOutside[index]! > reach && getDistanceToMask(index) + getDistanceToOthers(index) <= maxGap + 1;
  const pixels = mask.pixels.map((pixel, index) => (otherMasks.pixels[index] === 0 && (pixel === 1 || isInGap(index)) ? 1 : 0));
  return toMaskRuns({ ...mask, pixels }, imageSize);
}

/** Maximum stored distance, so that distances fit into a byte. Gaps are much narrower. */
const MAX_STEP_DISTANCE = 254;

/**
 * Returns the number of steps from each pixel to the nearest pixel with the given value. A step goes to any of the eight adjacent pixels.
 */
function computeStepDistances({ width, height, pixels }: Bitmap, value: 0 | 1): Uint8Array {
  // Add a border of one pixel, so that the loops need no tests for the edge, which would take most of the time.
  const stride = height + 2;
  const paddedDistances = new Uint8Array((width + 2) * stride).fill(MAX_STEP_DISTANCE);
  for (let column = 0; column < width; column += 1)
    for (let row = 0, target = (column + 1) * stride + 1; row < height; row += 1, target += 1)
      if (pixels[column * height + row] === value) paddedDistances[target] = 0;
  const updateDistance = (index: number, direction: 1 | -1) => {
    // The pixel of the same row in the adjacent column, whose distances have been updated before.
    const adjacentIndex = index - direction * stride;
    const distance =
      Math.min(
        paddedDistances[index - direction]!,
        paddedDistances[adjacentIndex - 1]!,
        paddedDistances[adjacentIndex]!,
        paddedDistances[adjacentIndex + 1]!,
      ) + 1;
    if (distance < paddedDistances[index]!) paddedDistances[index] = distance;
  };
  for (let column = 1; column <= width; column += 1)
    for (let row = 1; row <= height; row += 1) updateDistance(column * stride + row, 1);
  for (let column = width; column > 0; column -= 1)
    for (let row = height; row > 0; row -= 1) updateDistance(column * stride + row, -1);
  const stepDistances = new Uint8Array(pixels.length);
  for (let column = 0; column < width; column += 1) {
    const start = (column + 1) * stride + 1;
    stepDistances.set(paddedDistances.subarray(start, start + height), column * height);
  }
  return stepDistances;
}

/** Returns a function that returns the distance from a pixel to the nearest set pixel, or infinity if it is larger than `maxDistance`. */
function createDistanceGetter({ width, height, pixels }: Bitmap, maxDistance: number): (index: number) => number {
  /** The distance to the nearest set pixel of the same column. */
  const columnDistances = new Uint8Array(pixels.length);
  for (let start = 0; start < pixels.length; start += height) {
    let distance = MAX_STEP_DISTANCE;
    const visit = (index: number) => {
      distance = pixels[index] === 1 ? 0 : Math.min(distance + 1, columnDistances[index] || MAX_STEP_DISTANCE, MAX_STEP_DISTANCE);
      columnDistances[index] = distance;
    };
    for (let index = start; index < start + height; index += 1) visit(index);
    distance = MAX_STEP_DISTANCE;
    for (let index = start + height - 1; index >= start; index -= 1) visit(index);
  }
  return (index) => {
    let minSquaredDistance = Infinity;
    const column = Math.floor(index / height);
    const [firstColumn, lastColumn] = [Math.max(0, column - maxDistance), Math.min(width - 1, column + maxDistance)];
    for (let otherColumn = firstColumn; otherColumn <= lastColumn; otherColumn += 1) {
      const verticalDistance = columnDistances[index + (otherColumn - column) * height]!;
      if (verticalDistance <= maxDistance)
        minSquaredDistance = Math.min(minSquaredDistance, (otherColumn - column) ** 2 + verticalDistance ** 2);
    }
    return Math.sqrt(minSquaredDistance);
  };
}
