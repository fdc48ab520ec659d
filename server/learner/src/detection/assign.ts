import type { Box } from '../scores/overlap';
import type { Outline } from '../scores/polygon-overlap';

/** Something drawn in a picture: its label by its place in the list of labels, its box in pixels of what the model sees. */
export interface Drawn {
  label: number;
  box: Box;
  /** Of what is drawn as a polygon; `box` is its bounds. */
  outline?: Outline;
}

/** What a cell stands for where it stands for nothing that is drawn. */
export const NOTHING = -1;
/** It is neither a good place to tell the object from, nor background. */
export const UNSURE = -2;

/** Share of a box's sides, about its centre, in which cells stand for it; and up to which they are not background. */
const CORE = 0.5;
const AROUND = 0.8;

/**
 * What each cell stands for: the place of an object in `drawn`, NOTHING or UNSURE. A cell stands for the smallest object
 * whose core it lies in; an object smaller than a cell has the cell nearest to its centre.
 */
export function assignCells(drawn: readonly Drawn[], columns: number, rows: number, stride: number): Int32Array {
  const cells = new Int32Array(columns * rows).fill(NOTHING);
  const largestFirst = drawn.map(({ box }, index) => ({ box, index })).sort((a, b) => areaOf(b.box) - areaOf(a.box));
  for (const { box } of largestFirst) paint(cells, columns, rows, stride, box, AROUND, UNSURE);
  for (const { box, index } of largestFirst) paint(cells, columns, rows, stride, box, CORE, index);
  return cells;
}

function paint(cells: Int32Array, columns: number, rows: number, stride: number, box: Box, share: number, value: number) {
  const [left, right] = cellsOf(box[0], box[2], share, stride, columns);
  const [top, bottom] = cellsOf(box[1], box[3], share, stride, rows);
  for (let row = top; row <= bottom; row++) {
    cells.fill(value, row * columns + left, row * columns + right + 1);
  }
}

/** The first and last cell along one side whose centres lie in the share of it; at least the one nearest to its middle. */
function cellsOf(from: number, to: number, share: number, stride: number, count: number): [number, number] {
  const middle = (from + to) / 2;
  const reach = ((to - from) * share) / 2;
  const within = (cell: number) => Math.min(count - 1, Math.max(0, cell));
  const nearest = within(Math.floor(middle / stride));
  const first = Math.ceil((middle - reach) / stride - 0.5);
  const last = Math.floor((middle + reach) / stride - 0.5);
  return first > last ? [nearest, nearest] : [within(first), within(last)];
}

function areaOf([x1, y1, x2, y2]: Box): number {
  return (x2 - x1) * (y2 - y1);
}
