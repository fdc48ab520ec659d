import type { Shape, ShapeBase, Vec } from '../model/types';
import type { Camera } from '../viewport/camera';
import { STROKE_WIDTH } from './look';

/** The context and position for painting a shape. Positions on the canvas are in CSS pixels. */
export interface Pen {
  /** Its fill and stroke colors and its line width are already set for the shape. */
  readonly context: CanvasRenderingContext2D;
  /** CSS pixels for each image pixel. */
  readonly scale: number;
  /** Position of the origin of the image. */
  readonly x: number;
  readonly y: number;
  /** Whether the shape is one of several selected shapes. */
  readonly isSelected: boolean;
}

/** Paints a kind of shape. Everything painted outside the bounds of the shape must be within `getAffectedArea`. */
export interface ShapePainter<S extends ShapeBase = Shape> {
  paint(pen: Pen, shape: S): void;
  /** Returns the lower left corner of the caption relative to the origin of the image, or null without a caption. */
  getCaptionPosition(shape: S, scale: number): Vec | null;
  /** Returns the closed outline of a selected or hovered shape in image pixels, or null if it has a marker instead. */
  getOutline(shape: S): readonly number[] | null;
  /** Paints details over the outline of the only selected shape or of a preview. Missing if the outline shows the complete shape. */
  paintActive?(pen: Pen, shape: S): void;
  /** Returns all closed lines, for kinds with several parts and holes. If it is missing, `getOutline` returns the only line. */
  getOutlines?(shape: S): readonly (readonly number[])[];
  /** Whether `paint` fills pixels. The pixels are also shown while the shape is selected. */
  readonly isFilledByPixels?: boolean;
  /** The size of the marker of a selected or hovered shape, which does not depend on the zoom. */
  readonly markerRadius: number;
  /** Paints the marker of a selected or hovered shape. */
  paintMarker?(context: CanvasRenderingContext2D, position: Vec, color: string, dash: readonly number[]): void;
}

/** Returns the closed lines of a selected or hovered shape in image pixels. */
export function listOutlines(painter: ShapePainter, shape: Shape): readonly (readonly number[])[] {
  const outline = painter.getOutlines ? null : painter.getOutline(shape);
  return painter.getOutlines?.(shape) ?? (outline ? [outline] : []);
}

/** Paints details of a shape that its outline does not show. */
export function paintDetails(
  context: CanvasRenderingContext2D,
  painter: ShapePainter,
  shape: Shape,
  { camera, color }: { camera: Camera; color: string },
): void {
  if (!painter.paintActive) return;
  context.strokeStyle = color;
  context.fillStyle = color;
  context.lineWidth = STROKE_WIDTH;
  painter.paintActive({ context, ...camera, isSelected: false }, shape);
}
