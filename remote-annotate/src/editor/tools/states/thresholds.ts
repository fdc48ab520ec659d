import type { PointerType } from '../../input/events';
import type { Vec } from '../../model/types';

/** Distances in screen pixels by pointer type. They are larger for less precise pointers. */
type Reach = Readonly<Record<PointerType, number>>;

/** Minimum distance that turns a click into a drag. */
export const DRAG_THRESHOLD: Reach = { mouse: 4, pen: 6, touch: 10 };

/** Maximum distance to a shape at which a click hits it. */
export const SHAPE_REACH: Reach = { mouse: 6, pen: 8, touch: 14 };

/** Maximum distance to a handle at which a press hits it. The target is twice as large: WCAG 2.2 (2.5.8) requires at least 24 pixels. */
export const HANDLE_REACH: Reach = { mouse: 12, pen: 12, touch: 20 };

/** Maximum distance to a vertex of another polygon at which a new vertex snaps to it. */
export const SNAP_REACH: Reach = { mouse: 7, pen: 9, touch: 14 };

/** Maximum distance to the first vertex at which a click closes a polygon. */
export const CLOSE_REACH: Reach = { mouse: 10, pen: 12, touch: 20 };

export function getDistance(a: Vec, b: Vec): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

export function subtract(a: Vec, b: Vec): Vec {
  return { x: a.x - b.x, y: a.y - b.y };
}
