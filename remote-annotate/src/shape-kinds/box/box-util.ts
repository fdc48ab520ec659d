import type { ShapeUtil } from '../../editor/kinds/shape-util';
import { BOX_HANDLES, getBoxArea, getBoxHandlePoint, normaliseBox, resizeBox, type BoxHandle } from '../../editor/geometry/box';
import { MIN_SIDE_FOR_MIDDLE, type Handle } from '../../editor/geometry/handles';
import { getDistanceToOutline } from '../../editor/geometry/polygon';
import {
  getAnyBoxBounds,
  getRotatedCursor,
  getRotatedHandlePoint,
  isInRotatedBox,
  isRotatedBox,
  normaliseRotatedBox,
  resizeRotatedBox,
  toRotatedBox,
  rotateBoxBy,
  rotateBoxTo,
} from '../../editor/geometry/rotated-box';
import type { BoxShape, Vec } from '../../editor/model/types';
import { boxPainter, getBoxOutline } from './box-painter';

/** Distance of the handle that rotates a box from its edge, in screen pixels. */
const ROTATE_DISTANCE = 26;
/** The two rotation handles: the edge beside which the handle is, and its direction from the center at angle 0. */
const ROTATE_HANDLES = { 'rotate-n': { edge: 'n', offset: -90 }, 'rotate-s': { edge: 's', offset: 90 } } as const;
type RotateHandle = keyof typeof ROTATE_HANDLES;

/** Upright and rotated boxes, which the API calls objects. */
export const boxUtil: ShapeUtil<BoxShape> = {
  kind: 'object',
  painter: boxPainter,
  labelKind: 'object',
  hasArea: true,
  hasVertices: false,
  hasAttributes: true,
  getBounds: ({ data }) => getAnyBoxBounds(data),
  getArea: ({ data }) => (isRotatedBox(data) ? data[2] * data[3] : getBoxArea(data)),
  isHit: ({ data }, point, tolerance) => isInRotatedBox(toRotatedBox(data), point, tolerance),
  isOutlineHit: ({ data }, point, tolerance) => getDistanceToOutline(point, getBoxOutline(data)) <= tolerance,
  normalise: (data, imageSize) => (data.length === 5 ? normaliseRotatedBox(data, imageSize) : normaliseBox(data, imageSize)),
  translate: (data, { x, y }) =>
    isRotatedBox(data)
      ? [data[0] + x, data[1] + y, data[2], data[3], data[4]]
      : [data[0] + x, data[1] + y, data[2] + x, data[3] + y],
  getHandles: ({ data }, scale) => [
    ...createRotateHandles(data, scale),
    ...BOX_HANDLES.filter((handle) => handle.length === 2 || getSideLength(data, handle) * scale >= MIN_SIDE_FOR_MIDDLE)
      .toSorted((a, b) => a.length - b.length)
      .map((handle) => createResizeHandle(data, handle)),
  ],
  startDrag: (shape, handle, imageSize) => {
    const { data } = shape;
    const { id } = handle.type === 'box' ? { id: handle.handle } : handle.type === 'custom' ? handle : { id: '' };
    if (isRotateHandle(id))
      return {
        shape,
        canSnap: false,
        getDataAt: (position, isSnapped) => rotateBoxTo(data, position, { offset: ROTATE_HANDLES[id].offset, isSnapped }),
      };
    const resized = BOX_HANDLES.find((candidate) => candidate === id);
    if (!resized) return null;
    const getDataAt = (position: Vec) =>
      isRotatedBox(data) ? resizeRotatedBox(data, resized, position, imageSize) : resizeBox(data, resized, position, imageSize);
    return { shape, canSnap: false, getDataAt };
  },
  rotate: rotateBoxBy,
  describeSize: ({ data }) =>
    isRotatedBox(data) ? `${Math.round(data[2])} × ${Math.round(data[3])}, ${Math.round(data[4] * 10) / 10}°` : null,
};

const isRotateHandle = (id: string): id is RotateHandle => id in ROTATE_HANDLES;

function createResizeHandle(data: BoxShape['data'], handle: BoxHandle): Handle {
  if (!isRotatedBox(data)) return { type: 'box', handle, point: getBoxHandlePoint(data, handle) };
  return {
    type: 'custom',
    id: handle,
    point: getRotatedHandlePoint(data, handle),
    cursor: getRotatedCursor(handle, data[4]),
  };
}

/**
 * Returns the handle that rotates the box. It is beside the upper edge, or beside the lower edge if it would otherwise be above
 * or left of the image.
 */
function createRotateHandles(data: BoxShape['data'], scale: number): readonly Handle[] {
  const box = toRotatedBox(data);
  if (Math.max(box[2], box[3]) * scale < MIN_SIDE_FOR_MIDDLE) return [];
  const createHandle = (id: RotateHandle): Handle => {
    const { edge } = ROTATE_HANDLES[id];
    const [x, y, width, height, angle] = box;
    const extendedBox: typeof box = [x, y, width, height + (2 * ROTATE_DISTANCE) / scale, angle];
    const point = getRotatedHandlePoint(extendedBox, edge);
    return { type: 'custom', id, point, cursor: 'grab', stem: getRotatedHandlePoint(box, edge) };
  };
  const handle = createHandle('rotate-n');
  return [handle.point.x < 0 || handle.point.y < 0 ? createHandle('rotate-s') : handle];
}

function getSideLength(data: BoxShape['data'], side: BoxHandle): number {
  const [, , width, height] = toRotatedBox(data);
  return side === 'n' || side === 's' ? width : height;
}
