import { computeEnclosingBox, computeRotatedBounds, computeRotatedCorners } from '@console/shared-contract/rotated-box';
import type { Cursor } from '../model/cursor';
import type { Bounds, BoxData, ImageSize, RotatedBoxData, Vec } from '../model/types';
import { BOX_HANDLES, getBoxBounds, type BoxHandle } from './box';
import { clamp } from './clamp';
import { MIN_EDITED_BOX } from './limits';

/** Angles snap to multiples of this many degrees. */
const ANGLE_STEP = 15;
/** Step in degrees to which angles are rounded if they do not snap. */
const ANGLE_PRECISION = 0.1;

/** Whether the data describe a rotated box. */
export function isRotatedBox(data: BoxData | RotatedBoxData): data is RotatedBoxData {
  return data.length === 5;
}

export function toRotatedBox(data: BoxData | RotatedBoxData): RotatedBoxData {
  if (isRotatedBox(data)) return data;
  const [x1, y1, x2, y2] = data;
  return [(x1 + x2) / 2, (y1 + y2) / 2, x2 - x1, y2 - y1, 0];
}

/** Returns the angle of a box in degrees, from 0 to less than 360. */
export const getBoxAngle = (data: BoxData | RotatedBoxData): number => (isRotatedBox(data) ? data[4] : 0);

/** Returns the smallest upright rectangle of whole pixels around a box. It may extend beyond the image. */
export function getAnyBoxBounds(data: BoxData | RotatedBoxData): Bounds {
  return isRotatedBox(data) ? getBoxBounds(computeRotatedBounds(data)) : getBoxBounds(data);
}

/** Returns the corners in clockwise order. The first corner is the upper left corner before the rotation. */
export function getRotatedCorners(data: RotatedBoxData): readonly number[] {
  return computeRotatedCorners(data);
}

/** Rounds coordinates to hundredths and normalizes the angle. Returns null for a box without area or outside the image. */
export function normaliseRotatedBox(data: readonly number[], imageSize: ImageSize): RotatedBoxData | null {
  if (data.length !== 5 || !data.every(Number.isFinite)) return null;
  const [x = 0, y = 0, width = 0, height = 0, angle = 0] = data.map((value) => Math.round(value * 100) / 100);
  const box: RotatedBoxData = [x, y, width, height, (Math.round((((angle % 360) + 360) % 360) * 100) / 100) % 360];
  return width > 0 && height > 0 && computeEnclosingBox(box, imageSize) ? box : null;
}

/** Turns a box clockwise about its center. */
export function rotateBoxBy(data: BoxData | RotatedBoxData, degrees: number): RotatedBoxData {
  const [x, y, width, height, angle] = toRotatedBox(data);
  return [x, y, width, height, angle + degrees];
}

/**
 * Rotates the box so that one of its handles points towards a position. `offset` is the direction from the center to this handle at angle
 * 0, in degrees.
 */
export function rotateBoxTo(
  data: BoxData | RotatedBoxData,
  position: Vec,
  { offset, isSnapped }: { offset: number; isSnapped: boolean },
): BoxData | RotatedBoxData {
  const [x, y, width, height] = toRotatedBox(data);
  const angleStep = isSnapped ? ANGLE_STEP : ANGLE_PRECISION;
  const degrees = getDirection({ x, y }, position) - offset;
  const angle = (Math.round(degrees / angleStep) * angleStep + 720) % 360;
  return angle === getBoxAngle(data) ? data : [x, y, width, height, angle];
}

/** Returns the direction from one point to another in degrees: 0 to the right, 90 down. */
function getDirection(from: Vec, to: Vec): number {
  return (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
}

/** Rotates `to` around `from` to the nearest direction that is a multiple of 15 degrees. */
export function snapDirection(from: Vec, to: Vec): Vec {
  const angle = Math.round(getDirection(from, to) / ANGLE_STEP) * ANGLE_STEP;
  const offset = toImageOffset({ x: Math.hypot(to.x - from.x, to.y - from.y), y: 0 }, angle);
  return { x: from.x + offset.x, y: from.y + offset.y };
}

/**
 * Returns the rotated box with an edge from `start` to `end`, whose opposite edge goes through `opposite`. The length of the first edge is
 * the width of the box.
 */
export function createRotatedBox(start: Vec, end: Vec, opposite: Vec): RotatedBoxData {
  const angle = getDirection(start, end);
  const width = Math.hypot(end.x - start.x, end.y - start.y);
  const depth = toBoxOffset({ x: opposite.x - start.x, y: opposite.y - start.y }, angle).y;
  const toCenter = toImageOffset({ x: width / 2, y: depth / 2 }, angle);
  return [start.x + toCenter.x, start.y + toCenter.y, width, Math.abs(depth), (angle + 360) % 360];
}

/** Whether a point is in a rotated box or at most `tolerance` outside its edges. */
export function isInRotatedBox([x, y, width, height, angle]: RotatedBoxData, point: Vec, tolerance: number): boolean {
  const offset = toBoxOffset({ x: point.x - x, y: point.y - y }, angle);
  return Math.abs(offset.x) <= width / 2 + tolerance && Math.abs(offset.y) <= height / 2 + tolerance;
}

/** Returns the position of a handle on a rotated box in image pixels. */
export function getRotatedHandlePoint([x, y, width, height, angle]: RotatedBoxData, handle: BoxHandle): Vec {
  const handleSide = getHandleSide(handle);
  const offset = toImageOffset({ x: (handleSide.x * width) / 2, y: (handleSide.y * height) / 2 }, angle);
  return { x: x + offset.x, y: y + offset.y };
}

/**
 * Moves a handle to a position while the opposite corner or edge stays. The handle stays inside the image. The box cannot become
 * smaller than the minimum size, unless it already is.
 */
export function resizeRotatedBox(
  [x, y, width, height, angle]: RotatedBoxData,
  handle: BoxHandle,
  position: Vec,
  imageSize: ImageSize,
): RotatedBoxData {
  const handleSide = getHandleSide(handle);
  const toAnchor = toImageOffset({ x: (-handleSide.x * width) / 2, y: (-handleSide.y * height) / 2 }, angle);
  const anchor = { x: x + toAnchor.x, y: y + toAnchor.y };
  const offset = toBoxOffset(
    { x: clamp(position.x, 0, imageSize.width) - anchor.x, y: clamp(position.y, 0, imageSize.height) - anchor.y },
    angle,
  );
  const newWidth = handleSide.x === 0 ? width : Math.max(offset.x * handleSide.x, Math.min(width, MIN_EDITED_BOX));
  const newHeight = handleSide.y === 0 ? height : Math.max(offset.y * handleSide.y, Math.min(height, MIN_EDITED_BOX));
  const toCenter = toImageOffset({ x: (handleSide.x * newWidth) / 2, y: (handleSide.y * newHeight) / 2 }, angle);
  return [anchor.x + toCenter.x, anchor.y + toCenter.y, newWidth, newHeight, angle];
}

const RESIZE_CURSORS: readonly Cursor[] = ['ew-resize', 'nwse-resize', 'ns-resize', 'nesw-resize'];

/** Returns the cursor for the direction in which a handle of a rotated box moves. */
export function getRotatedCursor(handle: BoxHandle, angle: number): Cursor {
  // The handles are in clockwise order from the upper left corner, 45 degrees apart.
  const direction = BOX_HANDLES.indexOf(handle) * 45 + 45 + angle;
  return RESIZE_CURSORS[Math.round(direction / 45) % 4] ?? 'move';
}

/** Returns the direction from the center to a handle before the rotation: -1, 0 or 1 on each axis. */
function getHandleSide(handle: BoxHandle): Vec {
  return {
    x: handle.includes('w') ? -1 : handle.includes('e') ? 1 : 0,
    y: handle.includes('n') ? -1 : handle.includes('s') ? 1 : 0,
  };
}

/** Rotates an offset from the axes of a rotated box to the axes of the image. */
function toImageOffset({ x, y }: Vec, degrees: number): Vec {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return { x: x * cos - y * sin, y: x * sin + y * cos };
}

/** Rotates an offset from the axes of the image to the axes of a rotated box. */
function toBoxOffset(offset: Vec, degrees: number): Vec {
  return toImageOffset(offset, -degrees);
}
