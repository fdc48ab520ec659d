import { isInBitmap, toBitmapPixel, type BitmapRegion } from '../../editor/model/region';
import type { Marks } from './decoder-input';

/**
 * Removes connected parts of a region that the user has not marked, because models can also find similar objects elsewhere. A part is
 * marked if it contains an object point. Without object points, it is marked if it overlaps the box. If no part is marked, returns the
 * region unchanged.
 */
export function keepMarkedParts(region: BitmapRegion, marks: Marks): BitmapRegion {
  const { bits, columns } = region;
  const markedBits = new Uint8Array(bits.length);
  const pendingIndexes = listSeeds(region, marks).filter((index) => bits[index] === 1);
  if (pendingIndexes.length === 0) return region;
  const addIfSet = (index: number) => {
    if (bits[index] !== 1 || markedBits[index] === 1) return;
    markedBits[index] = 1;
    pendingIndexes.push(index);
  };
  for (const index of pendingIndexes) markedBits[index] = 1;
  for (let index = pendingIndexes.pop(); index !== undefined; index = pendingIndexes.pop()) {
    const column = index % columns;
    if (column > 0) addIfSet(index - 1);
    if (column < columns - 1) addIfSet(index + 1);
    if (index >= columns) addIfSet(index - columns);
    if (index + columns < bits.length) addIfSet(index + columns);
  }
  return { ...region, bits: markedBits };
}

/** Returns the indexes of the pixels that the user has marked: the object points or, without object points, all pixels in the box. */
function listSeeds(region: BitmapRegion, { box, strokes }: Marks): number[] {
  const toPixel = (x: number, y: number) => toBitmapPixel(region, { x, y });
  const points = strokes.filter(({ isObject }) => isObject).map(({ points: [x = 0, y = 0] }) => toPixel(x, y));
  if (points.length > 0) return points.filter((pixel) => isInBitmap(region, pixel)).map(({ x, y }) => y * region.columns + x);
  if (!box) return [];
  const [start, end] = [toPixel(box[0], box[1]), toPixel(box[2], box[3])];
  const seeds: number[] = [];
  for (let y = Math.max(0, start.y); y <= Math.min(end.y, region.rows - 1); y += 1)
    for (let x = Math.max(0, start.x); x <= Math.min(end.x, region.columns - 1); x += 1) seeds.push(y * region.columns + x);
  return seeds;
}
