import type { ShapeKinds } from '../../kinds/shape-kinds';
import type { Bounds, Shape, Vec } from '../../model/types';
import type { LabelLook, LookGetter } from '../../painting/labels';
import { CAPTION_HEIGHT, MAX_CAPTION_WIDTH, POINT_RADIUS, STROKE_WIDTH } from '../../painting/look';
import { CAPTION_REACH, type CaptionPlacement } from './caption-layout';
import type { Captions } from './captions';
import { expandBounds } from './tile-grid';

/** Maximum distance in CSS pixels that strokes and points extend beyond the bounds of a shape. */
const STROKE_REACH = STROKE_WIDTH + POINT_RADIUS;
/** Maximum distance in CSS pixels that strokes and the caption extend beyond the bounds of a shape. */
const OWN_REACH: Vec = { x: MAX_CAPTION_WIDTH + STROKE_REACH, y: 2 * CAPTION_HEIGHT + STROKE_REACH };

/**
 * Returns the area in which a shape is painted: its strokes and its caption.
 * @param scale CSS pixels for each image pixel
 */
export function getPaintedArea(shape: Shape, scale: number, kinds: ShapeKinds): Bounds {
  return hasCaption(shape, scale, kinds)
    ? expand(kinds.getBounds(shape), OWN_REACH, scale)
    : expandBounds(kinds.getBounds(shape), STROKE_REACH / scale);
}

/**
 * Returns the area that changes together with a shape: where the shape is painted, and the captions whose position depends on it.
 * @param scale CSS pixels for each image pixel
 */
export function getAffectedArea(shape: Shape, scale: number, kinds: ShapeKinds): Bounds {
  return hasCaption(shape, scale, kinds) ? expandByCaptions(kinds.getBounds(shape), scale) : getPaintedArea(shape, scale, kinds);
}

/** Expands an area by the maximum distance at which a shape can affect the caption of another shape. */
export function expandByCaptions(bounds: Bounds, scale: number): Bounds {
  return expand(bounds, { x: CAPTION_REACH.x + OWN_REACH.x, y: CAPTION_REACH.y + OWN_REACH.y }, scale);
}

function hasCaption(shape: Shape, scale: number, kinds: ShapeKinds): boolean {
  return kinds.getPainter(shape).getCaptionPosition(shape, scale) !== null;
}

function expand({ minX, minY, maxX, maxY }: Bounds, reach: Vec, scale: number): Bounds {
  const [width, height] = [reach.x / scale, reach.y / scale];
  return { minX: minX - width, minY: minY - height, maxX: maxX + width, maxY: maxY + height };
}

/** The inputs for painting shapes on a tile. */
export interface Brush {
  readonly kinds: ShapeKinds;
  readonly context: CanvasRenderingContext2D;
  readonly getLook: LookGetter;
  readonly captions: Captions;
  /** Whether a shape is one of several selected shapes. A single selected shape is not painted here, but with its handles. */
  readonly isSelected?: (shape: Shape) => boolean;
  /** CSS pixels for each image pixel. */
  readonly scale: number;
  /** Position of the origin of the image in CSS pixels. */
  readonly x: number;
  readonly y: number;
}

/** Paints a shape without its caption. The context uses CSS pixels. */
export function paintShape(brush: Omit<Brush, 'captions'>, shape: Shape): void {
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
}

/** Paints the caption of a shape. Captions are painted after all shapes, so that no outline crosses a text. */
export function paintShapeCaption(
  brush: Pick<Brush, 'context' | 'captions' | 'getLook' | 'x' | 'y'>,
  shape: Shape,
  { x, y, maxWidth }: CaptionPlacement,
): void {
  paintCaption(brush, brush.getLook(shape), brush.x + x, brush.y + y, maxWidth);
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
