import type { Bounds, ShapeId } from './types';

/** Pixels of the image that a tool is painting. They change in place, because copies would delay each movement of the pointer. */
export interface PixelDraft {
  /** One byte for each pixel of the image, column by column: 1 if it is set. */
  readonly pixels: Uint8Array;
  /** The shape that these pixels replace; null for a new one. */
  readonly shapeId: ShapeId | null;
  /** The label of the shape; null while it has none. */
  readonly labelId: string | null;
  /** Calls the listener with each changed area in image pixels. Returns a function that unsubscribes. */
  onChange(listener: (area: Bounds) => void): () => void;
}
