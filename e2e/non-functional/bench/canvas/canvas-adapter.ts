import type { PolygonShape } from '../../../../remote-annotate/src/editor';

/** A canvas library that shows and edits the scene. All positions are CSS pixels relative to the window. */
export interface CanvasAdapter {
  /** Draws the scene into the element. Resolves before the scene is painted. */
  open(root: HTMLElement, image: ImageBitmap, shapes: readonly PolygonShape[]): Promise<void>;
  /** Whether the outlines of these polygons are painted. */
  isPainted(samples: readonly PolygonShape[]): boolean;
  pan(delta: { x: number; y: number }): void;
  /** Zooms around the centre. */
  zoom(factor: number): void;
  select(shape: PolygonShape): void;
  deselect(): void;
  /** Drags the selected polygon. Null if a script cannot drag shapes of this library. */
  drag: ((delta: { x: number; y: number }) => void) | null;
  endDrag?(): void;
  /** Changes the label of the selected polygon. */
  relabel: (() => void) | null;
  /** Hides the selected polygon. */
  hide: (() => void) | null;
  close(): void;
}
