/** Many rows of features, kept as the upper halves of 32-bit floats (bfloat16) for half the memory. */
export class FeatureRows {
  private readonly halves: Uint16Array;
  count = 0;

  constructor(
    readonly width: number,
    readonly most: number,
  ) {
    this.halves = new Uint16Array(most * width);
  }

  get isFull(): boolean {
    return this.count === this.most;
  }

  /** Takes the row that begins at `from` in `values`, and answers its place. */
  add(values: Float32Array, from: number): number {
    const bits = new Uint32Array(values.buffer, values.byteOffset, values.length);
    const to = this.count * this.width;
    for (let at = 0; at < this.width; at++) this.halves[to + at] = bits[from + at]! >>> 16;
    return this.count++;
  }

  /** Writes a row into `values` from `to` on. */
  read(row: number, values: Float32Array, to: number): void {
    const bits = new Uint32Array(values.buffer, values.byteOffset, values.length);
    const from = row * this.width;
    for (let at = 0; at < this.width; at++) bits[to + at] = this.halves[from + at]! << 16;
  }
}
