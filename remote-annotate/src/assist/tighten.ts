import { normaliseBox } from '../editor/geometry/box';
import { getPolygonArea } from '../editor/geometry/polygon';
import { getRotatedCorners, isRotatedBox } from '../editor/geometry/rotated-box';
import { getRegionBounds, type BitmapRegion, type Suggestion } from '../editor/model/region';
import type { BoxData, BoxShape, ImageSize, PolygonShape, RotatedBoxData, Shape } from '../editor/model/types';
import { toCorners } from './prompts';
import { TIGHTENABLE_KINDS } from './tightenable-kinds';

type TightenableShape = BoxShape | PolygonShape;

/** Minimum ratio of the area of the result to the area of the shape. A smaller result is probably only a part of the object. */
const MIN_AREA_RATIO = 0.15;

export const canBeTightened = (shape: Shape): shape is TightenableShape => TIGHTENABLE_KINDS.includes(shape.kind);

/** Returns the vertices of a box, a rotated box or a polygon. */
export function getShapeOutline(shape: TightenableShape): readonly number[] {
  if (shape.kind === 'polygon') return shape.data;
  return isRotatedBox(shape.data) ? getRotatedCorners(shape.data) : toCorners(shape.data);
}

/**
 * Returns the coordinates of the shape after shrinking it to the object that was found in it. Null if the found object is missing
 * or too small.
 */
export function tightenShape<S extends TightenableShape>(
  shape: S,
  { region, outline }: Suggestion,
  imageSize: ImageSize,
): S['data'] | null {
  const area = region.bits.reduce((sum, bit) => sum + bit, 0) * region.step ** 2;
  if (outline.length < 6 || area < MIN_AREA_RATIO * getPolygonArea(getShapeOutline(shape))) return null;
  if (shape.kind === 'polygon') return outline;
  if (isRotatedBox(shape.data)) return tightenRotated(shape.data, outline);
  return tightenBox(shape.data, region, imageSize);
}

function tightenBox([x1, y1, x2, y2]: BoxData, region: BitmapRegion, imageSize: ImageSize): BoxData | null {
  const bounds = getRegionBounds(region);
  if (!bounds) return null;
  const { minX, minY, maxX, maxY } = bounds;
  return normaliseBox([Math.max(minX, x1), Math.max(minY, y1), Math.min(maxX, x2), Math.min(maxY, y2)], imageSize);
}

/** Shrinks a rotated box to the outline. Keeps the angle and the order of the corners. */
function tightenRotated([x, y, width, height, angle]: RotatedBoxData, outline: readonly number[]): RotatedBoxData {
  const [sin, cos] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)];
  const [xOffsets, yOffsets]: [number[], number[]] = [[], []];
  for (let i = 0; i < outline.length; i += 2) {
    const [dx, dy] = [outline[i]! - x, outline[i + 1]! - y];
    xOffsets.push(dx * cos + dy * sin);
    yOffsets.push(dy * cos - dx * sin);
  }
  const left = Math.max(Math.min(...xOffsets), -width / 2);
  const right = Math.min(Math.max(...xOffsets), width / 2);
  const top = Math.max(Math.min(...yOffsets), -height / 2);
  const bottom = Math.min(Math.max(...yOffsets), height / 2);
  const [offsetX, offsetY] = [(left + right) / 2, (top + bottom) / 2];
  return [x + offsetX * cos - offsetY * sin, y + offsetX * sin + offsetY * cos, right - left, bottom - top, angle];
}
