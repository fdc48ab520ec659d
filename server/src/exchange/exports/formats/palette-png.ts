import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** Encodes a PNG with a palette. `numbers` contains the palette index of each pixel, row by row. The palette has three bytes per index. */
export function encodePalettePng(
  numbers: Uint8Array,
  { width, height }: { width: number; height: number },
  palette: Buffer,
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits for each pixel, color type 3: palette.
  header.set([8, 3, 0, 0, 0], 8);
  const filteredRows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) filteredRows.set(numbers.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return Buffer.concat([
    SIGNATURE,
    encodePngChunk('IHDR', header),
    encodePngChunk('PLTE', palette),
    encodePngChunk('IDAT', deflateSync(filteredRows)),
    encodePngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Encodes a PNG chunk: length, type, data and checksum. */
export function encodePngChunk(type: string, data: Buffer): Buffer {
  const typeAndData = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(typeAndData));
  return Buffer.concat([length, typeAndData, checksum]);
}
