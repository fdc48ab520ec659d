import { getPolygonBounds } from '../../geometry/polygon';
import type { Shape, ShapeId, Vec } from '../../model/types';
import { CAPTION_HEIGHT, MIN_CAPTIONED_SHAPE, MAX_CAPTION_WIDTH, POINT_RADIUS } from '../../painting/look';

/** Minimum width of a caption in CSS pixels. */
const MIN_CAPTION_WIDTH = 24;
/** Distance between two captions in CSS pixels. */
const GAP = 2;

/** Returns the lower left corner of the caption in CSS pixels from the origin of the image, or null without a caption. */
export function getCaptionPosition(shape: Shape, scale: number): Vec | null {
  switch (shape.kind) {
    case 'point':
      return shape.name ? { x: shape.data[0] * scale - POINT_RADIUS, y: shape.data[1] * scale - POINT_RADIUS } : null;
    case 'object': {
      const [x1, y1, x2] = shape.data;
      return (x2 - x1) * scale < MIN_CAPTIONED_SHAPE ? null : { x: x1 * scale, y: y1 * scale };
    }
    case 'polygon': {
      const { minX, maxX } = getPolygonBounds(shape.data);
      return (maxX - minX) * scale < MIN_CAPTIONED_SHAPE ? null : findHighestVertex(shape.data, scale);
    }
  }
}

/**
 * Returns the maximum width of each caption in CSS pixels, so that captions do not overlap. A caption ends where the next one to
 * its right starts. The width is 0 if too little space remains.
 */
export function getCaptionWidths(shapes: readonly Shape[], scale: number): ReadonlyMap<ShapeId, number> {
  const captions = shapes.flatMap((shape) => {
    const position = getCaptionPosition(shape, scale);
    return position ? [{ id: shape.id, ...position }] : [];
  });
  const rows = new Map<number, typeof captions>();
  for (const caption of captions) {
    const row = Math.floor(caption.y / CAPTION_HEIGHT);
    const rowCaptions = rows.get(row);
    if (rowCaptions) rowCaptions.push(caption);
    else rows.set(row, [caption]);
  }
  return new Map(
    captions.map(({ id, x, y }) => {
      const row = Math.floor(y / CAPTION_HEIGHT);
      let width = MAX_CAPTION_WIDTH;
      for (const other of [row - 1, row, row + 1].flatMap((near) => rows.get(near) ?? [])) {
        if (other.id === id || Math.abs(other.y - y) >= CAPTION_HEIGHT) continue;
        // Of two captions at one position, the same one is hidden in every tile.
        if (other.x > x || (other.x === x && other.id > id)) width = Math.min(width, other.x - x - GAP);
      }
      return [id, width < MIN_CAPTION_WIDTH ? 0 : width];
    }),
  );
}

/** Returns the highest vertex, because the corner of the bounds can be far from the outline. */
function findHighestVertex(data: readonly number[], scale: number): Vec {
  let highest = 0;
  for (let i = 2; i < data.length; i += 2) if (data[i + 1]! < data[highest + 1]!) highest = i;
  return { x: data[highest]! * scale, y: data[highest + 1]! * scale };
}
