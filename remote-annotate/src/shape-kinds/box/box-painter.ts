import { getBoxBounds } from '../../editor/geometry/box';
import { getAnyBoxBounds, getRotatedCorners, isRotatedBox } from '../../editor/geometry/rotated-box';
import type { BoxShape } from '../../editor/model/types';
import { FILL_OPACITY, MIN_CAPTIONED_SHAPE, SELECTED_FILL_OPACITY } from '../../editor/painting/look';
import { paintVertices } from '../../editor/painting/paint-vertices';
import type { ShapePainter } from '../../editor/painting/shape-painter';
import { DOT_SIDE, getCorners, strokeDashes } from '../../editor/painting/strokes';

export const boxPainter: ShapePainter<BoxShape> = {
  markerRadius: 0,
  paint: (pen, { data }) => {
    if (isRotatedBox(data)) return paintVertices(pen, getRotatedCorners(data));
    const { context, scale, x, y, isSelected } = pen;
    const [x1, y1, x2, y2] = data;
    const [left, top, width, height] = [x1 * scale + x, y1 * scale + y, (x2 - x1) * scale, (y2 - y1) * scale];
    if (width < DOT_SIDE && height < DOT_SIDE) return context.fillRect(left, top, DOT_SIDE, DOT_SIDE);
    context.globalAlpha = isSelected ? SELECTED_FILL_OPACITY : FILL_OPACITY;
    context.fillRect(left, top, width, height);
    context.globalAlpha = 1;
    context.strokeRect(left, top, width, height);
    if (isSelected) strokeDashes(context, () => context.strokeRect(left, top, width, height));
  },
  getCaptionPosition: ({ data }, scale) => {
    const { minX, minY, maxX } = getAnyBoxBounds(data);
    return (maxX - minX) * scale < MIN_CAPTIONED_SHAPE ? null : { x: minX * scale, y: minY * scale };
  },
  getOutline: ({ data }) => getBoxOutline(data),
};

/** Returns the corners of an upright or rotated box as a flat list. */
export function getBoxOutline(data: BoxShape['data']): readonly number[] {
  return isRotatedBox(data) ? getRotatedCorners(data) : getCorners(getBoxBounds(data));
}
