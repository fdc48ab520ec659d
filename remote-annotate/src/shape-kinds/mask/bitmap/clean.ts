import { forEachEqualStretch, type Bitmap } from './bitmap';
import type { PixelValue } from './fill';

/** A connected part of a mask is a speck if it has fewer pixels than this ratio of the largest part. */
export const SPECK_RATIO = 0.01;

/** Consecutive pixels of a column, as indexes into the pixels of the bitmap. `end` is excluded. */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Connected pixels of one value. */
interface Part {
  size: number;
  readonly stretches: Stretch[];
}

function findStretches({ height, pixels }: Bitmap, column: number, value: PixelValue): readonly Stretch[] {
  const stretches: Stretch[] = [];
  const start = column * height;
  forEachEqualStretch(pixels.subarray(start, start + height), value, (from, to) =>
    stretches.push({ start: start + from, end: start + to }),
  );
  return stretches;
}

/** All stretches of pixels with one value in ascending order. `findRoot` returns the same index for connected stretches. */
interface ConnectedStretches {
  readonly stretches: readonly Stretch[];
  /** Returns the index of the stretch that represents all stretches connected with this stretch. */
  findRoot(index: number): number;
}

/** @param reach 1 if pixels that touch at a corner are connected, otherwise 0 */
export function connectStretches(bitmap: Bitmap, value: PixelValue, reach: 0 | 1): ConnectedStretches {
  const { width, height } = bitmap;
  const stretches: Stretch[] = [];
  /** A union-find forest over the stretches. */
  const parents: number[] = [];
  const findRoot = (index: number): number => {
    let root = index;
    while (parents[root] !== root) {
      parents[root] = parents[parents[root]!]!;
      root = parents[root]!;
    }
    return root;
  };
  let previousColumn = { first: 0, end: 0 };
  for (let column = 0; column < width; column += 1) {
    const firstIndex = stretches.length;
    let neighbour = previousColumn.first;
    for (const stretch of findStretches(bitmap, column, value)) {
      const index = stretches.push(stretch) - 1;
      parents.push(index);
      const [start, end] = [stretch.start - height - reach, stretch.end - height + reach];
      while (neighbour < previousColumn.end && stretches[neighbour]!.end <= start) neighbour += 1;
      for (let otherIndex = neighbour; otherIndex < previousColumn.end && stretches[otherIndex]!.start < end; otherIndex += 1)
        parents[findRoot(otherIndex)] = findRoot(index);
    }
    previousColumn = { first: firstIndex, end: stretches.length };
  }
  return { stretches, findRoot };
}

function findParts(bitmap: Bitmap, value: PixelValue, reach: 0 | 1): readonly Part[] {
  const { stretches, findRoot } = connectStretches(bitmap, value, reach);
  const partsByRoot = new Map<number, Part>();
  for (const [index, stretch] of stretches.entries()) {
    const root = findRoot(index);
    const connectedPart = partsByRoot.get(root) ?? { size: 0, stretches: [] };
    connectedPart.size += stretch.end - stretch.start;
    connectedPart.stretches.push(stretch);
    partsByRoot.set(root, connectedPart);
  }
  return [...partsByRoot.values()];
}

function withPartsFilled(bitmap: Bitmap, connectedParts: readonly Part[], value: PixelValue): Bitmap {
  const pixels = bitmap.pixels.slice();
  for (const { stretches } of connectedParts) for (const { start, end } of stretches) pixels.fill(value, start, end);
  return { ...bitmap, pixels };
}

/**
 * Fills holes: sets all unset pixels that are completely surrounded by set pixels. Set pixels that touch only at a corner also form a
 * closed border.
 */
export function fillHoles(bitmap: Bitmap): Bitmap {
  const { height, pixels } = bitmap;
  const isAtEdge = ({ start, end }: Stretch) =>
    start % height === 0 || end % height === 0 || start < height || end > pixels.length - height;
  const holes = findParts(bitmap, 0, 0).filter(({ stretches }) => !stretches.some(isAtEdge));
  return withPartsFilled(bitmap, holes, 1);
}

/** Clears the parts that are much smaller than the largest part (see `SPECK_RATIO`). Pixels that touch at a corner belong to one part. */
export function removeSpecks(bitmap: Bitmap): Bitmap {
  const connectedParts = findParts(bitmap, 1, 1);
  const minSize = SPECK_RATIO * connectedParts.reduce((largest, { size }) => Math.max(largest, size), 0);
  return withPartsFilled(
    bitmap,
    connectedParts.filter(({ size }) => size < minSize),
    0,
  );
}
