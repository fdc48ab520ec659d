import { inflateSync } from 'node:zlib';

const SIGNATURE_BYTES = 8;
/** Length, type and checksum. */
const FRAME_BYTES = 12;
/** Chunks that affect the appearance. Text, history and private chunks do not, and may decompress to any size. */
const VISIBLE_CHUNKS = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'sBIT',
  'bKGD',
  'pHYs',
  'eXIf',
  'cICP',
]);
/** Maximum size of a color profile. The largest common profiles are those of printers, with about 3 MB. */
const MAX_PROFILE_BYTES = 4_000_000;

/**
 * Removes chunks that do not affect the appearance. Returns the same buffer if there are no such chunks or the PNG is truncated before
 * them.
 */
export function removeInvisibleChunks(png: Buffer): Buffer {
  const chunks: Buffer[] = [png.subarray(0, SIGNATURE_BYTES)];
  let size = SIGNATURE_BYTES;
  let chunkStart = SIGNATURE_BYTES;
  for (let offset = chunkStart; offset + FRAME_BYTES <= png.length;) {
    const type = png.toString('latin1', offset + 4, offset + 8);
    const end = offset + FRAME_BYTES + png.readUInt32BE(offset);
    // The file is truncated. Keep the rest, so that the decoder refuses it.
    if (end > png.length) break;
    if (!VISIBLE_CHUNKS.has(type) && !(type === 'iCCP' && hasSmallProfile(png.subarray(offset + 8, end - 4)))) {
      chunks.push(png.subarray(chunkStart, offset));
      size += offset - chunkStart;
      chunkStart = end;
    }
    offset = end;
    if (type === 'IEND') break;
  }
  return chunkStart === SIGNATURE_BYTES
    ? png
    : Buffer.concat([...chunks, png.subarray(chunkStart)], size + png.length - chunkStart);
}

/** Whether the profile is small. Its chunk contains a name, a zero byte, the compression method and compressed data. */
function hasSmallProfile(chunk: Buffer): boolean {
  try {
    inflateSync(chunk.subarray(chunk.indexOf(0) + 2), { maxOutputLength: MAX_PROFILE_BYTES });
    return true;
  } catch {
    return false;
  }
}
