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
    // The corner of the bounds can be far from the outline, so the caption is at the highest vertex. Of
    // several, the left one, because the caption extends to the right.
    let highest = 0;
    for (let i = 2; i < data.length; i += 2) {
      const distanceBelow = data[i + 1]! - data[highest + 1]!;
      if (distanceBelow < 0 || (distanceBelow === 0 && data[i]! < data[highest]!)) highest = i;
    }
    return { x: data[highest]! * scale, y: data[highest + 1]! * scale };
  },
  getOutline: ({ data }) => data,
};
