import type { ShapeKinds } from '../../kinds/shape-kinds';
import type { Shape, ShapeId } from '../../model/types';
import { CAPTION_HEIGHT, MAX_CAPTION_WIDTH } from '../../painting/look';

/** Minimum width of a caption in CSS pixels. */
const MIN_CAPTION_WIDTH = 24;
/** Distance between two captions in CSS pixels. */
const GAP = 2;

/**
 * Returns the maximum width of each caption in CSS pixels, so that captions do not overlap. A caption ends where the next one to
 * its right starts. The width is 0 if too little space remains.
 */
export function getCaptionWidths(shapes: readonly Shape[], scale: number, kinds: ShapeKinds): ReadonlyMap<ShapeId, number> {
  const captions = shapes.flatMap((shape) => {
    const position = kinds.getPainter(shape).getCaptionPosition(shape, scale);
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
      for (const other of [row - 1, row, row + 1].flatMap((nearbyRow) => rows.get(nearbyRow) ?? [])) {
        if (other.id === id || Math.abs(other.y - y) >= CAPTION_HEIGHT) continue;
        // Of two captions at one position, the same one is hidden in every tile.
        if (other.x > x || (other.x === x && other.id > id)) width = Math.min(width, other.x - x - GAP);
      }
      return [id, width < MIN_CAPTION_WIDTH ? 0 : width];
    }),
  );
}
