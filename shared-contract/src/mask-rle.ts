/**
 * Run-length encoded masks as in COCO, after `common/maskApi.c` of pycocotools (https://github.com/cocodataset/cocoapi).
 *
 * Runs are the lengths of alternating stretches of background and foreground pixels, starting with background. Pixels are in column-major
 * order: the first column from top to bottom, then the second column. To save memory, only `transposeRuns` and the functions with
 * "bitmap" in their name use bitmaps.
 */

/** Height and width in pixels, in this order as in COCO. */
export type MaskSize = readonly [height: number, width: number];

/** A rectangle of pixels. */
export interface MaskRegion {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Matches a compressed run list. Each character encodes 6 bits, 5 of which contain a part of a value. */
export const COUNTS_PATTERN = /^[0-o]+$/;
const FIRST_CHARACTER = 48;
/** Maximum number of characters of one run length: 7 characters encode 35 bits. */
const MAX_CHARACTERS_PER_RUN = 7;

/** Decodes a compressed run list of COCO. Throws a RangeError if the list is invalid. Does not check the number of pixels. */
export function decodeCounts(counts: string): number[] {
  const runs: number[] = [];
  for (let position = 0; position < counts.length;) {
    const start = position;
    let [value, factor] = [0, 1];
    let group: number;
    do {
      group = counts.charCodeAt(position) - FIRST_CHARACTER;
      if (Number.isNaN(group)) throw new RangeError('ends within a number');
      if (group < 0 || group > 63) throw new RangeError(`has an invalid character at position ${position + 1}`);
      if (position - start === MAX_CHARACTERS_PER_RUN)
        throw new RangeError(`has a number that is too large at position ${start + 1}`);
      value += (group & 31) * factor;
      factor *= 32;
      position++;
    } while (group & 32);
    if (group & 16) value -= factor;
    // From the fourth run on, COCO stores the difference from the run two positions earlier.
    if (runs.length > 2) value += runs[runs.length - 2] ?? 0;
    if (value < 0) throw new RangeError(`has a run of negative length at position ${start + 1}`);
    runs.push(value);
  }
  return runs;
}

/** Encodes runs as a compressed run list of COCO. */
export function encodeCounts(runs: readonly number[]): string {
  const characters: string[] = [];
  for (let index = 0; index < runs.length; index++) {
    let value = runs[index] ?? 0;
    if (index > 2) value -= runs[index - 2] ?? 0;
    let isUnfinished = true;
    while (isUnfinished) {
      const quotient = Math.floor(value / 32);
      const group = value - quotient * 32;
      isUnfinished = quotient !== (group & 16 ? -1 : 0);
      characters.push(String.fromCharCode(FIRST_CHARACTER + group + (isUnfinished ? 32 : 0)));
      value = quotient;
    }
  }
  return characters.join('');
}

/** Builds runs from stretches of foreground, which must be added in ascending order. Merges adjacent stretches. */
class RunBuilder {
  private readonly runs: number[] = [];
  private end = 0;

  /** Adds foreground pixels, from `start` up to but excluding `end`. */
  add(start: number, end: number): void {
    if (end <= start) return;
    const isAdjacent = start === this.end && this.runs.length > 0;
    if (isAdjacent) this.runs.push((this.runs.pop() ?? 0) + end - start);
    else this.runs.push(start - this.end, end - start);
    this.end = end;
  }

  /** Returns the runs of a mask with this number of pixels. */
  finish(pixels: number): number[] {
    if (this.end < pixels) this.runs.push(pixels - this.end);
    return this.runs;
  }
}

/** Calls `visit` for each stretch of foreground, from `start` up to but excluding `end`. */
function forEachStretch(runs: readonly number[], visit: (start: number, end: number) => void): void {
  let start = 0;
  for (let index = 0; index < runs.length; index++) {
    const end = start + (runs[index] ?? 0);
    if (index % 2 === 1 && end > start) visit(start, end);
    start = end;
  }
}

/** Calls `visit` for each column segment of foreground in the columns from `left` up to but excluding `right`. `bottom` is exclusive. */
function forEachColumnPart(
  runs: readonly number[],
  height: number,
  [left, right]: readonly [number, number],
  visit: (column: number, top: number, bottom: number) => void,
): void {
  forEachStretch(runs, (start, end) => {
    const lastColumn = Math.min(Math.floor((end - 1) / height), right - 1);
    for (let column = Math.max(Math.floor(start / height), left); column <= lastColumn; column++) {
      visit(column, Math.max(start - column * height, 0), Math.min(end - column * height, height));
    }
  });
}

/** Finds the foreground in a range of pixels without visiting all runs before that range. */
export class RunIndex {
  /** The position after the last pixel of each run. */
  private readonly ends: Float64Array;

  constructor(runs: readonly number[]) {
    this.ends = new Float64Array(runs.length);
    let end = 0;
    for (let index = 0; index < runs.length; index++) {
      end += runs[index] ?? 0;
      this.ends[index] = end;
    }
  }

  /** Calls `visit` for each stretch of foreground in a range, clipped to the range. `endPosition` and `end` are exclusive. */
  forEachStretch(firstPosition: number, endPosition: number, visit: (start: number, end: number) => void): void {
    let position = firstPosition;
    // Positions after the last run count as background.
    for (let index = this.findRun(firstPosition); position < endPosition && index < this.ends.length; index++) {
      const end = Math.min(this.ends[index] ?? endPosition, endPosition);
      if (index % 2 === 1) visit(position, end);
      position = end;
    }
  }

  /** Returns the index of the run that contains a position. */
  private findRun(position: number): number {
    let [low, high] = [0, this.ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.ends[middle] ?? 0) > position) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** Returns the number of pixels of the runs, background and foreground. */
export function countPixels(runs: readonly number[]): number {
  return runs.reduce((sum, run) => sum + run, 0);
}

/** Removes empty runs, so that equal masks have equal runs. Only the first run may be empty. */
export function mergeEmptyRuns(runs: readonly number[]): number[] {
  const builder = new RunBuilder();
  forEachStretch(runs, (start, end) => builder.add(start, end));
  return builder.finish(countPixels(runs));
}

/** Returns runs with exactly this number of pixels: removes surplus pixels, or adds background. Removes empty runs. */
export function clipRuns(runs: readonly number[], pixels: number): number[] {
  const builder = new RunBuilder();
  forEachStretch(runs, (start, end) => builder.add(start, Math.min(end, pixels)));
  return builder.finish(pixels);
}

/** Builds runs from a flat list of the starts and (exclusive) ends of the stretches of foreground, in ascending order. */
export function buildRuns(stretches: readonly number[], pixels: number): number[] {
  const builder = new RunBuilder();
  for (let index = 0; index < stretches.length; index += 2) builder.add(stretches[index] ?? 0, stretches[index + 1] ?? 0);
  return builder.finish(pixels);
}

/** Converts runs in row-major order to column-major order. With `[width, height]` as the size, converts them back. */
export function transposeRuns(runs: readonly number[], size: MaskSize): number[] {
  const bitmap = new Uint8Array(size[0] * size[1]);
  forEachStretch(runs, (start, end) => bitmap.fill(1, start, end));
  return encodeBitmap(bitmap, size);
}

/** Returns the number of foreground pixels. */
export function computeMaskArea(runs: readonly number[]): number {
  return runs.reduce((sum, run, index) => (index % 2 === 1 ? sum + run : sum), 0);
}

/**
 * Returns the box `[x1, y1, x2, y2]` around the foreground, or null without foreground. `x2` and `y2` are exclusive.
 */
export function computeMaskBox(runs: readonly number[], [height]: MaskSize): [number, number, number, number] | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  forEachStretch(runs, (start, end) => {
    const [firstColumn, lastColumn] = [Math.floor(start / height), Math.floor((end - 1) / height)];
    const isOneColumn = firstColumn === lastColumn;
    left = Math.min(left, firstColumn);
    right = Math.max(right, lastColumn + 1);
    top = Math.min(top, isOneColumn ? start - firstColumn * height : 0);
    bottom = Math.max(bottom, isOneColumn ? end - firstColumn * height : height);
  });
  return right > left ? [left, top, right, bottom] : null;
}

/** Crops the mask of an image to a region and returns the runs of the region. Pixels outside the image are background. */
export function cropRuns(runs: readonly number[], [height]: MaskSize, region: MaskRegion): number[] {
  const builder = new RunBuilder();
  forEachColumnPart(runs, height, [region.left, region.left + region.width], (column, top, bottom) => {
    const offset = (column - region.left) * region.height - region.top;
    builder.add(offset + Math.max(top, region.top), offset + Math.min(bottom, region.top + region.height));
  });
  return builder.finish(region.width * region.height);
}

/** Returns the mask of an image from the mask of a region. Drops foreground outside the image. */
export function placeRuns(regionRuns: readonly number[], region: MaskRegion, [height, width]: MaskSize): number[] {
  const builder = new RunBuilder();
  const columns = [Math.max(-region.left, 0), Math.min(region.width, width - region.left)] as const;
  forEachColumnPart(regionRuns, region.height, columns, (column, top, bottom) => {
    const offset = (column + region.left) * height + region.top;
    builder.add(offset + Math.max(top, -region.top), offset + Math.min(bottom, height - region.top));
  });
  return builder.finish(height * width);
}

/** Returns the runs of a bitmap with one byte per pixel, row by row. Every byte except 0 is foreground. */
export function encodeBitmap(bitmap: ArrayLike<number>, [height, width]: MaskSize): number[] {
  const runs: number[] = [];
  let [run, isForeground] = [0, false];
  for (let x = 0; x < width; x++) {
    for (let index = x; index < height * width; index += width) {
      if ((bitmap[index] !== 0) !== isForeground) {
        runs.push(run);
        [run, isForeground] = [0, !isForeground];
      }
      run++;
    }
  }
  runs.push(run);
  return runs;
}

/** Returns a bitmap with one byte per pixel, row by row: 1 for foreground. The runs must not exceed the size. */
export function decodeBitmap(runs: readonly number[], [height, width]: MaskSize): Uint8Array {
  const bitmap = new Uint8Array(height * width);
  forEachColumnPart(runs, height, [0, width], (column, top, bottom) => {
    for (let row = top; row < bottom; row++) bitmap[row * width + column] = 1;
  });
  return bitmap;
}
