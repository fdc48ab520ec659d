import type { ImageSize, MaskRuns } from '../../../editor/model/types';
import { createBitmap, toBitmap, toMaskRuns, type Bitmap } from '../bitmap/bitmap';

/** Creates a bitmap from rows of text: `#` is a set pixel. */
export function parseBitmap(rows: readonly string[], left = 0, top = 0): Bitmap {
  const width = rows[0]?.length ?? 0;
  const bitmap = createBitmap({ minX: left, minY: top, maxX: left + width, maxY: top + rows.length });
  for (const [y, row] of rows.entries())
    for (let x = 0; x < width; x += 1) bitmap.pixels[x * rows.length + y] = row[x] === '#' ? 1 : 0;
  return bitmap;
}

/** Returns the rows of a bitmap as text. */
export function formatBitmap({ width, height, pixels }: Bitmap): readonly string[] {
  const columns = Array.from({ length: width }, (_, x) => x);
  return Array.from({ length: height }, (_, y) => columns.map((x) => (pixels[x * height + y] === 1 ? '#' : '.')).join(''));
}

/** Creates a mask from rows of text. */
export function parseMask(rows: readonly string[], left: number, top: number, imageSize: ImageSize): MaskRuns {
  const data = toMaskRuns(parseBitmap(rows, left, top), imageSize);
  if (!data) throw new Error('The rows have no set pixel');
  return data;
}

/** Returns the position and the rows of a mask. */
export function formatMask(data: MaskRuns): { readonly at: readonly [number, number]; readonly rows: readonly string[] } {
  return { at: [data[0] ?? 0, data[1] ?? 0], rows: formatBitmap(toBitmap(data)) };
}
