import type { ImageSize } from '../../../editor/model/types';
import type { Bitmap } from './bitmap';

/** Spreads a value: returns a copy in which a pixel gets the value if a neighbour above, below, left or right has it. */
function spreadValue({ width, height, pixels, ...position }: Bitmap, value: 0 | 1): Bitmap {
  const result = pixels.slice();
  for (let index = pixels.indexOf(value); index !== -1; index = pixels.indexOf(value, index + 1)) {
    const y = index % height;
    if (y > 0) result[index - 1] = value;
    if (y < height - 1) result[index + 1] = value;
    if (index >= height) result[index - height] = value;
    if (index + height < pixels.length) result[index + height] = value;
  }
  return { ...position, width, height, pixels: result };
}

/** Sets the pixels next to the edge of the mask. The bitmap must have a margin of one unset pixel. */
export const growByOnePixel = (bitmap: Bitmap): Bitmap => spreadValue(bitmap, 1);

/** Clears the pixels at the edge of the mask, except at the edge of the image. The bitmap must have a margin of one unset pixel. */
export function shrinkByOnePixel(bitmap: Bitmap, imageSize: ImageSize): Bitmap {
  const { left, top, width, height } = bitmap;
  const pixels = bitmap.pixels.slice();
  const setColumn = (column: number) => pixels.fill(1, column * height, (column + 1) * height);
  const setRow = (row: number) => {
    for (let column = 0; column < width; column += 1) pixels[column * height + row] = 1;
  };
  // Treat the outside of the image as set. Otherwise, a mask at the edge of the image would no longer touch the edge.
  if (left < 0) setColumn(0);
  if (left + width > imageSize.width) setColumn(width - 1);
  if (top < 0) setRow(0);
  if (top + height > imageSize.height) setRow(height - 1);
  return spreadValue({ ...bitmap, pixels }, 0);
}
