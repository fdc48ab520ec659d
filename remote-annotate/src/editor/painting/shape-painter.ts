import type { Shape, ShapeBase, Vec } from '../model/types';

/** Where and how a shape is painted. Positions on the canvas are CSS pixels. */
export interface Pen {
  /** Fill and stroke have the color of the shape, the line its width. */
  readonly context: CanvasRenderingContext2D;
  /** CSS pixels for each image pixel. */
  readonly scale: number;
  /** Position of the origin of the image. */
  readonly x: number;
  readonly y: number;
  /** Whether the shape is one of several selected shapes. */
  readonly isSelected: boolean;
}

/** Paints a kind of shape. What is painted outside the bounds must be within `getAffectedArea`. */
export interface ShapePainter<S extends ShapeBase = Shape> {
  paint(pen: Pen, shape: S): void;
  /** Returns the lower left corner of the caption from the origin of the image, or null without a caption. */
  getCaptionPosition(shape: S, scale: number): Vec | null;
  /** Returns the closed outline of a selected or hovered shape in image pixels, or null if it has a marker instead. */
  getOutline(shape: S): readonly number[] | null;
  /** Returns all closed lines of a kind that can have several, for parts and holes. Without it, `getOutline` is the only one. */
  getOutlines?(shape: S): readonly (readonly number[])[];
  /** Whether `paint` fills pixels, which are also shown while the shape is selected. */
  readonly isFilledByPixels?: boolean;
  /** The size of the marker of a selected or hovered shape, which does not depend on the zoom. */
  readonly markerRadius: number;
  /** Paints this marker. */
  paintMarker?(context: CanvasRenderingContext2D, position: Vec, color: string, dash: readonly number[]): void;
}

/** Returns the closed lines of a selected or hovered shape in image pixels. */
export function listOutlines(painter: ShapePainter, shape: Shape): readonly (readonly number[])[] {
  const outline = painter.getOutlines ? null : painter.getOutline(shape);
  return painter.getOutlines?.(shape) ?? (outline ? [outline] : []);
}
