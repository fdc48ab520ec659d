import type { Bounds, ShapeId } from './types';

/** Pixels of the image that a tool is painting. They are mutable, because copies would slow down each pointer move. */
export interface PixelDraft {
  /** Calls `visit` for each stretch of consecutive set pixels in a column of the image, from row `from` up to but excluding row `to`. */
  forEachStretch(column: number, from: number, to: number, visit: (from: number, to: number) => void): void;
  /** The shape that these pixels replace; null for a new shape. */
  readonly shapeId: ShapeId | null;
  /** The label of the shape; null while it has none. */
  readonly labelId: string | null;
  /** Calls the listener with each changed area in image pixels. Returns a function that unsubscribes. */
  onChange(listener: (area: Bounds) => void): () => void;
}
