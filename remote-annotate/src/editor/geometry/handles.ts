import type { Shape, Vec } from '../types';
import { BOX_HANDLES, boxHandlePoint, type BoxHandle } from './box';
import { MAX_POLYGON_VERTICES } from './limits';
import { edgeMidpoint, vertexAt, vertexCount } from './polygon';

/** Something on the selected shape that can be dragged. `point` is in picture pixels. */
export type Handle =
  | { readonly type: 'box'; readonly handle: BoxHandle; readonly point: Vec }
  | { readonly type: 'vertex'; readonly index: number; readonly point: Vec }
  /** Dragging it puts a new vertex on the edge that starts at vertex `edge`. */
  | { readonly type: 'midpoint'; readonly edge: number; readonly point: Vec };

/** On sides shorter than this, in screen pixels, the handles in the middle would lie on those at the ends. */
const MIN_SIDE_FOR_MIDDLE = 28;

/** The handles of a shape at a camera scale, those to be drawn on top last. */
export function handlesOf(shape: Shape, scale: number): readonly Handle[] {
  switch (shape.kind) {
    case 'object': {
      const [x1, y1, x2, y2] = shape.data;
      const roomForMiddle = { n: x2 - x1, s: x2 - x1, w: y2 - y1, e: y2 - y1 };
      return BOX_HANDLES.filter(
        (handle) =>
          !(handle in roomForMiddle) || roomForMiddle[handle as keyof typeof roomForMiddle] * scale >= MIN_SIDE_FOR_MIDDLE,
      )
        .toSorted((a, b) => a.length - b.length)
        .map((handle) => ({ type: 'box', handle, point: boxHandlePoint(shape.data, handle) }));
    }
    case 'polygon': {
      const count = vertexCount(shape.data);
      const indices = Array.from({ length: count }, (_, index) => index);
      const midpoints =
        count >= MAX_POLYGON_VERTICES
          ? []
          : indices.filter((edge) => edgeLength(shape.data, edge) * scale >= MIN_SIDE_FOR_MIDDLE);
      return [
        ...midpoints.map((edge): Handle => ({ type: 'midpoint', edge, point: edgeMidpoint(shape.data, edge) })),
        ...indices.map((index): Handle => ({ type: 'vertex', index, point: vertexAt(shape.data, index) })),
      ];
    }
    case 'point':
      return [];
  }
}

/**
 * The handle nearest to a point, corners and vertices before middles.
 * @param radius how far from a handle still takes it, in picture pixels
 */
export function nearestHandle(handles: readonly Handle[], point: Vec, radius: number): Handle | undefined {
  let best: Handle | undefined;
  let bestDistance = radius;
  for (const handle of handles.toReversed()) {
    const distance = Math.hypot(handle.point.x - point.x, handle.point.y - point.y);
    if (distance > bestDistance || (best && isMiddle(handle) && !isMiddle(best))) continue;
    best = handle;
    bestDistance = distance;
  }
  return best;
}

function isMiddle(handle: Handle): boolean {
  return handle.type === 'midpoint' || (handle.type === 'box' && handle.handle.length === 1);
}

function edgeLength(data: readonly number[], edge: number): number {
  const a = vertexAt(data, edge);
  const b = vertexAt(data, (edge + 1) % vertexCount(data));
  return Math.hypot(b.x - a.x, b.y - a.y);
}
