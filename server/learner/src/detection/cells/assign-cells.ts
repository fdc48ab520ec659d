import type { Box } from '../../scores/box-overlap';
import type { Outline } from '../../scores/polygon-overlap';

/** An object in pixels of a model's input. `label` is an index in the list of labels. */
export interface InputObject {
  label: number;
  box: Box;
  /** The outline of a polygon, whose bounds are `box`. */
  outline?: Outline;
}

/** The cell of the feature grid belongs to no object. */
export const BACKGROUND = -1;
/** The training ignores the cell: at the border of an object it is neither background nor a good cell to predict from. */
export const IGNORED_CELL = -2;

/**
 * Cells in the core of a box belong to its object. The core is the central part with CORE_RATIO of the width and height. The
 * training ignores cells outside the core, up to OBJECT_RATIO.
 */
const CORE_RATIO = 0.5;
const OBJECT_RATIO = 0.8;

/**
 * Returns for each cell the index of an object, BACKGROUND or IGNORED_CELL. A cell belongs to the smallest object whose core
 * contains the centre of the cell. An object smaller than a cell gets the cell nearest to its centre. Cells of the objects
 * `leftOutObjects` that belong to no other object are IGNORED_CELL.
 */
export function assignCells(
  objects: readonly InputObject[],
  columns: number,
  rows: number,
  stride: number,
  leftOutObjects: readonly InputObject[] = [],
): Int32Array {
  const cells = new Int32Array(columns * rows).fill(BACKGROUND);
  for (const { box } of leftOutObjects) assignBox(cells, columns, rows, stride, box, 1, IGNORED_CELL);
  const largestFirst = objects.map(({ box }, index) => ({ box, index })).sort((a, b) => getArea(b.box) - getArea(a.box));
  for (const { box } of largestFirst) assignBox(cells, columns, rows, stride, box, OBJECT_RATIO, IGNORED_CELL);
  for (const { box, index } of largestFirst) assignBox(cells, columns, rows, stride, box, CORE_RATIO, index);
  return cells;
}

function assignBox(cells: Int32Array, columns: number, rows: number, stride: number, box: Box, ratio: number, value: number) {
  const [left, right] = getCellRange(box[0], box[2], ratio, stride, columns);
  const [top, bottom] = getCellRange(box[1], box[3], ratio, stride, rows);
  for (let row = top; row <= bottom; row++) {
    cells.fill(value, row * columns + left, row * columns + right + 1);
  }
}

/**
 * Returns, along one axis, the first and the last cell whose centre is in the middle part of a box. `ratio` is the length of the
 * middle part relative to the box. If the middle part contains no centre, returns the cell at the middle twice.
 */
function getCellRange(boxStart: number, boxEnd: number, ratio: number, stride: number, cellCount: number): [number, number] {
  const middle = (boxStart + boxEnd) / 2;
  const halfLength = ((boxEnd - boxStart) * ratio) / 2;
  const clamp = (cell: number) => Math.min(cellCount - 1, Math.max(0, cell));
  const nearestCell = clamp(Math.floor(middle / stride));
  const firstCell = Math.ceil((middle - halfLength) / stride - 0.5);
  const lastCell = Math.floor((middle + halfLength) / stride - 0.5);
  return firstCell > lastCell ? [nearestCell, nearestCell] : [clamp(firstCell), clamp(lastCell)];
}

function getArea([x1, y1, x2, y2]: Box): number {
  return (x2 - x1) * (y2 - y1);
}
