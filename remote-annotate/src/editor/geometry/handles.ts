import type { Shape, Vec } from '../model/types';
import { BOX_HANDLES, getBoxHandlePoint, type BoxHandle } from './box';
import { MAX_POLYGON_VERTICES } from './limits';
import { getEdgeMidpoint, getVertex, countVertices } from './polygon';

/** A draggable point of the selected shape. `point` is in image pixels. */
export type Handle =
  | { readonly type: 'box'; readonly handle: BoxHandle; readonly point: Vec }
  | { readonly type: 'vertex'; readonly index: number; readonly point: Vec }
  /** Dragging a midpoint inserts a vertex on the edge that starts at vertex `edge`. */
  | { readonly type: 'midpoint'; readonly edge: number; readonly point: Vec };

/** Sides shorter than this, in screen pixels, have no middle handle, because it would cover the handles at the ends. */
const MIN_SIDE_FOR_MIDDLE = 28;

/** Returns the handles of a shape at a camera scale in painting order. */
export function getHandles(shape: Shape, scale: number): readonly Handle[] {
  switch (shape.kind) {
    case 'object': {
      const [x1, y1, x2, y2] = shape.data;
      const sideLengths = { n: x2 - x1, s: x2 - x1, w: y2 - y1, e: y2 - y1 };
      return BOX_HANDLES.filter(
        (handle) => !(handle in sideLengths) || sideLengths[handle as keyof typeof sideLengths] * scale >= MIN_SIDE_FOR_MIDDLE,
      )
        .toSorted((a, b) => a.length - b.length)
        .map((handle) => ({ type: 'box', handle, point: getBoxHandlePoint(shape.data, handle) }));
    }
    case 'polygon': {
      const count = countVertices(shape.data);
      const indices = Array.from({ length: count }, (_, index) => index);
      const midpoints =
        count >= MAX_POLYGON_VERTICES
          ? []
          : indices.filter((edge) => getEdgeLength(shape.data, edge) * scale >= MIN_SIDE_FOR_MIDDLE);
      return [
        ...midpoints.map((edge): Handle => ({ type: 'midpoint', edge, point: getEdgeMidpoint(shape.data, edge) })),
        ...indices.map((index): Handle => ({ type: 'vertex', index, point: getVertex(shape.data, index) })),
      ];
    }
    case 'point':
      return [];
  }
}

/**
 * Returns the handle nearest to a point. Corners and vertices have priority over middle handles.
 * @param radius maximum distance to a handle in image pixels
 */
export function findNearestHandle(handles: readonly Handle[], point: Vec, radius: number): Handle | undefined {
  let best: Handle | undefined;
  let bestDistance = radius;
  for (const handle of handles.toReversed()) {
    const distance = Math.hypot(handle.point.x - point.x, handle.point.y - point.y);
    if (distance > bestDistance || (best && isMiddleHandle(handle) && !isMiddleHandle(best))) continue;
    best = handle;
    bestDistance = distance;
  }
  return best;
}

function isMiddleHandle(handle: Handle): boolean {
  return handle.type === 'midpoint' || (handle.type === 'box' && handle.handle.length === 1);
}

function getEdgeLength(data: readonly number[], edge: number): number {
  const a = getVertex(data, edge);
  const b = getVertex(data, (edge + 1) % countVertices(data));
  return Math.hypot(b.x - a.x, b.y - a.y);
}
