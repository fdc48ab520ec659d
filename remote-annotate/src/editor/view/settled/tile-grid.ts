import type { Bounds } from '../../types';

/** Side of a tile in device pixels. */
export const TILE_SIDE = 512;

/** A tile's place in the grid of its level; tile 0,0 begins in the picture's upper left corner. */
export interface Cell {
  readonly column: number;
  readonly row: number;
}

export function cellKey({ column, row }: Cell): string {
  return `${column}:${row}`;
}

/** The part of the picture that a cell covers at `scale` device pixels to a picture pixel; in picture pixels. */
export function cellBounds({ column, row }: Cell, scale: number): Bounds {
  const side = TILE_SIDE / scale;
  return { minX: column * side, minY: row * side, maxX: (column + 1) * side, maxY: (row + 1) * side };
}

/** The cells that touch `bounds`, row after row. */
export function cellsIn(bounds: Bounds, scale: number): Cell[] {
  const side = TILE_SIDE / scale;
  const cells: Cell[] = [];
  for (let row = Math.floor(bounds.minY / side); row * side < bounds.maxY; row += 1) {
    for (let column = Math.floor(bounds.minX / side); column * side < bounds.maxX; column += 1) cells.push({ column, row });
  }
  return cells;
}

/** How many cells `cellsIn` gives, without making them. */
export function countCells(bounds: Bounds, scale: number): number {
  const side = TILE_SIDE / scale;
  const columns = Math.ceil(bounds.maxX / side) - Math.floor(bounds.minX / side);
  const rows = Math.ceil(bounds.maxY / side) - Math.floor(bounds.minY / side);
  return Math.max(0, columns) * Math.max(0, rows);
}

export function grown(bounds: Bounds, by: number): Bounds {
  return { minX: bounds.minX - by, minY: bounds.minY - by, maxX: bounds.maxX + by, maxY: bounds.maxY + by };
}

/** The common part of two rectangles; null where they do not overlap. */
export function overlap(a: Bounds, b: Bounds): Bounds | null {
  const both = {
    minX: Math.max(a.minX, b.minX),
    minY: Math.max(a.minY, b.minY),
    maxX: Math.min(a.maxX, b.maxX),
    maxY: Math.min(a.maxY, b.maxY),
  };
  return both.minX < both.maxX && both.minY < both.maxY ? both : null;
}

export function touches(a: Bounds, b: Bounds): boolean {
  return a.minX <= b.maxX && a.maxX >= b.minX && a.minY <= b.maxY && a.maxY >= b.minY;
}
