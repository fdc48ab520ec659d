import type { Camera } from '../viewport/camera';
import { DASH, FILL_OPACITY, STROKE_WIDTH } from './look';

export interface OutlineStyle {
  readonly color: string;
  readonly dash?: readonly number[];
  /** Width of the line in CSS pixels, independent of the zoom. */
  readonly width?: number;
  readonly isFilled?: boolean;
  readonly isClosed?: boolean;
}

/** Paints an outline from a flat list of vertices in image pixels. */
export function paintOutline(
  context: CanvasRenderingContext2D,
  vertices: readonly number[],
  camera: Camera,
  style: OutlineStyle,
): void {
  paintOutlines(context, [vertices], camera, style);
}

/** Paints several lines of one shape. Holes are not filled. */
export function paintOutlines(
  context: CanvasRenderingContext2D,
  outlines: readonly (readonly number[])[],
  { x, y, scale }: Camera,
  { color, dash = [], width = STROKE_WIDTH, isFilled = false, isClosed = true }: OutlineStyle,
): void {
  context.beginPath();
  for (const vertices of outlines) {
    for (let i = 0; i < vertices.length; i += 2) {
      const [px, py] = [vertices[i]! * scale + x, vertices[i + 1]! * scale + y];
      if (i === 0) context.moveTo(px, py);
      else context.lineTo(px, py);
    }
    if (isClosed) context.closePath();
  }
  if (isFilled) {
    const opacity = context.globalAlpha;
    context.globalAlpha = opacity * FILL_OPACITY;
    context.fillStyle = color;
    context.fill('evenodd');
    context.globalAlpha = opacity;
  }
  context.lineJoin = 'round';
  context.lineWidth = width;
  context.strokeStyle = color;
  context.setLineDash([...dash]);
  context.stroke();
  context.setLineDash([]);
}

/** Paints dashed outlines over dark lines. This combination is visible on any image. */
export function paintLegibleOutlines(
  context: CanvasRenderingContext2D,
  outlines: readonly (readonly number[])[],
  camera: Camera,
  { color, isClosed = true }: Pick<OutlineStyle, 'color' | 'isClosed'>,
): void {
  paintOutlines(context, outlines, camera, { color: 'rgba(0, 0, 0, 0.6)', isClosed });
  paintOutlines(context, outlines, camera, { color, dash: DASH, isClosed, isFilled: true });
}
