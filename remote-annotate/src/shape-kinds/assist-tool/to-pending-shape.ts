import { isDrawableBox, normaliseBox } from '../../editor/geometry/box';
import { getPolygonBounds, normalisePolygon } from '../../editor/geometry/polygon';
import type { PendingShape } from '../../editor/tools/states/feedback';
import type { ToolHost } from '../../editor/tools/states/tool-host';

/**
 * Turns an outline (image pixels) into a shape that waits for its label: a polygon, or the enclosing box. Returns null and shows
 * a notice if the outline is empty or too small for a box.
 */
export function toPendingShape(host: ToolHost, outline: readonly number[]): PendingShape | null {
  const polygon = outline.length === 0 ? null : normalisePolygon(outline, host.imageSize);
  if (!polygon) {
    host.notify({ type: 'nothing-found' });
    return null;
  }
  if (host.getDrawnKind('assist') === 'polygon') return { kind: 'polygon', data: polygon };
  const { minX, minY, maxX, maxY } = getPolygonBounds(outline);
  const box = normaliseBox([Math.floor(minX), Math.floor(minY), Math.ceil(maxX), Math.ceil(maxY)], host.imageSize);
  if (box && isDrawableBox(box)) return { kind: 'object', data: box };
  host.notify({ type: 'box-too-small' });
  return null;
}
