import type { PointShape } from '../../editor/model/types';
import { POINT_RADIUS, STROKE_WIDTH } from '../../editor/painting/look';
import type { ShapePainter } from '../../editor/painting/shape-painter';

export const pointPainter: ShapePainter<PointShape> = {
  markerRadius: 2 * POINT_RADIUS,
  paint: ({ context, scale, x, y, isSelected }, { data }) => {
    context.beginPath();
    context.arc(data[0] * scale + x, data[1] * scale + y, POINT_RADIUS, 0, 2 * Math.PI);
    context.fill();
    context.lineWidth = isSelected ? STROKE_WIDTH : 1.5;
    context.strokeStyle = '#ffffff';
    context.stroke();
  },
  getCaptionPosition: ({ name, data: [x, y] }, scale) =>
    name ? { x: x * scale - POINT_RADIUS, y: y * scale - POINT_RADIUS } : null,
  getOutline: () => null,
  paintMarker: (context, { x, y }, color, dash) => {
    context.beginPath();
    context.arc(x, y, POINT_RADIUS, 0, 2 * Math.PI);
    context.fillStyle = color;
    context.fill();
    context.beginPath();
    context.arc(x, y, POINT_RADIUS * 2, 0, 2 * Math.PI);
    context.setLineDash([...dash]);
    context.lineWidth = STROKE_WIDTH;
    context.strokeStyle = color;
    context.stroke();
    context.setLineDash([]);
  },
};
