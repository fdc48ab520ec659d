import { isBmp } from './bmp-header';

export type ImageType =
  | 'image/jpeg'
  | 'image/png'
  | 'image/webp'
  | 'image/gif'
  | 'image/avif'
  | 'image/heif'
  | 'image/tiff'
  | 'image/bmp';

/** Whether images of this type are converted on upload, because neither sharp nor browsers read them. */
export const isConvertedType = (type: ImageType | null): boolean => type === 'image/bmp' || type === 'image/heif';

const AVIF_BRANDS = new Set(['avif', 'avis']);
const HEIF_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

/** Maximum end of the list of brands. Real lists are short, and a malicious file could declare a list as long as the file. */
const MAX_BRANDS_END = 64;

/** Detects the type of a raster image by its first bytes. Null for anything else. */
export function detectImageType(bytes: Buffer): ImageType | null {
  if (bytes.length < 16) return null;
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'image/png';
  const firstBytes = bytes.toString('latin1', 0, 12);
  if (firstBytes.startsWith('RIFF') && firstBytes.endsWith('WEBP')) return 'image/webp';
  if (firstBytes.startsWith('GIF87a') || firstBytes.startsWith('GIF89a')) return 'image/gif';
  if (firstBytes.startsWith('II*\0') || firstBytes.startsWith('MM\0*')) return 'image/tiff';
  if (isBmp(bytes)) return 'image/bmp';
  if (firstBytes.slice(4, 8) !== 'ftyp') return null;
  const brands = listBrands(bytes);
  if (brands.some((brand) => AVIF_BRANDS.has(brand))) return 'image/avif';
  return HEIF_BRANDS.has(brands[0] ?? '') ? 'image/heif' : null;
}

/** Lists the major brand of an ISO media file, then its compatible brands. An AVIF file may have a HEIF brand as the major brand. */
function listBrands(bytes: Buffer): string[] {
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, MAX_BRANDS_END);
  const brands = [bytes.toString('latin1', 8, 12)];
  for (let offset = 16; offset + 4 <= end; offset += 4) brands.push(bytes.toString('latin1', offset, offset + 4));
  return brands;
}
