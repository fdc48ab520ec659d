/** How masks are painted: with a round brush or eraser, or by filling a dragged rectangle or the polygon of several clicks. */
export type MaskDrawingMode = 'brush' | 'eraser' | 'rectangle' | 'polygon';

export const MASK_DRAWING_MODES: readonly MaskDrawingMode[] = ['brush', 'eraser', 'rectangle', 'polygon'];

/** How the mask tool draws. */
export interface MaskDrawing {
  readonly mode: MaskDrawingMode;
  /** Diameter of brush and eraser in image pixels. */
  readonly brushSize: number;
}

export const DEFAULT_MASK_DRAWING: MaskDrawing = { mode: 'brush', brushSize: 20 };

export const BRUSH_SIZE = { min: 1, max: 500 } as const;

/** Change of the brush size per step, as a ratio of the size. */
const STEP_RATIO = 0.15;

/** Returns a brush size within the limits. */
export function toBrushSize(size: number): number {
  return Math.min(BRUSH_SIZE.max, Math.max(BRUSH_SIZE.min, Math.round(size)));
}

/** Returns the next larger (1) or smaller (-1) brush size. Small sizes change by one pixel. */
export function stepBrushSize(size: number, direction: 1 | -1): number {
  return toBrushSize(size + direction * Math.max(1, Math.round(size * STEP_RATIO)));
}
