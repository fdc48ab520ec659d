import { FILL_OPACITY, SELECTED_FILL_OPACITY } from './look';
import type { Pen } from './shape-painter';
import { DOT_SIDE, strokeDashes } from './strokes';

/** Paints a closed outline with its area from a flat list of vertices in image pixels. */
export function paintVertices({ context, scale, x, y, isSelected }: Pen, data: readonly number[]): void {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  context.beginPath();
  for (let i = 0; i < data.length; i += 2) {
    const vertexX = data[i]! * scale + x;
    const vertexY = data[i + 1]! * scale + y;
    if (i === 0) context.moveTo(vertexX, vertexY);
    else context.lineTo(vertexX, vertexY);
    if (vertexX < left) left = vertexX;
    if (vertexX > right) right = vertexX;
    if (vertexY < top) top = vertexY;
    if (vertexY > bottom) bottom = vertexY;
  }
  if (right - left < DOT_SIDE && bottom - top < DOT_SIDE) return context.fillRect(left, top, DOT_SIDE, DOT_SIDE);
  context.closePath();
  context.globalAlpha = isSelected ? SELECTED_FILL_OPACITY : FILL_OPACITY;
  context.fill('evenodd');
  context.globalAlpha = 1;
  context.stroke();
  if (isSelected) strokeDashes(context, () => context.stroke());
}
