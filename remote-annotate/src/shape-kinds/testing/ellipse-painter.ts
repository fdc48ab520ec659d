import type { ShapePainter } from '../../editor/painting/shape-painter';
import type { EllipseData, EllipseShape } from './ellipse-util';

const OUTLINE_VERTICES = 32;

export const ellipsePainter: ShapePainter<EllipseShape> = {
  markerRadius: 0,
  paint: ({ context, scale, x, y }, { data }) => {
    context.beginPath();
    context.ellipse(data[0] * scale + x, data[1] * scale + y, data[2] * scale, data[3] * scale, 0, 0, 2 * Math.PI);
    context.stroke();
  },
  getCaptionPosition: ({ data: [x, y, , ry] }, scale) => ({ x: x * scale, y: (y - ry) * scale }),
  getOutline: ({ data }) => getEllipseOutline(data),
};

export function getEllipseOutline([x, y, rx, ry]: EllipseData): readonly number[] {
  return Array.from({ length: OUTLINE_VERTICES }, (_, index) => (2 * Math.PI * index) / OUTLINE_VERTICES).flatMap((angle) => [
    x + rx * Math.cos(angle),
    y + ry * Math.sin(angle),
  ]);
}
