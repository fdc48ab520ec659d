import type { Vec } from '../../types';
import type { ViewportSize } from '../../viewport/camera';
import { paintTag, TAG_HEIGHT } from '../tag';

/** How far from the crosshair its coordinates stand, in CSS pixels. */
const GAP = 8;

/** Two lines through the pointer over the whole canvas, dark and light so that they show on any picture, and where it is in the picture. */
export function paintCrosshair(
  context: CanvasRenderingContext2D,
  { x, y }: Vec,
  { width, height }: ViewportSize,
  coordinates: string | null,
): void {
  context.lineWidth = 1;
  for (const [color, dash] of [
    ['rgba(0, 0, 0, 0.55)', []],
    ['rgba(255, 255, 255, 0.9)', [6, 6]],
  ] as const) {
    context.strokeStyle = color;
    context.setLineDash([...dash]);
    context.beginPath();
    context.moveTo(0, Math.round(y) + 0.5);
    context.lineTo(width, Math.round(y) + 0.5);
    context.moveTo(Math.round(x) + 0.5, 0);
    context.lineTo(Math.round(x) + 0.5, height);
    context.stroke();
  }
  context.setLineDash([]);
  if (coordinates) paintTag(context, coordinates, { x: x + GAP, y: y + GAP + TAG_HEIGHT }, width);
}
