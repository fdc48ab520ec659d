import type { ShapeKinds } from '../../kinds/shape-kinds';
import type { Bounds, Shape } from '../../model/types';
import type { LabelLook, LookGetter } from '../../painting/labels';
import { CAPTION_HEIGHT, MAX_CAPTION_WIDTH, POINT_RADIUS, STROKE_WIDTH } from '../../painting/look';
import type { Captions } from './captions';
import { expandBounds } from './tile-grid';

/** Maximum distance in CSS pixels that strokes and points extend beyond the bounds of a shape. */
const STROKE_REACH = STROKE_WIDTH + POINT_RADIUS;

/**
 * Returns the area that a shape changes: its strokes, its caption, and captions that are shorter because of its caption.
 * @param scale CSS pixels for each image pixel
 */
export function getAffectedArea(shape: Shape, scale: number, kinds: ShapeKinds): Bounds {
  const hasCaption = kinds.getPainter(shape).getCaptionPosition(shape, scale) !== null;
  return hasCaption
    ? expandByCaptions(kinds.getBounds(shape), scale)
    : expandBounds(kinds.getBounds(shape), STROKE_REACH / scale);
}

/** Expands an area by the maximum distance over which shapes with captions affect each other. */
export function expandByCaptions({ minX, minY, maxX, maxY }: Bounds, scale: number): Bounds {
  const [width, height] = [(MAX_CAPTION_WIDTH + STROKE_REACH) / scale, (2 * CAPTION_HEIGHT + STROKE_REACH) / scale];
  return { minX: minX - width, minY: minY - height, maxX: maxX + width, maxY: maxY + height };
}

/** What is needed to paint shapes on a tile. */
export interface Brush {
  readonly kinds: ShapeKinds;
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
  const { kinds, context, getLook, scale, x, y } = brush;
  const look = getLook(shape);
  const isSelected = brush.isSelected?.(shape) ?? false;
  context.strokeStyle = look.color;
  context.fillStyle = look.color;
  context.lineWidth = STROKE_WIDTH;
  const painter = kinds.getPainter(shape);
  if (look.dash) context.setLineDash([...look.dash]);
  painter.paint({ context, scale, x, y, isSelected }, shape);
  if (look.dash) context.setLineDash([]);
  const position = look.name ? painter.getCaptionPosition(shape, scale) : null;
  const maxWidth = brush.getCaptionWidth?.(shape) ?? MAX_CAPTION_WIDTH;
  if (position && maxWidth > 0) paintCaption(brush, look, position.x + x, position.y + y, maxWidth);
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
