import { polygonBounds } from '../../geometry/polygon';
import type { Shape, ShapeId, Vec } from '../../types';
import { CAPTION_HEIGHT, CAPTION_MIN_SHAPE, CAPTION_WIDEST, POINT_RADIUS } from '../look';

/** In less room than this, in CSS pixels, a caption says nothing. */
const LEAST_ROOM = 24;
/** Between a caption and the next. */
const GAP = 2;

/** Where a shape's caption stands: its lower left corner, from the picture's origin, in CSS pixels; null: it has none. */
export function captionPlace(shape: Shape, scale: number): Vec | null {
  switch (shape.kind) {
    case 'point':
      return shape.name ? { x: shape.data[0] * scale - POINT_RADIUS, y: shape.data[1] * scale - POINT_RADIUS } : null;
    case 'object': {
      const [x1, y1, x2] = shape.data;
      return (x2 - x1) * scale < CAPTION_MIN_SHAPE ? null : { x: x1 * scale, y: y1 * scale };
    }
    case 'polygon': {
      const { minX, maxX } = polygonBounds(shape.data);
      return (maxX - minX) * scale < CAPTION_MIN_SHAPE ? null : peakOf(shape.data, scale);
    }
  }
}

/**
 * How wide the captions of shapes may be, in CSS pixels, so that none lies on another: each ends where the next to its right
 * begins, and one that is left too little has none (0).
 */
export function captionRooms(shapes: readonly Shape[], scale: number): ReadonlyMap<ShapeId, number> {
  const placed = shapes.flatMap((shape) => {
    const place = captionPlace(shape, scale);
    return place ? [{ id: shape.id, ...place }] : [];
  });
  const rows = new Map<number, typeof placed>();
  for (const caption of placed) {
    const row = Math.floor(caption.y / CAPTION_HEIGHT);
    const inRow = rows.get(row);
    if (inRow) inRow.push(caption);
    else rows.set(row, [caption]);
  }
  return new Map(
    placed.map(({ id, x, y }) => {
      const row = Math.floor(y / CAPTION_HEIGHT);
      let room = CAPTION_WIDEST;
      for (const other of [row - 1, row, row + 1].flatMap((near) => rows.get(near) ?? [])) {
        if (other.id === id || Math.abs(other.y - y) >= CAPTION_HEIGHT) continue;
        // Of two in one place the same one gives way in every tile.
        if (other.x > x || (other.x === x && other.id > id)) room = Math.min(room, other.x - x - GAP);
      }
      return [id, room < LEAST_ROOM ? 0 : room];
    }),
  );
}

/** The highest vertex: the corner of the bounds can be far from the outline. */
function peakOf(data: readonly number[], scale: number): Vec {
  let at = 0;
  for (let i = 2; i < data.length; i += 2) if (data[i + 1]! < data[at + 1]!) at = i;
  return { x: data[at]! * scale, y: data[at + 1]! * scale };
}
