import type { Vec } from '../../model/types';

/** Paints a circle around the area that the brush covers, visible on any image. */
export function paintBrushCursor(context: CanvasRenderingContext2D, { x, y }: Vec, radius: number): void {
  const paint = (color: string, width: number) => {
    context.lineWidth = width;
    context.strokeStyle = color;
    context.beginPath();
    context.arc(x, y, Math.max(radius, 1), 0, 2 * Math.PI);
    context.stroke();
  };
  paint('rgba(0, 0, 0, 0.7)', 3);
  paint('#ffffff', 1);
}
