import type { PolygonShape } from '../../../remote-annotate/src/editor';

/** One way to show and edit the scene. All positions are CSS pixels of the window. */
export interface Side {
  /** Draws the scene into the element; resolved once it was handed over, not painted. */
  open(root: HTMLElement, picture: ImageBitmap, shapes: readonly PolygonShape[]): Promise<void>;
  /** Whether the outlines of these polygons are on the screen. */
  isPainted(samples: readonly PolygonShape[]): boolean;
  pan(by: { x: number; y: number }): void;
  /** Around the middle. */
  zoom(factor: number): void;
  select(shape: PolygonShape): void;
  deselect(): void;
  /** Drags the selected polygon on by so much; null: this way has no drag that a script can make. */
  drag: ((by: { x: number; y: number }) => void) | null;
  endDrag?(): void;
  /** Gives the selected polygon another label. */
  relabel: (() => void) | null;
  /** Hides the selected polygon. */
  hide: (() => void) | null;
  close(): void;
}
