import type { Bounds, BoxData, ImageSize, Vec } from '../model/types';
import { MIN_DRAWN_BOX, MIN_EDITED_BOX } from './limits';
import { clamp, snapToImage } from './clamp';

/** The eight handles by compass direction. `n` is the handle of the top edge. */
export type BoxHandle = 'nw' | 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w';

export const BOX_HANDLES: readonly BoxHandle[] = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'];

/** Returns a box with integer corners inside the image from any two opposite corners. Its area can be zero. */
export function createBoxFromCorners(a: Vec, b: Vec, imageSize: ImageSize): BoxData {
  const [ax, ay] = snapToImage(a, imageSize);
  const [bx, by] = snapToImage(b, imageSize);
  return [Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by)];
}

/** Returns the corners of a box from a list of numbers, or null if there are not four. */
export function parseBox(data: readonly number[] | null | undefined): BoxData | null {
  const [x1, y1, x2, y2] = data ?? [];
  return x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined ? null : [x1, y1, x2, y2];
}

export const getBoxBounds = ([minX, minY, maxX, maxY]: BoxData): Bounds => ({ minX, minY, maxX, maxY });

/** Clamps four numbers to a box inside the image. Returns null if no area remains. */
export function normaliseBox(data: readonly number[], imageSize: ImageSize): BoxData | null {
  const [x1, y1, x2, y2] = data;
  if (data.length !== 4 || !data.every(Number.isFinite)) return null;
  const box = createBoxFromCorners({ x: x1!, y: y1! }, { x: x2!, y: y2! }, imageSize);
  return getBoxArea(box) > 0 ? box : null;
}

export function getBoxArea(data: BoxData): number {
  return (data[2] - data[0]) * (data[3] - data[1]);
}

/** Whether a drawn box is large enough to become a shape. */
export function isDrawableBox(data: BoxData): boolean {
  return data[2] - data[0] >= MIN_DRAWN_BOX && data[3] - data[1] >= MIN_DRAWN_BOX;
}

/**
 * Moves a handle of the box `start` to `position` (image pixels) while the opposite edge stays. The box stays inside the image
 * and cannot be turned inside out. It cannot become smaller than the minimum size, unless it already is.
 */
export function resizeBox(start: BoxData, handle: BoxHandle, position: Vec, imageSize: ImageSize): BoxData {
  const [x1, y1, x2, y2] = start;
  const minWidth = Math.min(MIN_EDITED_BOX, x2 - x1);
  const minHeight = Math.min(MIN_EDITED_BOX, y2 - y1);
  const x = Math.round(position.x);
  const y = Math.round(position.y);
  return [
    handle.includes('w') ? clamp(x, 0, x2 - minWidth) : x1,
    handle.includes('n') ? clamp(y, 0, y2 - minHeight) : y1,
    handle.includes('e') ? clamp(x, x1 + minWidth, imageSize.width) : x2,
    handle.includes('s') ? clamp(y, y1 + minHeight, imageSize.height) : y2,
  ];
}

/** Returns the position of a handle on a box in image pixels. */
export function getBoxHandlePoint(data: BoxData, handle: BoxHandle): Vec {
  const [x1, y1, x2, y2] = data;
  return {
    x: handle.includes('w') ? x1 : handle.includes('e') ? x2 : (x1 + x2) / 2,
    y: handle.includes('n') ? y1 : handle.includes('s') ? y2 : (y1 + y2) / 2,
  };
}
