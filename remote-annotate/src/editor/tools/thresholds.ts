import type { PointerType } from '../input/events';
import type { Vec } from '../types';

/** Distances in screen pixels, larger for what is less exact than a mouse. */
type Reach = Readonly<Record<PointerType, number>>;

/** How far a held pointer travels before a click becomes a drag. */
export const DRAG_REACH: Reach = { mouse: 4, pen: 6, touch: 10 };

/** How far from a shape a click still takes it. */
export const SHAPE_REACH: Reach = { mouse: 6, pen: 8, touch: 14 };

/** How far from a handle a press still takes it. */
export const HANDLE_REACH: Reach = { mouse: 8, pen: 12, touch: 20 };

/** How far from a neighbour's vertex a new one goes there. */
export const SNAP_REACH: Reach = { mouse: 7, pen: 9, touch: 14 };

/** How far from the first vertex of a polygon a click closes it. */
export const CLOSE_REACH: Reach = { mouse: 10, pen: 12, touch: 20 };

export function distance(a: Vec, b: Vec): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

export function difference(a: Vec, b: Vec): Vec {
  return { x: a.x - b.x, y: a.y - b.y };
}
