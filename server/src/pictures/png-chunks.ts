import { inflateSync } from 'node:zlib';

const SIGNATURE_BYTES = 8;
/** Length, type and checksum. */
const FRAME_BYTES = 12;
/** What says how the picture looks. Texts, histories and private chunks do not, and may inflate to anything. */
const KEPT = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'sBIT', 'bKGD', 'pHYs', 'eXIf', 'cICP']);
/** The largest colour profiles in use, those of printers, have some 3 MB. */
const MOST_PROFILE_BYTES = 4_000_000;

/** A PNG without the chunks that carry no picture; the very same bytes when there are none of them, or when it is no whole PNG. */
export function pictureChunks(png: Buffer): Buffer {
  const kept: Buffer[] = [png.subarray(0, SIGNATURE_BYTES)];
  let size = SIGNATURE_BYTES;
  let from = SIGNATURE_BYTES;
  for (let at = from; at + FRAME_BYTES <= png.length;) {
    const type = png.toString('latin1', at + 4, at + 8);
    const end = at + FRAME_BYTES + png.readUInt32BE(at);
    // Cut short: the decoder is to see as much as there is, and refuse it.
    if (end > png.length) break;
    if (!KEPT.has(type) && !(type === 'iCCP' && hasSmallProfile(png.subarray(at + 8, end - 4)))) {
      kept.push(png.subarray(from, at));
      size += at - from;
      from = end;
    }
    at = end;
    if (type === 'IEND') break;
  }
  return from === SIGNATURE_BYTES ? png : Buffer.concat([...kept, png.subarray(from)], size + png.length - from);
}

/** A profile's chunk is a name, a zero, the method of compression and what is compressed. */
function hasSmallProfile(chunk: Buffer): boolean {
  try {
    inflateSync(chunk.subarray(chunk.indexOf(0) + 2), { maxOutputLength: MOST_PROFILE_BYTES });
    return true;
  } catch {
    return false;
  }
}
