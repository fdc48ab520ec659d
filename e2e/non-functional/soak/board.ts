import type { Page } from '@playwright/test';
import type { Api } from '../../support/api';
import { Canvas } from '../../support/canvas';

type Cell = number;
type Centre = readonly [x: number, y: number];

const COLUMNS = 12;
const ROWS = 7;
/** Fraction of the canvas, around its centre, that the cells fill. */
const FILLED_RATIO = 0.8;
/** Fraction of a cell that a box fills, along each side. */
const BOX_RATIO = 0.6;
/**
 * Maximum distance of a box from the centre of its cell, as a fraction of the distance between cells. The message that the server
 * is unreachable moves the canvas, so a box that is drawn at that moment can be displaced.
 */
const MAX_OFFSET = 0.5;

export const CELL_COUNT = COLUMNS * ROWS;
export const LAST_CELL = CELL_COUNT - 1;

const toFraction = (gridIndex: number, count: number) => (1 - FILLED_RATIO) / 2 + (FILLED_RATIO * (gridIndex + 0.5)) / count;
const toGridPosition = (cell: Cell) => ({ column: cell % COLUMNS, row: Math.floor(cell / COLUMNS) });

/** Draws the box of a cell with the current tool and label. */
export async function drawBoxInCell(page: Page, cell: Cell): Promise<void> {
  const { column, row } = toGridPosition(cell);
  const [x, y] = [toFraction(column, COLUMNS), toFraction(row, ROWS)];
  const [halfWidth, halfHeight] = [(FILLED_RATIO * BOX_RATIO) / COLUMNS / 2, (FILLED_RATIO * BOX_RATIO) / ROWS / 2];
  await new Canvas(page).drag([x - halfWidth, y - halfHeight], [x + halfWidth, y + halfHeight]);
}

/** Positions of the cells in image pixels, derived from the boxes of the first and the last cell. */
export class Board {
  private constructor(
    private readonly firstCentre: Centre,
    private readonly lastCentre: Centre,
  ) {}

  static async read(api: Api, imageId: string): Promise<Board> {
    const [first, last] = (await api.listObjects(imageId)).map(getCentre).sort(([a], [b]) => a - b);
    if (!first || !last) throw new Error('The reference boxes of the first and last cell are missing');
    return new Board(first, last);
  }

  private getCellCentre(cell: Cell): Centre {
    const { column, row } = toGridPosition(cell);
    const interpolate = (from: number, to: number, ratio: number) => from + (to - from) * ratio;
    return [
      interpolate(this.firstCentre[0], this.lastCentre[0], column / (COLUMNS - 1)),
      interpolate(this.firstCentre[1], this.lastCentre[1], row / (ROWS - 1)),
    ];
  }

  /** Returns the number of boxes on the server for each cell. @throws if a box belongs to no cell */
  async countBoxes(api: Api, imageId: string): Promise<ReadonlyMap<Cell, number>> {
    const counts = new Map<Cell, number>();
    const stepX = Math.abs(this.lastCentre[0] - this.firstCentre[0]) / (COLUMNS - 1);
    const stepY = Math.abs(this.lastCentre[1] - this.firstCentre[1]) / (ROWS - 1);
    for (const [x, y] of (await api.listObjects(imageId)).map(getCentre)) {
      const cell = Array.from({ length: CELL_COUNT }, (_, index) => index).find((index) => {
        const [centreX, centreY] = this.getCellCentre(index);
        return Math.abs(x - centreX) < MAX_OFFSET * stepX && Math.abs(y - centreY) < MAX_OFFSET * stepY;
      });
      if (cell === undefined) throw new Error(`A box around ${x}, ${y} was never drawn`);
      counts.set(cell, (counts.get(cell) ?? 0) + 1);
    }
    return counts;
  }
}

function getCentre({ data: [x1 = 0, y1 = 0, x2 = 0, y2 = 0] }: { data: number[] }): Centre {
  return [(x1 + x2) / 2, (y1 + y2) / 2];
}
