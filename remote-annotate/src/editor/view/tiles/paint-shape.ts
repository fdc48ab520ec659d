import type { Shape } from '../../model/types';
import type { LabelLook, LookGetter } from '../../painting/labels';
import {
  CAPTION_HEIGHT,
  MAX_CAPTION_WIDTH,
  DASH,
  FILL_OPACITY,
  POINT_RADIUS,
  SELECTED_DASH_COLOR,
  SELECTED_FILL_OPACITY,
  STROKE_WIDTH,
} from '../../painting/look';
import { getCaptionPosition } from './caption-widths';
import type { Captions } from './captions';

/** Maximum distance in CSS pixels that strokes, points and captions extend beyond the bounds of a shape. */
export const PAINT_REACH = {
  left: STROKE_WIDTH + POINT_RADIUS,
  up: CAPTION_HEIGHT + POINT_RADIUS,
  right: MAX_CAPTION_WIDTH,
  down: STROKE_WIDTH + POINT_RADIUS,
};

/** Shapes smaller than this on the screen, in CSS pixels, are painted as a dot of this size. */
const DOT_SIDE = 2;

export interface Brush {
  readonly context: CanvasRenderingContext2D;
  readonly getLook: LookGetter;
  readonly captions: Captions;
  /** Whether a shape is one of several selected shapes. The live layer paints a shape that is selected alone. */
  readonly isSelected?: (shape: Shape) => boolean;
  /** Returns the maximum width of a caption in CSS pixels; 0 hides the caption. */
  readonly getCaptionWidth?: (shape: Shape) => number;
  /** CSS pixels for each image pixel. */
  readonly scale: number;
  /** Position of the origin of the image in CSS pixels. */
  readonly x: number;
  readonly y: number;
}

/** Paints a shape. The context uses CSS pixels. */
export function paintShape(brush: Brush, shape: Shape): void {
  const { context, getLook, scale, x, y } = brush;
  const look = getLook(shape);
  const isSelected = brush.isSelected?.(shape) ?? false;
  context.strokeStyle = look.color;
  context.fillStyle = look.color;
  context.lineWidth = STROKE_WIDTH;
  if (shape.kind === 'object') {
    const [x1, y1, x2, y2] = shape.data;
    paintBox(context, x1 * scale + x, y1 * scale + y, (x2 - x1) * scale, (y2 - y1) * scale, isSelected);
    return paintShapeCaption(brush, shape, look);
  }
  if (shape.kind === 'polygon') {
    paintPolygon(context, shape.data, { scale, x, y }, isSelected);
    return paintShapeCaption(brush, shape, look);
  }
  paintPoint(context, shape.data[0] * scale + x, shape.data[1] * scale + y, isSelected);
  paintShapeCaption(brush, shape, look);
}

function paintShapeCaption(brush: Brush, shape: Shape, look: LabelLook): void {
  const position = look.name ? getCaptionPosition(shape, brush.scale) : null;
  const maxWidth = brush.getCaptionWidth?.(shape) ?? MAX_CAPTION_WIDTH;
  if (position && maxWidth > 0) paintCaption(brush, look, position.x + brush.x, position.y + brush.y, maxWidth);
}

function paintBox(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  isSelected: boolean,
): void {
  if (width < DOT_SIDE && height < DOT_SIDE) return context.fillRect(x, y, DOT_SIDE, DOT_SIDE);
  context.globalAlpha = isSelected ? SELECTED_FILL_OPACITY : FILL_OPACITY;
  context.fillRect(x, y, width, height);
  context.globalAlpha = 1;
  context.strokeRect(x, y, width, height);
  if (isSelected) strokeDashes(context, () => context.strokeRect(x, y, width, height));
}

/** Strokes again with white dashes, which are visible on any color. */
function strokeDashes(context: CanvasRenderingContext2D, stroke: () => void): void {
  context.strokeStyle = SELECTED_DASH_COLOR;
  context.setLineDash([...DASH]);
  stroke();
  context.setLineDash([]);
}

function paintPolygon(
  context: CanvasRenderingContext2D,
  data: readonly number[],
  { scale, x, y }: Pick<Brush, 'scale' | 'x' | 'y'>,
  isSelected: boolean,
): void {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  context.beginPath();
  for (let i = 0; i < data.length; i += 2) {
    const px = data[i]! * scale + x;
    const py = data[i + 1]! * scale + y;
    if (i === 0) context.moveTo(px, py);
    else context.lineTo(px, py);
    if (px < left) left = px;
    if (px > right) right = px;
    if (py < top) top = py;
    if (py > bottom) bottom = py;
  }
  if (right - left < DOT_SIDE && bottom - top < DOT_SIDE) {
    context.fillRect(left, top, DOT_SIDE, DOT_SIDE);
  } else {
    context.closePath();
    context.globalAlpha = isSelected ? SELECTED_FILL_OPACITY : FILL_OPACITY;
    context.fill('evenodd');
    context.globalAlpha = 1;
    context.stroke();
    if (isSelected) strokeDashes(context, () => context.stroke());
  }
}

function paintPoint(context: CanvasRenderingContext2D, x: number, y: number, isSelected: boolean): void {
  context.beginPath();
  context.arc(x, y, POINT_RADIUS, 0, 2 * Math.PI);
  context.fill();
  context.lineWidth = isSelected ? STROKE_WIDTH : 1.5;
  context.strokeStyle = '#ffffff';
  context.stroke();
}

/** Paints the name above a position with a maximum width. All values are in CSS pixels. */
export function paintCaption(
  { context, captions }: Pick<Brush, 'context' | 'captions'>,
  look: LabelLook,
  x: number,
  y: number,
  maxWidth?: number,
): void {
  if (!look.name) return;
  const { image, width } = captions.get(look, maxWidth);
  context.drawImage(image, Math.round(x - STROKE_WIDTH / 2), Math.round(y - CAPTION_HEIGHT), width, CAPTION_HEIGHT);
}
