import type { Cursor } from '../model/cursor';
import type { Vec } from '../model/types';
import type { BoxHandle } from './box';

/** A draggable point of the selected shape. `point` is in image pixels. */
export type Handle =
  | { readonly type: 'box'; readonly handle: BoxHandle; readonly point: Vec }
  /** If `isRing`, the handle is painted as a ring, so that it does not cover the point of the shape. */
  | { readonly type: 'vertex'; readonly index: number; readonly point: Vec; readonly isRing?: boolean }
  /** Dragging a midpoint inserts a vertex on the edge that starts at vertex `edge`. */
  | { readonly type: 'midpoint'; readonly edge: number; readonly point: Vec }
  /** A handle that is specific to its kind of shape. If the handle is apart from the shape, a line connects it with `stem`. */
  | { readonly type: 'custom'; readonly id: string; readonly point: Vec; readonly cursor: Cursor; readonly stem?: Vec };

/** Sides shorter than this, in screen pixels, have no middle handle, because it would cover the handles at the ends. */
export const MIN_SIDE_FOR_MIDDLE = 28;

/**
 * Returns the handle nearest to a point.
 * @param radius maximum distance to a handle in image pixels
 */
export function findNearestHandle(handles: readonly Handle[], point: Vec, radius: number): Handle | undefined {
  let nearestHandle: Handle | undefined;
  let minDistance = radius;
  for (const handle of handles.toReversed()) {
    const distance = Math.hypot(handle.point.x - point.x, handle.point.y - point.y);
    if (distance > minDistance) continue;
    nearestHandle = handle;
    minDistance = distance;
  }
  return nearestHandle;
}

/** Whether `a` and `b` are the same handle of a shape. Their positions may differ. */
export function isSameHandle(a: Handle, b: Handle): boolean {
  if (a.type === 'box') return b.type === 'box' && a.handle === b.handle;
  if (a.type === 'vertex') return b.type === 'vertex' && a.index === b.index;
  if (a.type === 'custom') return b.type === 'custom' && a.id === b.id;
  return b.type === 'midpoint' && a.edge === b.edge;
}
