import type { ShapeUtil } from '../../editor/kinds/shape-util';
import { MIN_SIDE_FOR_MIDDLE, type Handle } from '../../editor/geometry/handles';
import { MAX_POLYGON_VERTICES } from '../../editor/geometry/limits';
import {
  countVertices,
  getDistanceToOutline,
  getEdgeMidpoint,
  getPolygonArea,
  getPolygonBounds,
  getVertex,
  isInPolygon,
  normalisePolygon,
  translateVertices,
  withVertexAt,
  withVertexInserted,
} from '../../editor/geometry/polygon';
import type { PolygonData, PolygonShape } from '../../editor/model/types';
import { polygonPainter } from './polygon-painter';

export const polygonUtil: ShapeUtil<PolygonShape> = {
  kind: 'polygon',
  painter: polygonPainter,
  labelKind: 'polygon',
  hasArea: true,
  hasVertices: true,
  hasAttributes: true,
  getBounds: ({ data }) => getPolygonBounds(data),
  getArea: ({ data }) => getPolygonArea(data),
  isHit: ({ data }, point, tolerance) => isInPolygon(point, data) || getDistanceToOutline(point, data) <= tolerance,
  isOutlineHit: ({ data }, point, tolerance) => getDistanceToOutline(point, data) <= tolerance,
  normalise: normalisePolygon,
  translate: translateVertices,
  getHandles: ({ data }, scale) => {
    const indices = Array.from({ length: countVertices(data) }, (_, index) => index);
    const midpoints =
      indices.length >= MAX_POLYGON_VERTICES
        ? []
        : indices.filter((edge) => getEdgeLength(data, edge) * scale >= MIN_SIDE_FOR_MIDDLE);
    return [
      ...midpoints.map((edge): Handle => ({ type: 'midpoint', edge, point: getEdgeMidpoint(data, edge) })),
      ...indices.map((index): Handle => ({ type: 'vertex', index, point: getVertex(data, index) })),
    ];
  },
  points: {
    count: ({ data }) => countVertices(data),
    get: ({ data }, index) => getVertex(data, index),
    moveTo: ({ data }, index, position, imageSize) => withVertexAt(data, index, position, imageSize),
  },
  startDrag: (shape, handle, imageSize) => {
    const dragVertex = (start: PolygonShape, index: number) => ({
      shape: start,
      canSnap: true,
      getDataAt: (position: { x: number; y: number }) => withVertexAt(start.data, index, position, imageSize),
    });
    if (handle.type === 'vertex') return dragVertex(shape, handle.index);
    if (handle.type !== 'midpoint') return null;
    const data = withVertexInserted(shape.data, handle.edge, handle.point, imageSize);
    return dragVertex({ ...shape, data }, handle.edge + 1);
  },
};

function getEdgeLength(data: PolygonData, edge: number): number {
  const start = getVertex(data, edge);
  const end = getVertex(data, (edge + 1) % countVertices(data));
  return Math.hypot(end.x - start.x, end.y - start.y);
}
