import type { Bounds, Vec } from './types';

/** The position of a bitmap in the image. */
export interface BitmapPlacement {
  /** Position of the upper left corner in image pixels. */
  readonly x: number;
  readonly y: number;
  /** Size in pixels of the bitmap. */
  readonly columns: number;
  readonly rows: number;
  /** Image pixels for each pixel of the bitmap: 1, or more if the bitmap is reduced. */
  readonly step: number;
}

/** The pixels of an object, row by row: 1 inside, 0 outside. */
export interface BitmapRegion extends BitmapPlacement {
  readonly bits: Uint8Array;
}

/** The object that a tool has found in the image. */
export interface Suggestion {
  readonly region: BitmapRegion;
  /** The outline of the largest part, as a flat list of image pixels. Empty if nothing was found. */
  readonly outline: readonly number[];
  /** The edges of all parts and holes, as flat lists of image pixels. Pixels inside an odd number of edges belong to the object. */
  readonly edges: readonly (readonly number[])[];
}

/** Returns the pixel of a bitmap at a position of the image. It can lie outside the bitmap. */
export function toBitmapPixel({ x, y, step }: BitmapPlacement, position: Vec): Vec {
  return { x: Math.floor((position.x - x) / step), y: Math.floor((position.y - y) / step) };
}

/** Whether the bitmap contains a pixel. */
export function isInBitmap({ columns, rows }: BitmapPlacement, { x, y }: Vec): boolean {
  return x >= 0 && y >= 0 && x < columns && y < rows;
}

/** Returns the box around the pixels of a region in image pixels, or null if it is empty. */
export function getRegionBounds({ bits, columns, x, y, step }: BitmapRegion): Bounds | null {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [index, bit] of bits.entries()) {
    if (bit === 0) continue;
    const [column, row] = [index % columns, Math.floor(index / columns)];
    [minX, maxX] = [Math.min(minX, column), Math.max(maxX, column + 1)];
    [minY, maxY] = [Math.min(minY, row), Math.max(maxY, row + 1)];
  }
  return minX === Infinity
    ? null
    : { minX: minX * step + x, minY: minY * step + y, maxX: maxX * step + x, maxY: maxY * step + y };
}
