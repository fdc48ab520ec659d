import type { ShapeUtil } from '../../editor/kinds/shape-util';
import {
  BOX_HANDLES,
  getBoxArea,
  getBoxBounds,
  getBoxHandlePoint,
  normaliseBox,
  resizeBox,
  type BoxHandle,
} from '../../editor/geometry/box';
import { MIN_SIDE_FOR_MIDDLE } from '../../editor/geometry/handles';
import { getDistanceToOutline } from '../../editor/geometry/polygon';
import type { BoxShape } from '../../editor/model/types';
import { getCorners } from '../../editor/painting/strokes';
import { boxPainter } from './box-painter';

/** Axis-aligned boxes, which the API calls objects. */
export const boxUtil: ShapeUtil<BoxShape> = {
  kind: 'object',
  painter: boxPainter,
  labelKind: 'object',
  hasArea: true,
  hasVertices: false,
  getBounds: ({ data }) => getBoxBounds(data),
  getArea: ({ data }) => getBoxArea(data),
  isHit: ({ data: [x1, y1, x2, y2] }, { x, y }, tolerance) =>
    x >= x1 - tolerance && x <= x2 + tolerance && y >= y1 - tolerance && y <= y2 + tolerance,
  isOutlineHit: ({ data }, point, tolerance) => getDistanceToOutline(point, getCorners(getBoxBounds(data))) <= tolerance,
  normalise: normaliseBox,
  translate: ([x1, y1, x2, y2], { x, y }) => [x1 + x, y1 + y, x2 + x, y2 + y],
  getHandles: ({ data }, scale) =>
    BOX_HANDLES.filter((handle) => handle.length === 2 || getSideLength(data, handle) * scale >= MIN_SIDE_FOR_MIDDLE)
      .toSorted((a, b) => a.length - b.length)
      .map((handle) => ({ type: 'box', handle, point: getBoxHandlePoint(data, handle) })),
  startDrag: (shape, handle, imageSize) =>
    handle.type === 'box'
      ? { shape, canSnap: false, getDataAt: (position) => resizeBox(shape.data, handle.handle, position, imageSize) }
      : null,
};

function getSideLength([x1, y1, x2, y2]: BoxShape['data'], side: BoxHandle): number {
  return side === 'n' || side === 's' ? x2 - x1 : y2 - y1;
}
