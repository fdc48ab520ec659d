import type { Stroke } from '../../model/prompt';
import type { Camera } from '../../viewport/camera';

/** CSS pixels. */
const LINE_WIDTH = 4;
const SIGN_RADIUS = 8;
const OBJECT_COLOR = '#107c10';
const BACKGROUND_COLOR = '#c50f1f';

/** Paints the strokes of the user. Strokes on the object have a plus sign, strokes on the background have a minus sign. */
export function paintStrokes(context: CanvasRenderingContext2D, strokes: readonly Stroke[], { x, y, scale }: Camera): void {
  context.lineCap = 'round';
  for (const { points, isObject } of strokes) {
    context.strokeStyle = isObject ? OBJECT_COLOR : BACKGROUND_COLOR;
    context.lineWidth = LINE_WIDTH;
    context.beginPath();
    for (let i = 0; i < points.length; i += 2) context.lineTo(points[i]! * scale + x, points[i + 1]! * scale + y);
    context.stroke();
    paintSign(context, { x: points[0]! * scale + x, y: points[1]! * scale + y }, isObject);
  }
  context.lineCap = 'butt';
}

function paintSign(context: CanvasRenderingContext2D, { x, y }: { x: number; y: number }, isObject: boolean): void {
  context.beginPath();
  context.arc(x, y, SIGN_RADIUS, 0, 2 * Math.PI);
  context.fillStyle = isObject ? OBJECT_COLOR : BACKGROUND_COLOR;
  context.fill();
  context.strokeStyle = '#ffffff';
  context.lineWidth = 2;
  context.stroke();
  context.beginPath();
  context.moveTo(x - 4, y);
  context.lineTo(x + 4, y);
  if (isObject) {
    context.moveTo(x, y - 4);
    context.lineTo(x, y + 4);
  }
  context.stroke();
}
