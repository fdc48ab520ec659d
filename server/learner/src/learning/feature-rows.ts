/** Many rows of features, stored as the upper halves of 32-bit floats (bfloat16) to halve the memory. */
export class FeatureRows {
  private readonly halves: Uint16Array;
  count = 0;

  constructor(
    readonly width: number,
    readonly capacity: number,
  ) {
    this.halves = new Uint16Array(capacity * width);
  }

  get isFull(): boolean {
    return this.count === this.capacity;
  }

  /** Appends the row that starts at `start` in `values`. Returns its index. */
  add(values: Float32Array, start: number): number {
    const bits = new Uint32Array(values.buffer, values.byteOffset, values.length);
    const target = this.count * this.width;
    for (let index = 0; index < this.width; index++) this.halves[target + index] = bits[start + index]! >>> 16;
    return this.count++;
  }

  /** Writes a row into `values`, starting at `target`. */
  read(row: number, values: Float32Array, target: number): void {
    const bits = new Uint32Array(values.buffer, values.byteOffset, values.length);
    const start = row * this.width;
    for (let index = 0; index < this.width; index++) bits[target + index] = this.halves[start + index]! << 16;
  }
}
