import type { ImageSize, MaskShape, MaskRuns, PolygonShape } from '../../../editor/model/types';
import { drawMask, toBitmap, toMaskRuns, type Bitmap } from './bitmap';
import { fillPolygon } from './fill';

type Neighbour = Pick<MaskShape | PolygonShape, 'kind' | 'data'>;

/**
 * Fits a mask to its neighbours: removes their pixels from it, and fills gaps of at most `maxGap` image pixels between them. Null
 * if nothing remains.
 */
export function fitMask(data: MaskRuns, neighbours: readonly Neighbour[], maxGap: number, imageSize: ImageSize): MaskRuns | null {
  const reach = Math.ceil(maxGap / 2);
  const mask = toBitmap(data, maxGap + reach);
  const otherMasks: Bitmap = { ...mask, pixels: new Uint8Array(mask.pixels.length) };
  for (const neighbour of neighbours) {
    if (neighbour.kind === 'mask') drawMask(otherMasks, neighbour.data);
    else fillPolygon(otherMasks, neighbour.data, 1);
  }
  const [toMask, toOthers] = [getDistances(mask, 1), getDistances(otherMasks, 1)];
  // Applies a morphological closing to all shapes together. It fills the area between them, but not beyond the end of a gap.
  const nearPixels = toMask.map((distance, index) => (Math.min(distance, toOthers[index]!) <= reach ? 1 : 0));
  const toOutside = getDistances({ ...mask, pixels: Uint8Array.from(nearPixels) }, 0);
  const isInGap = (index: number) => toOutside[index]! > reach && toMask[index]! + toOthers[index]! <= maxGap + 1;
  const pixels = mask.pixels.map((pixel, index) => (otherMasks.pixels[index] === 0 && (pixel === 1 || isInGap(index)) ? 1 : 0));
  return toMaskRuns({ ...mask, pixels }, imageSize);
}

/** Larger distances are stored as this value, so that they fit into a byte. Gaps are much narrower. */
const MAX_DISTANCE = 254;

/**
 * Returns, for each pixel, the number of steps to the nearest pixel with the value. A step leads to any of the eight neighbours.
 */
function getDistances({ width, height, pixels }: Bitmap, value: 0 | 1): Uint8Array {
  // A border of one pixel makes range checks unnecessary, which would take most of the time.
  const stride = height + 2;
  const paddedDistances = new Uint8Array((width + 2) * stride).fill(MAX_DISTANCE);
  for (let column = 0; column < width; column += 1)
    for (let row = 0, target = (column + 1) * stride + 1; row < height; row += 1, target += 1)
      if (pixels[column * height + row] === value) paddedDistances[target] = 0;
  const relax = (index: number, direction: 1 | -1) => {
    const source = index - direction * stride;
    const distance =
      Math.min(
        paddedDistances[index - direction]!,
        paddedDistances[source - 1]!,
        paddedDistances[source]!,
        paddedDistances[source + 1]!,
      ) + 1;
    if (distance < paddedDistances[index]!) paddedDistances[index] = distance;
  };
  for (let column = 1; column <= width; column += 1) for (let row = 1; row <= height; row += 1) relax(column * stride + row, 1);
  for (let column = width; column > 0; column -= 1) for (let row = height; row > 0; row -= 1) relax(column * stride + row, -1);
  const distances = new Uint8Array(pixels.length);
  for (let column = 0; column < width; column += 1) {
    const start = (column + 1) * stride + 1;
    distances.set(paddedDistances.subarray(start, start + height), column * height);
  }
  return distances;
}
