import type { Bounds } from '../model/types';
import { DASH, SELECTED_DASH_COLOR } from './look';

/** Shapes smaller than this on the screen, in CSS pixels, are painted as a dot of this size. */
export const DOT_SIDE = 2;

/** Strokes the path a second time with white dashes, so that it is visible on any color. */
export function strokeDashes(context: CanvasRenderingContext2D, stroke: () => void): void {
  context.strokeStyle = SELECTED_DASH_COLOR;
  context.setLineDash([...DASH]);
  stroke();
  context.setLineDash([]);
}

/** Returns the corners of a rectangle as a flat list. */
export function getCorners({ minX, minY, maxX, maxY }: Bounds): readonly number[] {
  return [minX, minY, maxX, minY, maxX, maxY, minX, maxY];
}
