import type { InputImage } from '../images/image';

/** Side of a thumbnail in pixels. */
const SIDE = 64;
/** Shares of red, green and blue in the brightness (ITU-R BT.601). */
const BRIGHTNESS = [0.299, 0.587, 0.114] as const;

/** Scales an image to a grey square. The server compares these to recognise copies of an image. */
export function createGreyThumbnail({ pixels, width, height }: InputImage): Uint8Array {
  const sums = new Float64Array(SIDE * SIDE);
  const counts = new Float64Array(SIDE * SIDE);
  // A pixel at the border of two target pixels counts for both, by the area that it covers.
  const columns = computeOverlaps(width);
  const rows = computeOverlaps(height);
  for (const { pixel: y, target: row, share: rowShare } of rows) {
    for (const { pixel: x, target: column, share } of columns) {
      const from = 3 * (y * width + x);
      const grey = pixels[from]! * BRIGHTNESS[0] + pixels[from + 1]! * BRIGHTNESS[1] + pixels[from + 2]! * BRIGHTNESS[2];
      sums[row * SIDE + column]! += grey * share * rowShare;
      counts[row * SIDE + column]! += share * rowShare;
    }
  }
  return Uint8Array.from(sums, (sum, index) => Math.round(sum / counts[index]!));
}

/** Lists which target pixels each pixel of a line covers, and how much of the pixel. */
function computeOverlaps(length: number): { pixel: number; target: number; share: number }[] {
  const scale = SIDE / length;
  return Array.from({ length }, (_, pixel) => {
    const [from, to] = [pixel * scale, (pixel + 1) * scale];
    const first = Math.floor(from);
    return Array.from({ length: Math.min(SIDE, Math.ceil(to)) - first }, (_each, offset) => {
      const target = first + offset;
      return { pixel, target, share: (Math.min(to, target + 1) - Math.max(from, target)) / scale };
    });
  }).flat();
}
