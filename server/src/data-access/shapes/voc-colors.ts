/**
 * Returns the color of a number in the palette of Pascal VOC, as red * 65536 + green * 256 + blue. The bits of the number are distributed over
 * the bits of the three samples (development kit, `VOClabelcolormap`).
 */
export function getVocColor(classNumber: number): number {
  let color = 0;
  for (let bit = 0; bit < 8; bit++)
    if ((classNumber >> bit) & 1) color += 2 ** (7 - Math.floor(bit / 3)) * 256 ** (2 - (bit % 3));
  return color;
}
