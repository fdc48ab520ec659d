import { FeatureRows } from '../learning/feature-rows';
import { someOf, type Random } from '../random';
import { assignCells, NOTHING, type Drawn } from './assign';

/** Cells to learn from: their features, and what they stand for. Grows up to the size that it was made with. */
export class Samples {
  readonly features: FeatureRows;
  /** Label of what a cell stands for, or NOTHING. */
  readonly labels: Int32Array;
  /** Sides of the box from the cell's centre, in pixels: x1, y1, x2, y2. */
  readonly boxes: Float32Array;

  constructor(channels: number, most: number) {
    this.features = new FeatureRows(channels, most);
    this.labels = new Int32Array(most);
    this.boxes = new Float32Array(4 * most);
  }

  get hasObjects(): boolean {
    return this.labels.subarray(0, this.features.count).some((label) => label !== NOTHING);
  }

  /**
   * Takes up to `count` cells of a picture, at most half of them standing for something, the objects in turn. `cells` is
   * rows x columns x channels.
   */
  take(
    {
      cells,
      columns,
      rows,
      stride,
      drawn,
    }: { cells: Float32Array; columns: number; rows: number; stride: number; drawn: Drawn[] },
    count: number,
    random: Random,
  ): void {
    const standing = assignCells(drawn, columns, rows, stride);
    const places = drawn.map((): number[] => []);
    const background: number[] = [];
    for (const [cell, object] of standing.entries()) {
      if (object === NOTHING) background.push(cell);
      else if (object >= 0) places[object]!.push(cell);
    }
    const chosen = inTurn(
      places.map((cellsOfOne) => someOf(cellsOfOne, count, random)),
      Math.ceil(count / 2),
    );
    const around = someOf(background, count - chosen.length, random);
    for (const cell of [...chosen, ...around]) {
      if (this.features.isFull) return;
      const row = this.features.add(cells, cell * this.features.width);
      const object = standing[cell]!;
      this.labels[row] = object < 0 ? NOTHING : drawn[object]!.label;
      if (object >= 0) {
        const x = ((cell % columns) + 0.5) * stride;
        const y = (Math.floor(cell / columns) + 0.5) * stride;
        const [x1, y1, x2, y2] = drawn[object]!.box;
        this.boxes.set([x1 - x, y1 - y, x2 - x, y2 - y], 4 * row);
      }
    }
  }
}

/** The first of each list, then the second of each, up to `count`. */
function inTurn<Row>(lists: readonly Row[][], count: number): Row[] {
  const taken: Row[] = [];
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  for (let at = 0; at < longest; at++) {
    for (const list of lists) {
      if (taken.length === count) return taken;
      if (at < list.length) taken.push(list[at]!);
    }
  }
  return taken;
}
