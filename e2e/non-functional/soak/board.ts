import type { Page } from '@playwright/test';
import type { Api } from '../../support/api';
import { Canvas } from '../../support/canvas';

type Cell = number;
type Centre = readonly [x: number, y: number];

const COLUMNS = 12;
const ROWS = 7;
/** Fraction of the canvas, around its centre, that the cells fill. */
const FILLED = 0.8;
/** Fraction of a cell that a box fills, along each side. */
const BOX = 0.6;
/**
 * Of the way to the next cell, by which the middle of a box may lie off that of its own: the bar that says that the server is
 * gone moves the canvas under a hand that draws.
 */
const NEAR = 0.5;

export const CELLS = COLUMNS * ROWS;
export const LAST_CELL = CELLS - 1;

const shareOf = (place: number, of: number) => (1 - FILLED) / 2 + (FILLED * (place + 0.5)) / of;
const placeOf = (cell: Cell) => ({ column: cell % COLUMNS, row: Math.floor(cell / COLUMNS) });

/** Draws the box of a cell with the current tool and label. */
export async function drawIn(page: Page, cell: Cell): Promise<void> {
  const { column, row } = placeOf(cell);
  const [x, y] = [shareOf(column, COLUMNS), shareOf(row, ROWS)];
  const [dx, dy] = [(FILLED * BOX) / COLUMNS / 2, (FILLED * BOX) / ROWS / 2];
  await new Canvas(page).drag([x - dx, y - dy], [x + dx, y + dy]);
}

/** Positions of the cells in image pixels, derived from the boxes of the first and the last cell. */
export class Board {
  private constructor(
    private readonly first: Centre,
    private readonly last: Centre,
  ) {}

  static async read(api: Api, image: string): Promise<Board> {
    const [first, last] = (await api.listObjects(image)).map(centreOf).sort(([a], [b]) => a - b);
    if (!first || !last) throw new Error('The boxes to find the cells by are not there');
    return new Board(first, last);
  }

  private centreIn(cell: Cell): Centre {
    const { column, row } = placeOf(cell);
    const between = (from: number, to: number, share: number) => from + (to - from) * share;
    return [between(this.first[0], this.last[0], column / (COLUMNS - 1)), between(this.first[1], this.last[1], row / (ROWS - 1))];
  }

  /** Returns the number of boxes on the server for each cell. @throws if a box belongs to no cell */
  async countsOf(api: Api, image: string): Promise<ReadonlyMap<Cell, number>> {
    const counts = new Map<Cell, number>();
    const stepX = Math.abs(this.last[0] - this.first[0]) / (COLUMNS - 1);
    const stepY = Math.abs(this.last[1] - this.first[1]) / (ROWS - 1);
    for (const [x, y] of (await api.listObjects(image)).map(centreOf)) {
      const cell = Array.from({ length: CELLS }, (_, index) => index).find((index) => {
        const [cx, cy] = this.centreIn(index);
        return Math.abs(x - cx) < NEAR * stepX && Math.abs(y - cy) < NEAR * stepY;
      });
      if (cell === undefined) throw new Error(`A box around ${x}, ${y} was never drawn`);
      counts.set(cell, (counts.get(cell) ?? 0) + 1);
    }
    return counts;
  }
}

function centreOf({ data: [x1 = 0, y1 = 0, x2 = 0, y2 = 0] }: { data: number[] }): Centre {
  return [(x1 + x2) / 2, (y1 + y2) / 2];
}
