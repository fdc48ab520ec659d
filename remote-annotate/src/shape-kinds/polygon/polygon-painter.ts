import { getPolygonBounds } from '../../editor/geometry/polygon';
import type { PolygonShape } from '../../editor/model/types';
import { MIN_CAPTIONED_SHAPE } from '../../editor/painting/look';
import { paintVertices } from '../../editor/painting/paint-vertices';
import type { ShapePainter } from '../../editor/painting/shape-painter';

export const polygonPainter: ShapePainter<PolygonShape> = {
  markerRadius: 0,
  paint: (pen, { data }) => paintVertices(pen, data),
  getCaptionPosition: ({ data }, scale) => {
    const { minX, maxX } = getPolygonBounds(data);
    if ((maxX - minX) * scale < MIN_CAPTIONED_SHAPE) return null;
    // Place the caption at the highest vertex, because the corner of the bounds may be far from the outline. Of several highest
    // vertices, use the leftmost, because the caption extends to the right.
    let highestIndex = 0;
    for (let i = 2; i < data.length; i += 2) {
      const distanceBelow = data[i + 1]! - data[highestIndex + 1]!;
      if (distanceBelow < 0 || (distanceBelow === 0 && data[i]! < data[highestIndex]!)) highestIndex = i;
    }
    return { x: data[highestIndex]! * scale, y: data[highestIndex + 1]! * scale };
  },
  getOutline: ({ data }) => data,
};
