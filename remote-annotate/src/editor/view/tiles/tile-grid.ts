import type { Bounds } from '../../model/types';

/** Side of a tile in device pixels. */
export const TILE_SIDE = 512;

/** The position of a tile in the grid of its level. Tile 0,0 starts at the upper left corner of the image. */
export interface Cell {
  readonly column: number;
  readonly row: number;
}

export function getCellKey({ column, row }: Cell): string {
  return `${column}:${row}`;
}

/** Returns the area of a cell in image pixels at `scale` device pixels for each image pixel. */
export function getCellBounds({ column, row }: Cell, scale: number): Bounds {
  const cellSide = TILE_SIDE / scale;
  return { minX: column * cellSide, minY: row * cellSide, maxX: (column + 1) * cellSide, maxY: (row + 1) * cellSide };
}

/** Returns the cells that touch `bounds`, row by row. */
export function getCells(bounds: Bounds, scale: number): Cell[] {
  const cellSide = TILE_SIDE / scale;
  const cells: Cell[] = [];
  for (let row = Math.floor(bounds.minY / cellSide); row * cellSide < bounds.maxY; row += 1) {
    for (let column = Math.floor(bounds.minX / cellSide); column * cellSide < bounds.maxX; column += 1)
      cells.push({ column, row });
  }
  return cells;
}

/** Returns the number of cells that touch `bounds`. */
export function countCells(bounds: Bounds, scale: number): number {
  const cellSide = TILE_SIDE / scale;
  const columns = Math.ceil(bounds.maxX / cellSide) - Math.floor(bounds.minX / cellSide);
  const rows = Math.ceil(bounds.maxY / cellSide) - Math.floor(bounds.minY / cellSide);
  return Math.max(0, columns) * Math.max(0, rows);
}

export function expandBounds(bounds: Bounds, margin: number): Bounds {
  return { minX: bounds.minX - margin, minY: bounds.minY - margin, maxX: bounds.maxX + margin, maxY: bounds.maxY + margin };
}

/** Returns the intersection of two rectangles, or null if they do not overlap. */
export function intersectBounds(a: Bounds, b: Bounds): Bounds | null {
  const intersection = {
    minX: Math.max(a.minX, b.minX),
    minY: Math.max(a.minY, b.minY),
    maxX: Math.min(a.maxX, b.maxX),
    maxY: Math.min(a.maxY, b.maxY),
  };
  return intersection.minX < intersection.maxX && intersection.minY < intersection.maxY ? intersection : null;
}

/** Expands an area to complete device pixels, so that it can be cleared and painted again without a visible edge. */
export function alignToPixels({ minX, minY, maxX, maxY }: Bounds, scale: number): Bounds {
  return {
    minX: Math.floor(minX * scale) / scale,
    minY: Math.floor(minY * scale) / scale,
    maxX: Math.ceil(maxX * scale) / scale,
    maxY: Math.ceil(maxY * scale) / scale,
  };
}

/** Whether an area is less than half of a tile. */
export function isSmallPart({ minX, minY, maxX, maxY }: Bounds, scale: number): boolean {
  return (maxX - minX) * (maxY - minY) * 2 < (TILE_SIDE / scale) ** 2;
}

export function isTouching(a: Bounds, b: Bounds): boolean {
  return a.minX <= b.maxX && a.maxX >= b.minX && a.minY <= b.maxY && a.maxY >= b.minY;
}
