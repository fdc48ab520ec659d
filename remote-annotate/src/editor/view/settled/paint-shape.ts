import type { Shape } from '../../types';
import type { LabelLook, LookOf } from '../labels';
import {
  CAPTION_HEIGHT,
  CAPTION_WIDEST,
  DASH,
  FILL_OPACITY,
  POINT_RADIUS,
  SELECTED_DASH_COLOR,
  SELECTED_FILL_OPACITY,
  STROKE_WIDTH,
} from '../look';
import { captionPlace } from './caption-rooms';
import type { Captions } from './captions';

/** How far a shape's drawing reaches beyond its bounds, in CSS pixels: strokes, points and captions. */
export const PAINT_REACH = {
  left: STROKE_WIDTH + POINT_RADIUS,
  up: CAPTION_HEIGHT + POINT_RADIUS,
  right: CAPTION_WIDEST,
  down: STROKE_WIDTH + POINT_RADIUS,
};

/** A shape this small on the screen, in CSS pixels, is a dot. */
const DOT = 2;

export interface Brush {
  readonly context: CanvasRenderingContext2D;
  readonly lookOf: LookOf;
  readonly captions: Captions;
  /** Whether a shape is one of several that are selected: it is drawn so here; one alone is drawn live. */
  readonly isSelected?: (shape: Shape) => boolean;
  /** How wide the caption of a shape may be, in CSS pixels; 0: it has none. */
  readonly roomOf?: (shape: Shape) => number;
  /** CSS pixels to a picture pixel. */
  readonly scale: number;
  /** Where the picture's origin lies, in CSS pixels. */
  readonly x: number;
  readonly y: number;
}

/** Draws a settled shape in one pass; the context is in CSS pixels. */
export function paintShape(brush: Brush, shape: Shape): void {
  const { context, lookOf, scale, x, y } = brush;
  const look = lookOf(shape);
  const isSelected = brush.isSelected?.(shape) ?? false;
  context.strokeStyle = look.color;
  context.fillStyle = look.color;
  context.lineWidth = STROKE_WIDTH;
  if (shape.kind === 'object') {
    const [x1, y1, x2, y2] = shape.data;
    paintBox(context, x1 * scale + x, y1 * scale + y, (x2 - x1) * scale, (y2 - y1) * scale, isSelected);
    return paintOwnCaption(brush, shape, look);
  }
  if (shape.kind === 'polygon') {
    paintPolygon(context, shape.data, { scale, x, y }, isSelected);
    return paintOwnCaption(brush, shape, look);
  }
  paintPoint(context, shape.data[0] * scale + x, shape.data[1] * scale + y, isSelected);
  paintOwnCaption(brush, shape, look);
}

function paintOwnCaption(brush: Brush, shape: Shape, look: LabelLook): void {
  const place = look.name ? captionPlace(shape, brush.scale) : null;
  const room = brush.roomOf?.(shape) ?? CAPTION_WIDEST;
  if (place && room > 0) paintCaption(brush, look, place.x + brush.x, place.y + brush.y, room);
}

function paintBox(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  isSelected: boolean,
): void {
  if (width < DOT && height < DOT) return context.fillRect(x, y, DOT, DOT);
  context.globalAlpha = isSelected ? SELECTED_FILL_OPACITY : FILL_OPACITY;
  context.fillRect(x, y, width, height);
  context.globalAlpha = 1;
  context.strokeRect(x, y, width, height);
  if (isSelected) dashed(context, () => context.strokeRect(x, y, width, height));
}

/** Strokes once more in white dashes, which show on any colour. */
function dashed(context: CanvasRenderingContext2D, stroke: () => void): void {
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
  if (right - left < DOT && bottom - top < DOT) {
    context.fillRect(left, top, DOT, DOT);
  } else {
    context.closePath();
    context.globalAlpha = isSelected ? SELECTED_FILL_OPACITY : FILL_OPACITY;
    context.fill('evenodd');
    context.globalAlpha = 1;
    context.stroke();
    if (isSelected) dashed(context, () => context.stroke());
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

/** Writes the name above a position, in at most `room`; all in CSS pixels. */
export function paintCaption(
  { context, captions }: Pick<Brush, 'context' | 'captions'>,
  look: LabelLook,
  x: number,
  y: number,
  room?: number,
): void {
  if (!look.name) return;
  const { image, width } = captions.of(look, room);
  context.drawImage(image, Math.round(x - STROKE_WIDTH / 2), Math.round(y - CAPTION_HEIGHT), width, CAPTION_HEIGHT);
}
