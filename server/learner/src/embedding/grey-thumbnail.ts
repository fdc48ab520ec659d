import type { InputImage } from '../images/image';

/** Side of a thumbnail in pixels. */
const THUMBNAIL_SIDE = 64;
/** Weights of red, green and blue in the luma (ITU-R BT.601). */
const LUMA_WEIGHTS = [0.299, 0.587, 0.114] as const;

/** Scales an image to a greyscale square of THUMBNAIL_SIDE x THUMBNAIL_SIDE bytes. The server compares thumbnails to recognise copies of images. */
export function createGreyscaleThumbnail({ pixels, width, height }: InputImage): Uint8Array {
  const sums = new Float64Array(THUMBNAIL_SIDE * THUMBNAIL_SIDE);
  const counts = new Float64Array(THUMBNAIL_SIDE * THUMBNAIL_SIDE);
  // A pixel at the border of two target pixels contributes to both, in proportion to the area in each.
  const columns = computeOverlaps(width);
  const rows = computeOverlaps(height);
  for (const { pixel: y, target: row, weight: rowWeight } of rows) {
    for (const { pixel: x, target: column, weight } of columns) {
      const byteOffset = 3 * (y * width + x);
      const grey =
        pixels[byteOffset]! * LUMA_WEIGHTS[0] +
        pixels[byteOffset + 1]! * LUMA_WEIGHTS[1] +
        pixels[byteOffset + 2]! * LUMA_WEIGHTS[2];
      sums[row * THUMBNAIL_SIDE + column]! += grey * weight * rowWeight;
      counts[row * THUMBNAIL_SIDE + column]! += weight * rowWeight;
    }
  }
  return Uint8Array.from(sums, (sum, index) => Math.round(sum / counts[index]!));
}

/** Lists which target pixels each pixel of a line covers. `weight` is the fraction of the pixel within the target pixel. */
function computeOverlaps(length: number): { pixel: number; target: number; weight: number }[] {
  const scale = THUMBNAIL_SIDE / length;
  return Array.from({ length }, (_, pixel) => {
    const [start, end] = [pixel * scale, (pixel + 1) * scale];
    const firstPixel = Math.floor(start);
    return Array.from({ length: Math.min(THUMBNAIL_SIDE, Math.ceil(end)) - firstPixel }, (_each, offset) => {
      const targetPixel = firstPixel + offset;
      return { pixel, target: targetPixel, weight: (Math.min(end, targetPixel + 1) - Math.max(start, targetPixel)) / scale };
    });
  }).flat();
}
