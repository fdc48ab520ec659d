import type { Vec } from '../../model/types';
import type { ViewportSize } from '../../viewport/camera';
import { paintTag, TAG_HEIGHT } from '../../painting/tag';

/** Distance in CSS pixels between the crosshair and the text with its coordinates. */
const CENTER_GAP = 8;

/**
 * Paints a horizontal and a vertical line through the pointer, and the image coordinates as text. Light dashes on dark lines are visible on
 * any image.
 */
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
  if (coordinates) paintTag(context, coordinates, { x: x + CENTER_GAP, y: y + CENTER_GAP + TAG_HEIGHT }, width);
}
