/** The five numbers that describe a rotated box. */
export const ROTATED_BOX_NUMBERS = 5;
/** Tolerance in pixels for rounding errors of sine and cosine. */
const ROUNDING_TOLERANCE = 1e-6;

/**
 * Returns the corners of a rotated box as a flat list of x and y. The box is `[x, y, width, height, angle]`: center and sides in pixels,
 * angle in degrees clockwise. The first corner is the one that is at the upper left before the rotation. The others follow clockwise.
 */
export function computeRotatedCorners([x = NaN, y = NaN, width = NaN, height = NaN, angle = NaN]: readonly number[]): number[] {
  const radians = (angle * Math.PI) / 180;
  const [sin, cos] = [Math.sin(radians), Math.cos(radians)];
  const corners = [
    [-width / 2, -height / 2],
    [width / 2, -height / 2],
    [width / 2, height / 2],
    [-width / 2, height / 2],
  ] as const;
  return corners.flatMap(([right, below]) => [x + right * cos - below * sin, y + right * sin + below * cos]);
}

/** Returns the smallest upright box `[x1, y1, x2, y2]` of whole pixels around a rotated box, which may extend beyond the image. */
export function computeRotatedBounds(rotatedBox: readonly number[]): [number, number, number, number] {
  const corners = computeRotatedCorners(rotatedBox);
  const [left, right] = findRange(corners.filter((_, index) => index % 2 === 0));
  const [top, bottom] = findRange(corners.filter((_, index) => index % 2 === 1));
  return [left, top, right, bottom];
}

/** Returns the bounds of a rotated box, clamped to the image. Returns null if the rotated box is outside the image. */
export function computeEnclosingBox(
  rotatedBox: readonly number[],
  { width, height }: { width: number; height: number },
): [number, number, number, number] | null {
  const [x1, y1, x2, y2] = computeRotatedBounds(rotatedBox);
  const [left, right] = [clamp(x1, width), clamp(x2, width)];
  const [top, bottom] = [clamp(y1, height), clamp(y2, height)];
  return right > left && bottom > top ? [left, top, right, bottom] : null;
}

const clamp = (value: number, max: number) => Math.min(Math.max(value, 0), max);

/** Returns the smallest range of whole pixels that contains all positions. The range has at least one pixel. */
function findRange(positions: readonly number[]): [number, number] {
  const minimum = Math.floor(Math.min(...positions) + ROUNDING_TOLERANCE);
  return [minimum, Math.max(Math.ceil(Math.max(...positions) - ROUNDING_TOLERANCE), minimum + 1)];
}
