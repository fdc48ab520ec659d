const FILE_HEADER_BYTES = 14;
/** Lengths in bytes of the versions of the second header, which follows the file header. */
const OS2_HEADER = 12;
const SHORT_OS2_2_HEADER = 16;
const WINDOWS_HEADER = 40;
const OS2_2_HEADER = 64;
const HEADER_LENGTHS = new Set([OS2_HEADER, SHORT_OS2_2_HEADER, WINDOWS_HEADER, 52, 56, OS2_2_HEADER, 108, 124]);
/** Shortest header with a mask of the alpha channel. */
const ALPHA_HEADER = 56;
/** Bytes of the longest header. */
export const BMP_HEAD_BYTES = FILE_HEADER_BYTES + 124;

const COMPRESSION_NAMES = { 0: 'none', 1: 'rle8', 2: 'rle4', 3: 'masks', 6: 'alpha-masks' } as const;
type BmpCompression = (typeof COMPRESSION_NAMES)[keyof typeof COMPRESSION_NAMES];
/** The bits per pixel with which a compression may be combined. */
const BITS: Record<BmpCompression, readonly number[]> = {
  none: [1, 2, 4, 8, 16, 24, 32],
  rle8: [8],
  rle4: [4],
  masks: [16, 32],
  'alpha-masks': [16, 32],
};

export interface BmpHeader {
  width: number;
  height: number;
  /** Whether the first row is the top of the image instead of its bottom. */
  isTopDown: boolean;
  bitsPerPixel: number;
  compression: BmpCompression;
  /** Bit masks of red, green, blue and alpha in a pixel of 16 or 32 bits. Without an alpha channel the mask of alpha is 0. */
  masks: readonly [number, number, number, number];
  palette: { offset: number; entryBytes: number; count: number };
  pixelOffset: number;
  /** Length in bytes of a row without compression, padded to 4 bytes. */
  rowBytes: number;
  /** Minimum size in bytes of a complete file. */
  minimumSize: number;
}

/** Whether bytes start like a BMP file. The two letters alone could also start a text. */
export function isBmp(head: Buffer): boolean {
  return head.length >= 18 && head.toString('latin1', 0, 2) === 'BM' && HEADER_LENGTHS.has(head.readUInt32LE(14));
}

/** Reads the header from the first `BMP_HEAD_BYTES` of a BMP file. Returns null if it is incomplete, invalid or unsupported. */
export function readBmpHeader(head: Buffer): BmpHeader | null {
  if (!isBmp(head)) return null;
  const headerBytes = head.readUInt32LE(14);
  const headerEnd = FILE_HEADER_BYTES + headerBytes;
  if (head.length < headerEnd) return null;
  const isOs2 = headerBytes === OS2_HEADER;
  const [width, signedHeight] = isOs2
    ? [head.readUInt16LE(18), head.readUInt16LE(20)]
    : [head.readInt32LE(18), head.readInt32LE(22)];
  const height = Math.abs(signedHeight);
  const bitsPerPixel = head.readUInt16LE(isOs2 ? 24 : 28);
  const compression = readCompression(head, headerBytes);
  if (width < 0 || !compression || !BITS[compression].includes(bitsPerPixel)) return null;
  const masks = readMasks(head, { headerBytes, bitsPerPixel, compression });
  if (!masks) return null;
  const hasMasksAfterHeader = headerBytes === WINDOWS_HEADER && (compression === 'masks' || compression === 'alpha-masks');
  const paletteOffset = headerEnd + (hasMasksAfterHeader ? (compression === 'masks' ? 12 : 16) : 0);
  const pixelOffset = head.readUInt32LE(10);
  const rowBytes = Math.ceil((width * bitsPerPixel) / 32) * 4;
  // Some programs omit the padding of the last row. The length of compressed pixels is unknown.
  const lastRowBytes = Math.ceil((width * bitsPerPixel) / 8);
  const isRunLength = compression === 'rle8' || compression === 'rle4';
  return {
    width,
    height,
    isTopDown: signedHeight < 0,
    bitsPerPixel,
    compression,
    masks,
    pixelOffset,
    rowBytes,
    palette: readPalette(head, { headerBytes, bitsPerPixel, offset: paletteOffset, end: pixelOffset }),
    minimumSize: pixelOffset + (isRunLength ? 2 : rowBytes * Math.max(0, height - 1) + lastRowBytes),
  };
}

function readCompression(head: Buffer, headerBytes: number): BmpCompression | null {
  if (headerBytes < WINDOWS_HEADER) return 'none';
  const value = head.readUInt32LE(30);
  // In OS/2 2 headers, values above 2 stand for compressions that no current program writes.
  if (headerBytes === OS2_2_HEADER && value > 2) return null;
  return value in COMPRESSION_NAMES ? COMPRESSION_NAMES[value as keyof typeof COMPRESSION_NAMES] : null;
}

function readMasks(
  head: Buffer,
  { headerBytes, bitsPerPixel, compression }: { headerBytes: number } & Pick<BmpHeader, 'bitsPerPixel' | 'compression'>,
): BmpHeader['masks'] | null {
  if (compression !== 'masks' && compression !== 'alpha-masks')
    return bitsPerPixel === 16 ? [0x7c00, 0x3e0, 0x1f, 0] : [0xff0000, 0xff00, 0xff, 0];
  const hasAlpha = headerBytes >= ALPHA_HEADER || compression === 'alpha-masks';
  if (head.length < (hasAlpha ? 70 : 66)) return null;
  return [head.readUInt32LE(54), head.readUInt32LE(58), head.readUInt32LE(62), hasAlpha ? head.readUInt32LE(66) : 0];
}

function readPalette(
  head: Buffer,
  { headerBytes, bitsPerPixel, offset, end }: { headerBytes: number; bitsPerPixel: number; offset: number; end: number },
): BmpHeader['palette'] {
  const entryBytes = headerBytes === OS2_HEADER ? 3 : 4;
  if (bitsPerPixel > 8) return { offset, entryBytes, count: 0 };
  const declaredCount = headerBytes >= WINDOWS_HEADER ? head.readUInt32LE(46) : 0;
  const maxCount = 2 ** bitsPerPixel;
  const fittingCount = Math.max(0, Math.floor((end - offset) / entryBytes));
  return { offset, entryBytes, count: Math.min(declaredCount || maxCount, maxCount, fittingCount) };
}
