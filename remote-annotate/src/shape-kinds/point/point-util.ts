import { snapToImage } from '../../editor/geometry/clamp';
import type { ShapeUtil } from '../../editor/kinds/shape-util';
import type { PointShape, Vec } from '../../editor/model/types';
import { pointPainter } from './point-painter';

export const pointUtil: ShapeUtil<PointShape> = {
  kind: 'point',
  painter: pointPainter,
  labelKind: null,
  hasArea: false,
  hasVertices: false,
  hasAttributes: true,
  getBounds: ({ data: [x, y] }) => ({ minX: x, minY: y, maxX: x, maxY: y }),
  getArea: () => 0,
  isHit: isWithin,
  isOutlineHit: isWithin,
  normalise: (data, imageSize) => {
    const [x, y] = data;
    return Number.isFinite(x) && Number.isFinite(y) ? snapToImage({ x: x!, y: y! }, imageSize) : null;
  },
  translate: ([x, y], offset) => [x + offset.x, y + offset.y],
  getHandles: () => [],
  startDrag: () => null,
};

function isWithin({ data: [x, y] }: PointShape, point: Vec, tolerance: number): boolean {
  return Math.hypot(point.x - x, point.y - y) <= tolerance;
}
