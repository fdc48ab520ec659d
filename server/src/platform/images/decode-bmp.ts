import { readBmpHeader, type BmpHeader } from './bmp-header';
import type { RawPixels } from './decode-heic';

/**
 * Decodes a BMP file: 1 to 8 bits with a palette, also with run-length encoding, and 16, 24 and 32 bits. Throws if the file is incomplete
 * or not supported. The caller checks the number of pixels first.
 */
export function decodeBmp(bytes: Buffer): RawPixels {
  const header = readBmpHeader(bytes);
  if (!header) throw new Error('The header is not supported');
  if (bytes.length < header.minimumSize) throw new Error('The pixels are incomplete');
  return header.bitsPerPixel <= 8 ? decodeIndexed(bytes, header) : decodeColors(bytes, header);
}

const getRow = ({ isTopDown, height }: BmpHeader, index: number) => (isTopDown ? index : height - 1 - index);

function decodeIndexed(bytes: Buffer, header: BmpHeader): RawPixels {
  const { width, height, palette, compression } = header;
  const indexes = compression === 'none' ? unpackIndexes(bytes, header) : expandRuns(bytes, header);
  // A color that is not in the palette is black.
  const colors = Buffer.alloc(256 * 3);
  for (let index = 0; index < palette.count; index += 1) {
    const offset = palette.offset + index * palette.entryBytes;
    colors.set([bytes[offset + 2] ?? 0, bytes[offset + 1] ?? 0, bytes[offset] ?? 0], index * 3);
  }
  const data = Buffer.allocUnsafe(width * height * 3);
  for (let pixel = 0; pixel < indexes.length; pixel += 1) {
    const color = indexes[pixel]! * 3;
    data[pixel * 3] = colors[color]!;
    data[pixel * 3 + 1] = colors[color + 1]!;
    data[pixel * 3 + 2] = colors[color + 2]!;
  }
  return { data, width, height, channels: 3 };
}

function unpackIndexes(bytes: Buffer, header: BmpHeader): Uint8Array {
  const { width, height, bitsPerPixel, pixelOffset, rowBytes } = header;
  const indexes = new Uint8Array(width * height);
  const pixelsPerByte = 8 / bitsPerPixel;
  const mask = 2 ** bitsPerPixel - 1;
  for (let y = 0; y < height; y += 1) {
    const start = pixelOffset + y * rowBytes;
    const targetIndex = getRow(header, y) * width;
    for (let x = 0; x < width; x += 1) {
      const shift = 8 - bitsPerPixel * ((x % pixelsPerByte) + 1);
      indexes[targetIndex + x] = (bytes[start + Math.floor(x / pixelsPerByte)]! >> shift) & mask;
    }
  }
  return indexes;
}

/** Expands run-length encoding. Pixels that the file skips have index 0. */
function expandRuns(bytes: Buffer, header: BmpHeader): Uint8Array {
  const { width, height, bitsPerPixel, pixelOffset } = header;
  const indexes = new Uint8Array(width * height);
  let [byteOffset, x, y] = [pixelOffset, 0, 0];
  const readByte = () => {
    const value = bytes[byteOffset];
    if (value === undefined) throw new Error('The pixels are incomplete');
    byteOffset += 1;
    return value;
  };
  const setPixel = (index: number) => {
    if (x < width && y < height) indexes[getRow(header, y) * width + x] = index;
    x += 1;
  };
  /** Two pixels of 4 bits share a byte. */
  const getIndex = (value: number, position: number) =>
    bitsPerPixel === 8 ? value : position % 2 === 0 ? value >> 4 : value & 15;
  // The code for the end of the image may be missing after the last pixel.
  while (y < height - 1 || (y === height - 1 && x < width)) {
    const [count, value] = [readByte(), readByte()];
    if (count > 0) for (let position = 0; position < count; position += 1) setPixel(getIndex(value, position));
    else if (value === 0) [x, y] = [0, y + 1];
    else if (value === 1) break;
    else if (value === 2) [x, y] = [x + readByte(), y + readByte()];
    else {
      const start = byteOffset;
      let currentByte = 0;
      for (let position = 0; position < value; position += 1) {
        if (bitsPerPixel === 8 || position % 2 === 0) currentByte = readByte();
        setPixel(getIndex(currentByte, position));
      }
      byteOffset += (byteOffset - start) % 2;
    }
  }
  return indexes;
}

function decodeColors(bytes: Buffer, header: BmpHeader): RawPixels {
  const { width, height, bitsPerPixel, masks, pixelOffset, rowBytes } = header;
  const channels = masks[3] === 0 ? 3 : 4;
  const data = Buffer.allocUnsafe(width * height * channels);
  const bytesPerPixel = bitsPerPixel / 8;
  const scales = masks.slice(0, channels).map(createScale);
  for (let y = 0; y < height; y += 1) {
    let targetIndex = getRow(header, y) * width * channels;
    for (let x = 0; x < width; x += 1) {
      const value = bytes.readUIntLE(pixelOffset + y * rowBytes + x * bytesPerPixel, bytesPerPixel);
      for (let channel = 0; channel < channels; channel += 1) data[targetIndex++] = scales[channel]!(value);
    }
  }
  if (channels === 4) makeVisible(data);
  return { data, width, height, channels };
}

/** Returns a function that scales the bits of a mask to 0 to 255. */
function createScale(mask: number): (value: number) => number {
  const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask);
  const maxValue = mask >>> shift;
  if (maxValue === 0) return () => 0;
  return (value) => Math.round((((value & mask) >>> shift) * 255) / maxValue);
}

/** Makes an image opaque if all its pixels are transparent, because some programs leave the alpha channel empty. */
function makeVisible(rgba: Buffer): void {
  for (let offset = 3; offset < rgba.length; offset += 4) if (rgba[offset] !== 0) return;
  for (let offset = 3; offset < rgba.length; offset += 4) rgba[offset] = 255;
}
