import { readBmpHeader } from '../../../platform/images/bmp-header';
import { detectImageType } from '../../../platform/images/detect-image-type';
import { messages } from '../state/messages';

/** Number of bytes at the start of a file that are inspected. Enough for the metadata that cameras write before the pixels. */
const MAX_HEAD_BYTES = 256_000;
const JPEG_END = Buffer.from([0xff, 0xd9]);
const PNG_END = Buffer.from('IEND');
const MAX_END_BYTES = 4;

interface ImageHeader {
  width: number;
  height: number;
  /** The byte after which the end marker of a JPEG or PNG is searched. */
  pixelOffset: number;
}

/**
 * Checks the header and the end of an image from the chunks of its file, without decoding it. An image without a problem may still turn out
 * to be damaged when the import runs.
 */
export class ImageInspector {
  private head = Buffer.alloc(0);
  /** The last bytes before the next chunk, because a marker may be split. */
  private tail = Buffer.alloc(0);
  private size = 0;
  private readonly endsAfterHead = { jpeg: false, png: false };

  add(chunk: Buffer): void {
    this.size += chunk.length;
    const headPart = chunk.subarray(0, MAX_HEAD_BYTES - this.head.length);
    if (headPart.length > 0) {
      this.head = Buffer.concat([this.head, headPart]);
      this.tail = this.head.subarray(-MAX_END_BYTES);
    }
    if (headPart.length === chunk.length) return;
    const remainder = Buffer.concat([this.tail, chunk.subarray(headPart.length)]);
    this.endsAfterHead.jpeg ||= remainder.includes(JPEG_END);
    this.endsAfterHead.png ||= remainder.includes(PNG_END);
    this.tail = remainder.subarray(-MAX_END_BYTES);
  }

  /** Returns why the image cannot be decoded, or null. Call it after the last chunk. */
  findProblem(maxPixels: number): string | null {
    const { head: firstBytes } = this;
    const type = detectImageType(firstBytes);
    if (!type) return messages.unsupportedImage;
    if (type === 'image/bmp') return this.findBmpProblem(maxPixels);
    if (type === 'image/heif' || type === 'image/avif')
      return isMediaTruncated(firstBytes, this.size) ? messages.truncatedImage : null;
    if (type === 'image/webp') return firstBytes.readUInt32LE(4) + 8 > this.size ? messages.truncatedImage : null;
    if (type !== 'image/jpeg' && type !== 'image/png') return null;
    const header = type === 'image/png' ? readPngHeader(firstBytes) : readJpegHeader(firstBytes);
    if (header === 'unknown') return null;
    if (header === 'truncated') return this.size > MAX_HEAD_BYTES ? null : messages.truncatedImage;
    const [endMarker, endsAfterHead] =
      type === 'image/png' ? [PNG_END, this.endsAfterHead.png] : [JPEG_END, this.endsAfterHead.jpeg];
    if (!endsAfterHead && firstBytes.indexOf(endMarker, header.pixelOffset) < 0) return messages.truncatedImage;
    return findSizeProblem(header, maxPixels);
  }

  private findBmpProblem(maxPixels: number): string | null {
    const header = readBmpHeader(this.head);
    if (!header) return messages.unsupportedImage;
    return findSizeProblem(header, maxPixels) ?? (this.size < header.minimumSize ? messages.truncatedImage : null);
  }
}

function findSizeProblem({ width, height }: Pick<ImageHeader, 'width' | 'height'>, maxPixels: number): string | null {
  if (width === 0 || height === 0) return messages.imageWithoutPixels;
  return width * height > maxPixels ? messages.tooManyPixels(maxPixels) : null;
}

/** Whether a box of an ISO media file (HEIC, AVIF) extends beyond the end of the file. Boxes that start after the head are not checked. */
function isMediaTruncated(firstBytes: Buffer, size: number): boolean {
  for (let offset = 0; offset + 8 <= firstBytes.length;) {
    const boxSize = firstBytes.readUInt32BE(offset);
    // A size of 0 means that the box ends with the file. A size of 1 means that a 64-bit size follows.
    if (boxSize < 8) return false;
    offset += boxSize;
    if (offset > size) return true;
  }
  return false;
}

/** `truncated`: the bytes end within the header. `unknown`: the header is unusual, but a decoder may accept it. */
type ReadHeader = ImageHeader | 'truncated' | 'unknown';

function readPngHeader(head: Buffer): ReadHeader {
  const pixelOffset = 33;
  if (head.length < pixelOffset) return 'truncated';
  if (head.toString('latin1', 12, 16) !== 'IHDR') return 'unknown';
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20), pixelOffset };
}

const START_OF_SCAN = 0xda;
/** Start of frame: 0xC0 to 0xCF, except the markers of tables. */
const isStartOfFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Reads the segments of a JPEG up to its pixels. */
function readJpegHeader(firstBytes: Buffer): ReadHeader {
  let size = { width: NaN, height: NaN };
  for (let offset = 2; offset + 9 < firstBytes.length;) {
    const marker = firstBytes[offset + 1]!;
    // Fill bytes may precede a marker.
    if (firstBytes[offset] !== 0xff) return 'unknown';
    if (marker === 0xff) {
      offset += 1;
      continue;
    }
    if (marker === START_OF_SCAN) return { ...size, pixelOffset: offset + 2 };
    if (isStartOfFrame(marker))
      size = { width: firstBytes.readUInt16BE(offset + 7), height: firstBytes.readUInt16BE(offset + 5) };
    offset += 2 + firstBytes.readUInt16BE(offset + 2);
  }
  return 'truncated';
}
