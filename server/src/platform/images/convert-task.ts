import { open, readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { ConvertInput } from '../children/task';
import { HttpError } from '../errors';
import { messages } from '../errors/messages';
import { BMP_HEAD_BYTES, readBmpHeader } from './bmp-header';
import { isConvertedType } from './detect-image-type';
import { detectFileType, openImage, requireBytes, requireGrant, toDecodeError } from './decode';
import { decodeBmp } from './decode-bmp';
import { decodeHeic, type RawPixels } from './decode-heic';
import { LOSSLESS_LOOKING_JPEG } from './sizes';

/** Bytes of memory per pixel while a BMP is decoded: palette index and RGB, or RGBA. */
const BMP_BYTES_PER_PIXEL = 4;

/**
 * Converts an image that neither sharp nor browsers read (ADR 0037): BMP to PNG, HEIC to JPEG, or to PNG if it is transparent. Writes it
 * upright to `convertedPath`. Does nothing to other images. Throws 400 for unreadable and too large images. `grant` is the number of
 * bytes of memory that the task may use. Throws LargerGrantRequired if it needs more.
 */
export async function convertImage(input: ConvertInput, grant: number): Promise<{ isConverted: boolean }> {
  const type = await detectFileType(input.path);
  if (type === 'image/bmp') await convertBmp(input, grant);
  if (type === 'image/heif') await convertHeic(input, grant);
  return { isConverted: isConvertedType(type) };
}

async function convertBmp({ path, convertedPath, maxPixels }: ConvertInput, grant: number): Promise<void> {
  const { head, size } = await readHead(path);
  const header = readBmpHeader(head);
  const pixelCount = header ? header.width * header.height : 0;
  if (pixelCount === 0) throw new HttpError(400, messages.unreadableImage);
  if (pixelCount > maxPixels) throw new HttpError(400, messages.tooManyPixels(maxPixels));
  requireBytes(pixelCount * BMP_BYTES_PER_PIXEL + size, pixelCount, grant);
  await writePng(await decodeOrThrow(decodeBmp, path), convertedPath);
}

async function convertHeic({ path, convertedPath, maxPixels }: ConvertInput, grant: number): Promise<void> {
  const image = await openImage(path, maxPixels);
  requireGrant(image, grant);
  const pixels = await decodeOrThrow(decodeHeic, path);
  if (pixels.channels === 4) return writePng(pixels, convertedPath);
  // With optimized Huffman tables, libjpeg would hold the whole image in memory.
  const jpeg = await toSharp(pixels)
    .jpeg({ ...LOSSLESS_LOOKING_JPEG, optimiseCoding: false })
    .toBuffer();
  await writeFile(convertedPath, insertIccProfile(jpeg, image.metadata.icc));
}

async function decodeOrThrow(decode: (bytes: Buffer) => RawPixels | Promise<RawPixels>, path: string): Promise<RawPixels> {
  const bytes = await readFile(path);
  try {
    return await decode(bytes);
  } catch (error) {
    // The number of pixels has already been checked.
    throw toDecodeError(error, Infinity);
  }
}

const toSharp = ({ data, width, height, channels }: RawPixels) =>
  sharp(data, { raw: { width, height, channels }, limitInputPixels: false });

async function writePng(pixels: RawPixels, path: string): Promise<void> {
  const isOpaque = pixels.channels === 3 || !hasTransparency(pixels.data);
  await (isOpaque ? toSharp(pixels).removeAlpha() : toSharp(pixels)).png({ compressionLevel: 6 }).toFile(path);
}

function hasTransparency(rgba: Buffer): boolean {
  for (let offset = 3; offset < rgba.length; offset += 4) if (rgba[offset] !== 255) return true;
  return false;
}

const ICC_HEADER = Buffer.from('ICC_PROFILE\0\u0001\u0001', 'latin1');
/** Maximum length of the content of a JPEG segment. */
const MAX_SEGMENT_BYTES = 0xff_ff - 2;

/** Adds a color profile to a JPEG, because sharp can only convert pixels to another profile. Ignores profiles longer than a segment. */
function insertIccProfile(jpeg: Buffer, profile: Buffer | undefined): Buffer {
  if (!profile || ICC_HEADER.length + profile.length > MAX_SEGMENT_BYTES) return jpeg;
  const marker = Buffer.from([0xff, 0xe2, 0, 0]);
  marker.writeUInt16BE(2 + ICC_HEADER.length + profile.length, 2);
  // The first segment of a JPEG file must be the JFIF segment, so the profile follows it.
  const offset = 4 + jpeg.readUInt16BE(4);
  return Buffer.concat([jpeg.subarray(0, offset), marker, ICC_HEADER, profile, jpeg.subarray(offset)]);
}

async function readHead(path: string): Promise<{ head: Buffer; size: number }> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(BMP_HEAD_BYTES), 0, BMP_HEAD_BYTES, 0);
    return { head: buffer.subarray(0, bytesRead), size: (await file.stat()).size };
  } finally {
    await file.close();
  }
}
