import { clamp, snapToImage } from '../../editor/geometry/clamp';
import { getDistanceToOutline } from '../../editor/geometry/polygon';
import type { ShapeUtil } from '../../editor/kinds/shape-util';
import type { MetaData, ImageSize, ShapeBase } from '../../editor/model/types';
import { ellipsePainter, getEllipseOutline } from './ellipse-painter';

/** `[x, y, rx, ry]`: the center and the two radii. Unlike in other kinds, not all numbers are positions. */
export type EllipseData = readonly [number, number, number, number];

export interface EllipseShape extends ShapeBase {
  readonly kind: 'ellipse';
  readonly labelId: string;
  readonly data: EllipseData;
  readonly metaData: MetaData;
}

/** A kind of shape that exists only in tests. It shows that the editor supports a new kind without changes of its own code. */
export const ellipseUtil: ShapeUtil<EllipseShape> = {
  kind: 'ellipse',
  painter: ellipsePainter,
  labelKind: 'object',
  hasArea: true,
  hasVertices: false,
  getBounds: ({ data: [x, y, rx, ry] }) => ({ minX: x - rx, minY: y - ry, maxX: x + rx, maxY: y + ry }),
  getArea: ({ data: [, , rx, ry] }) => Math.PI * rx * ry,
  isHit: ({ data: [x, y, rx, ry] }, point, tolerance) =>
    ((point.x - x) / (rx + tolerance)) ** 2 + ((point.y - y) / (ry + tolerance)) ** 2 <= 1,
  isOutlineHit: ({ data }, point, tolerance) => getDistanceToOutline(point, getEllipseOutline(data)) <= tolerance,
  normalise: normaliseEllipse,
  translate: ([x, y, rx, ry], by) => [x + by.x, y + by.y, rx, ry],
  getHandles: ({ data: [x, y, rx, ry] }) => [
    { type: 'custom', id: 'rx', point: { x: x + rx, y }, cursor: 'ew-resize' },
    { type: 'custom', id: 'ry', point: { x, y: y + ry }, cursor: 'ns-resize' },
  ],
  startDrag: (shape, handle, imageSize) => {
    if (handle.type !== 'custom') return null;
    const [x, y, rx, ry] = shape.data;
    return {
      shape,
      canSnap: false,
      getDataAt: (to) =>
        normaliseEllipse(handle.id === 'rx' ? [x, y, Math.abs(to.x - x), ry] : [x, y, rx, Math.abs(to.y - y)], imageSize) ??
        shape.data,
    };
  },
};

export function normaliseEllipse(data: readonly number[], imageSize: ImageSize): EllipseData | null {
  const [centerX, centerY, radiusX, radiusY] = data;
  if (data.length !== 4 || !data.every(Number.isFinite)) return null;
  const [x, y] = snapToImage({ x: centerX!, y: centerY! }, imageSize);
  const rx = clamp(Math.round(radiusX!), 0, Math.min(x, imageSize.width - x));
  const ry = clamp(Math.round(radiusY!), 0, Math.min(y, imageSize.height - y));
  return rx > 0 && ry > 0 ? [x, y, rx, ry] : null;
}
