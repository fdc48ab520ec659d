import type { Vec } from '../../../editor/model/types';
import { forEachEqualStretch, type Bitmap } from './bitmap';

/** A closed line along the edges of pixels, as a flat list of vertices in image pixels. */
export type Contour = readonly number[];

/** Directions clockwise: right, down, left, up. */
const STEPS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;
/** For each direction, the offset from the start of a step to the pixel on its right (`RIGHT_CELLS`) and on its left. */
const RIGHT_CELLS = [
  [0, 0],
  [-1, 0],
  [-1, -1],
  [0, -1],
] as const;
const LEFT_CELLS = [
  [0, -1],
  [0, 0],
  [-1, 0],
  [-1, -1],
] as const;

/**
 * Returns the edges of all parts and holes, with a vertex at each turn. Set pixels are on the right, so parts run clockwise and
 * holes counterclockwise. Pixels that touch only at a corner belong to different parts.
 */
export function traceContours({ left, top, width, height, pixels }: Bitmap): readonly Contour[] {
  const isSet = (x: number, y: number) => x >= 0 && y >= 0 && x < width && y < height && pixels[x * height + y] === 1;
  // 1 for pixels whose upper edge was traced. This finds all contours, because each contour contains the upper edge of at least one pixel.
  const isTraced = new Uint8Array(pixels.length);
  const trace = (startX: number, startY: number): Contour => {
    const contour: number[] = [];
    let [x, y, direction] = [startX, startY, 0];
    do {
      if (direction === 0) isTraced[x * height + y] = 1;
      const [stepX, stepY] = STEPS[direction]!;
      [x, y] = [x + stepX, y + stepY];
      const [rightCell, leftCell] = [RIGHT_CELLS[direction]!, LEFT_CELLS[direction]!];
      const isRightSet = isSet(x + rightCell[0], y + rightCell[1]);
      const rotation = !isRightSet ? 1 : isSet(x + leftCell[0], y + leftCell[1]) ? 3 : 0;
      if (rotation !== 0) contour.push(x + left, y + top);
      direction = (direction + rotation) % 4;
    } while (x !== startX || y !== startY || direction !== 0);
    return contour;
  };
  const contours: Contour[] = [];
  for (let x = 0; x < width; x += 1)
    // Only the first pixel of each stretch has an upper edge.
    forEachEqualStretch(pixels.subarray(x * height, (x + 1) * height), 1, (y) => {
      if (isTraced[x * height + y] === 0) contours.push(trace(x, y));
    });
  return contours;
}

/** Returns the set pixel beside the first edge of a contour. */
export function getEdgePixel([x1 = 0, y1 = 0, x2 = 0, y2 = 0]: Contour): Vec {
  const direction = x2 > x1 ? 0 : y2 > y1 ? 1 : x2 < x1 ? 2 : 3;
  const [stepX, stepY] = RIGHT_CELLS[direction];
  return { x: x1 + stepX, y: y1 + stepY };
}

/** Returns the area in square image pixels: positive for parts, negative for holes. */
export function getSignedArea(contour: Contour): number {
  let doubleArea = 0;
  for (let i = 0, j = contour.length - 2; i < contour.length; j = i, i += 2)
    doubleArea += contour[j]! * contour[i + 1]! - contour[i]! * contour[j + 1]!;
  return doubleArea / 2;
}
