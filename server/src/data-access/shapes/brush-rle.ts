/**
 * Run-length encoding of brush masks in Label Studio, compatible with `brush.py` of label-studio-converter
 * (https://github.com/HumanSignal/label-studio-converter). It encodes the bytes of an RGBA image row by row. The mask is the alpha
 * channel.
 */
import { transposeRuns, type MaskSize } from '@console/shared-contract/mask-rle';

/** Bytes of a pixel: red, green, blue and alpha. */
const RGBA_CHANNELS = 4;
/** Pixels with at least this alpha value are foreground, because the edge of a stroke is half transparent. */
const MIN_ALPHA = 128;
/** Bit widths for the length of a run of bytes. Two bits before each length tell which width it has. */
const LENGTH_BITS = [3, 4, 8, 16] as const;
const VALUE_BITS = 8;

class BitReader {
  private position = 0;
  constructor(private readonly bytes: readonly number[]) {}

  /** Reads an unsigned number. Returns null at the end of the bytes. */
  read(count: number): number | null {
    if (this.position + count > this.bytes.length * 8) return null;
    let value = 0;
    for (let index = 0; index < count; index++, this.position++)
      value = value * 2 + (((this.bytes[this.position >> 3] ?? 0) >> (7 - (this.position & 7))) & 1);
    return value;
  }
}

/** Collects the pixels of rows as run lengths. The first run is background. */
class RowRuns {
  readonly runs: number[] = [];
  private isForeground = false;
  private run = 0;

  add(isForeground: boolean, pixels: number): void {
    if (isForeground !== this.isForeground && pixels > 0) {
      this.runs.push(this.run);
      this.isForeground = isForeground;
      this.run = 0;
    }
    this.run += pixels;
  }

  finish(): number[] {
    return [...this.runs, this.run];
  }
}

/** Decodes the bytes of a brush mask into column-major runs. Returns null if they are damaged or belong to an image of another size. */
export function decodeBrushRle(bytes: readonly number[], size: MaskSize): number[] | null {
  const reader = new BitReader(bytes);
  const byteTotal = size[0] * size[1] * RGBA_CHANNELS;
  if (reader.read(32) !== byteTotal) return null;
  const valueBits = (reader.read(5) ?? 0) + 1;
  const lengthBits = LENGTH_BITS.map(() => (reader.read(4) ?? 0) + 1);
  const rows = new RowRuns();
  let position = 0;
  // The last run may extend beyond the image.
  const countPixels = (bytesBefore: number) => Math.floor(Math.min(bytesBefore, byteTotal) / RGBA_CHANNELS);
  const addBytes = (value: number, end: number) => {
    rows.add(value >= MIN_ALPHA, countPixels(end) - countPixels(position));
    position = end;
  };
  while (position < byteTotal) {
    const [isRepeated, lengthIndex] = [reader.read(1), reader.read(2)];
    const length = reader.read(lengthBits[lengthIndex ?? 0] ?? 0);
    if (length === null) return null;
    const end = position + length + 1;
    while (position < end) {
      const value = reader.read(valueBits);
      if (value === null) return null;
      addBytes(value, isRepeated ? end : position + 1);
    }
  }
  return transposeRuns(rows.finish(), size);
}

class BitWriter {
  private readonly bytes: number[] = [];
  private count = 0;

  write(value: number, count: number): void {
    for (let bit = count - 1; bit >= 0; bit--, this.count++) {
      if (this.count % 8 === 0) this.bytes.push(0);
      this.bytes[this.count >> 3]! |= (Math.floor(value / 2 ** bit) & 1) << (7 - (this.count & 7));
    }
  }

  /** Returns the bytes. Like the converter, it adds a byte if the last byte is full. */
  finish(): number[] {
    return this.count % 8 === 0 ? [...this.bytes, 0] : this.bytes;
  }
}

/** Encodes column-major runs as the bytes of a brush mask. */
export function encodeBrushRle(runs: readonly number[], [height, width]: MaskSize): number[] {
  const writer = new BitWriter();
  writer.write(height * width * RGBA_CHANNELS, 32);
  writer.write(VALUE_BITS - 1, 5);
  for (const bits of LENGTH_BITS) writer.write(bits - 1, 4);
  transposeRuns(runs, [width, height]).forEach((run, index) => {
    for (let remaining = run * RGBA_CHANNELS; remaining > 0;) {
      const lengthIndex = LENGTH_BITS.findIndex((bits) => remaining <= 2 ** bits);
      const bits = LENGTH_BITS[lengthIndex] ?? 16;
      const length = Math.min(remaining, 2 ** bits);
      writer.write(1, 1);
      writer.write(lengthIndex < 0 ? LENGTH_BITS.length - 1 : lengthIndex, 2);
      writer.write(length - 1, bits);
      writer.write(index % 2 === 1 ? 255 : 0, VALUE_BITS);
      remaining -= length;
    }
  });
  return writer.finish();
}
