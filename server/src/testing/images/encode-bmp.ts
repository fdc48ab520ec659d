/** Red, green and blue of the four quarters of the test image, row by row. */
export const QUARTERS = [
  [208, 40, 40],
  [40, 160, 56],
  [40, 56, 200],
  [232, 200, 40],
] as const;

export interface BmpOptions {
  bitsPerPixel: 1 | 4 | 8 | 16 | 24 | 32;
  isTopDown?: boolean;
  /** Run-length encoding, for 4 and 8 bits. */
  isCompressed?: boolean;
  /** Whether green has 6 bits in a pixel of 16 bits, instead of 5. */
  has565Masks?: boolean;
  width?: number;
  height?: number;
}

/** Encodes an image of four quarters as BMP. With 1 bit per pixel, only the first two colors are used. */
export function encodeBmp({ bitsPerPixel, width = 13, height = 9, ...options }: BmpOptions): Buffer {
  const rows = Array.from({ length: height }, (_, y) =>
    encodeRow(
      Array.from({ length: width }, (__, x) => (bitsPerPixel === 1 ? 0 : y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1)),
      bitsPerPixel,
      options,
    ),
  );
  if (!options.isTopDown) rows.reverse();
  const endOfImage = options.isCompressed ? [Buffer.from([0, 1])] : [];
  const headerTables = Buffer.concat([...createMasks(options), ...createPalette(bitsPerPixel)]);
  const header = Buffer.alloc(54);
  header.write('BM');
  header.writeUInt32LE(54 + headerTables.length, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(width, 18);
  header.writeInt32LE(options.isTopDown ? -height : height, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(bitsPerPixel, 28);
  header.writeUInt32LE(options.isCompressed ? (bitsPerPixel === 8 ? 1 : 2) : options.has565Masks ? 3 : 0, 30);
  const bytes = Buffer.concat([header, headerTables, ...rows, ...endOfImage]);
  bytes.writeUInt32LE(bytes.length, 2);
  return bytes;
}

function encodeRow(indexes: readonly number[], bitsPerPixel: number, { isCompressed, has565Masks }: Partial<BmpOptions>): Buffer {
  if (isCompressed) {
    // Each run is one pixel, so that the rows need no search for equal pixels.
    const runs = indexes.flatMap((index) => [1, bitsPerPixel === 8 ? index : index << 4]);
    return Buffer.from([...runs, 0, 0]);
  }
  const row = Buffer.alloc(Math.ceil((indexes.length * bitsPerPixel) / 32) * 4);
  for (const [x, index] of indexes.entries()) {
    const [red, green, blue] = QUARTERS[index] ?? QUARTERS[0];
    const bitOffset = x * bitsPerPixel;
    const offset = bitOffset >> 3;
    if (bitsPerPixel < 8) row[offset] = (row[offset] ?? 0) | (index << (8 - bitsPerPixel - (bitOffset & 7)));
    else if (bitsPerPixel === 8) row[offset] = index;
    else if (bitsPerPixel === 16)
      row.writeUInt16LE(has565Masks ? packColor(red, green, blue, 6) : packColor(red, green, blue, 5), offset);
    else row.set([blue, green, red], offset);
  }
  return row;
}

function packColor(red: number, green: number, blue: number, greenBits: number): number {
  const scaleToBits = (value: number, bits: number) => Math.round((value * (2 ** bits - 1)) / 255);
  return (scaleToBits(red, 5) << (5 + greenBits)) | (scaleToBits(green, greenBits) << 5) | scaleToBits(blue, 5);
}

function createMasks({ has565Masks }: Partial<BmpOptions>): Buffer[] {
  if (!has565Masks) return [];
  const masks = Buffer.alloc(12);
  for (const [index, mask] of [0xf800, 0x7e0, 0x1f].entries()) masks.writeUInt32LE(mask, index * 4);
  return [masks];
}

function createPalette(bitsPerPixel: number): Buffer[] {
  if (bitsPerPixel > 8) return [];
  return Array.from({ length: 2 ** bitsPerPixel }, (_, index) => {
    const [red, green, blue] = QUARTERS[index] ?? [0, 0, 0];
    return Buffer.from([blue, green, red, 0]);
  });
}
