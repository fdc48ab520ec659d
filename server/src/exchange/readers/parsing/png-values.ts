import { inflateSync } from 'node:zlib';

/** A PNG with a value for each pixel, row by row. Equal colors have equal values. */
export interface PngValues {
  width: number;
  height: number;
  values: Uint16Array;
  /** The color of each value as red * 65536 + green * 256 + blue. */
  colors: number[];
}

const SIGNATURE = '89504e470d0a1a0a';
/** Maximum number of bytes for the samples and the values. The memory of the reader process is limited. */
const MAX_BYTES = 100_000_000;
const VALUE_BYTES = 2;
const MAX_COLORS = 65_535;
/** Samples of a pixel by the color type: gray, RGB, palette, gray with alpha, RGBA. */
const SAMPLES_PER_PIXEL: Partial<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const PALETTE_COLOR_TYPE = 3;

interface Header {
  width: number;
  height: number;
  bitDepth: number;
  colorType: number;
  samples: number;
}

/**
 * Decodes a PNG that contains a mask. The library sharp is not used, because it replaces palette numbers by colors and may only decode in
 * child processes. Returns null for a file that is damaged, interlaced, too large, or has too many colors.
 */
export function decodePngValues(file: Buffer): PngValues | null {
  const chunks = readChunks(file);
  const header = chunks && readHeader(chunks.get('IHDR')?.[0]);
  if (!header) return null;
  const { width, height, bitDepth, samples } = header;
  const rowBytes = Math.ceil((width * samples * bitDepth) / 8);
  try {
    const rows = inflateSync(Buffer.concat(chunks.get('IDAT') ?? []), { maxOutputLength: (rowBytes + 1) * height });
    if (rows.length < (rowBytes + 1) * height) return null;
    revertFilters(rows, rowBytes, Math.max(1, (samples * bitDepth) / 8));
    return toValues(rows, rowBytes, header, chunks.get('PLTE')?.[0]);
  } catch {
    return null;
  }
}

function readChunks(file: Buffer): Map<string, Buffer[]> | null {
  if (file.subarray(0, 8).toString('hex') !== SIGNATURE) return null;
  const chunks = new Map<string, Buffer[]>();
  for (let chunkStart = 8; chunkStart + 12 <= file.length;) {
    const length = file.readUInt32BE(chunkStart);
    const type = file.toString('latin1', chunkStart + 4, chunkStart + 8);
    const chunksOfType = chunks.get(type) ?? [];
    chunksOfType.push(file.subarray(chunkStart + 8, chunkStart + 8 + length));
    chunks.set(type, chunksOfType);
    chunkStart += length + 12;
  }
  return chunks;
}

function readHeader(chunk: Buffer | undefined): Header | null {
  if (!chunk || chunk.length < 13) return null;
  const [width, height] = [chunk.readUInt32BE(0), chunk.readUInt32BE(4)];
  const [bitDepth = 0, colorType = 0, , , interlace] = chunk.subarray(8);
  const samples = SAMPLES_PER_PIXEL[colorType];
  if (!samples || ![1, 2, 4, 8, 16].includes(bitDepth) || width === 0 || height === 0 || interlace !== 0) return null;
  const memoryBytes = width * height * (VALUE_BYTES + (samples * bitDepth) / 8);
  return memoryBytes <= MAX_BYTES ? { width, height, bitDepth, colorType, samples } : null;
}

/** Reverts the filters of all rows in place. `pixelBytes`: bytes to the same sample of the previous pixel. */
function revertFilters(rows: Buffer, rowBytes: number, pixelBytes: number): void {
  for (let start = 0; start < rows.length; start += rowBytes + 1) {
    const filter = rows[start]!;
    if (filter === 0) continue;
    for (let index = start + 1; index <= start + rowBytes; index++) {
      const left = index - pixelBytes > start ? rows[index - pixelBytes]! : 0;
      const above = start > 0 ? rows[index - rowBytes - 1]! : 0;
      const upLeft = start > 0 && index - pixelBytes > start ? rows[index - rowBytes - 1 - pixelBytes]! : 0;
      rows[index] = rows[index]! + predictByte(filter, left, above, upLeft);
    }
  }
}

function predictByte(filter: number, left: number, above: number, aboveLeft: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  if (filter !== 4) throw new RangeError(`unknown filter ${filter}`);
  const [leftDistance, aboveDistance, aboveLeftDistance] = [
    Math.abs(above - aboveLeft),
    Math.abs(left - aboveLeft),
    Math.abs(left + above - 2 * aboveLeft),
  ];
  return leftDistance <= aboveDistance && leftDistance <= aboveLeftDistance
    ? left
    : aboveDistance <= aboveLeftDistance
      ? above
      : aboveLeft;
}

function toValues(rows: Buffer, rowBytes: number, header: Header, palette: Buffer | undefined): PngValues | null {
  const { width, height, bitDepth, colorType, samples } = header;
  const values = new Uint16Array(width * height);
  const colors: number[] = [];
  const valuesByColor = new Map<number, number>();
  const readSample = (rowStart: number, sample: number) => {
    if (bitDepth >= 8) return rows[rowStart + (sample * bitDepth) / 8]!;
    const bit = sample * bitDepth;
    return (rows[rowStart + (bit >> 3)]! >> (8 - bitDepth - (bit & 7))) & ((1 << bitDepth) - 1);
  };
  const readColor = (rowStart: number, x: number) => {
    const firstValue = readSample(rowStart, x * samples);
    if (colorType === PALETTE_COLOR_TYPE)
      return palette && firstValue * 3 + 3 <= palette.length ? palette.readUIntBE(firstValue * 3, 3) : firstValue * 0x01_01_01;
    if (samples < 3) return firstValue * 0x01_01_01;
    return firstValue * 65_536 + readSample(rowStart, x * samples + 1) * 256 + readSample(rowStart, x * samples + 2);
  };
  for (let y = 0; y < height; y++) {
    const rowStart = y * (rowBytes + 1) + 1;
    for (let x = 0; x < width; x++) {
      const color = readColor(rowStart, x);
      let value = valuesByColor.get(color);
      if (value === undefined) {
        if (colors.length >= MAX_COLORS) return null;
        value = colors.push(color) - 1;
        valuesByColor.set(color, value);
      }
      values[y * width + x] = value;
    }
  }
  return { width, height, values, colors };
}
