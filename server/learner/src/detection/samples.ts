import { someOf, type Random } from '../random';
import { assignCells, NOTHING, type Drawn } from './assign';

/** Cells to learn from: their features, and what they stand for. Grows up to the size that it was made with. */
export class Samples {
  /** Upper halves of 32-bit floats (bfloat16), for half the memory. */
  private readonly features: Uint16Array;
  /** Label of what a cell stands for, or NOTHING. */
  readonly labels: Int32Array;
  /** Sides of the box from the cell's centre, in pixels: x1, y1, x2, y2. */
  readonly boxes: Float32Array;
  count = 0;

  constructor(
    readonly channels: number,
    readonly most: number,
  ) {
    this.features = new Uint16Array(most * channels);
    this.labels = new Int32Array(most);
    this.boxes = new Float32Array(4 * most);
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
      Math.floor(count / 2),
    );
    const around = someOf(background, count - chosen.length, random);
    const bits = new Uint32Array(cells.buffer, cells.byteOffset, cells.length);
    for (const cell of [...chosen, ...around]) {
      if (this.count === this.most) return;
      const from = cell * this.channels;
      const to = this.count * this.channels;
      for (let channel = 0; channel < this.channels; channel++) this.features[to + channel] = bits[from + channel]! >>> 16;
      const object = standing[cell]!;
      this.labels[this.count] = object < 0 ? NOTHING : drawn[object]!.label;
      if (object >= 0) {
        const x = ((cell % columns) + 0.5) * stride;
        const y = (Math.floor(cell / columns) + 0.5) * stride;
        const [x1, y1, x2, y2] = drawn[object]!.box;
        this.boxes.set([x1 - x, y1 - y, x2 - x, y2 - y], 4 * this.count);
      }
      this.count += 1;
    }
  }

  /** Writes the features of a cell into a batch. */
  read(index: number, batch: Float32Array, row: number): void {
    const bits = new Uint32Array(batch.buffer, batch.byteOffset + 4 * row * this.channels, this.channels);
    const from = index * this.channels;
    for (let channel = 0; channel < this.channels; channel++) bits[channel] = this.features[from + channel]! << 16;
  }

  /** Mean and spread of each channel. */
  spread(): { mean: Float32Array; deviation: Float32Array } {
    const sum = new Float64Array(this.channels);
    const squares = new Float64Array(this.channels);
    const row = new Float32Array(this.channels);
    const step = Math.max(1, Math.floor(this.count / 20_000));
    let rows = 0;
    for (let index = 0; index < this.count; index += step, rows++) {
      this.read(index, row, 0);
      for (let channel = 0; channel < this.channels; channel++) {
        sum[channel]! += row[channel]!;
        squares[channel]! += row[channel]! ** 2;
      }
    }
    const mean = Float32Array.from(sum, (value) => value / rows);
    const deviation = Float32Array.from(
      squares,
      (value, channel) => Math.sqrt(Math.max(0, value / rows - mean[channel]! ** 2)) + 1e-3,
    );
    return { mean, deviation };
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
