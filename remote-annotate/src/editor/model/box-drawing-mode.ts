/**
 * How boxes are drawn: by dragging, by clicking two opposite corners, or by clicking the four outermost points of an object.
 * Dragging works in all three.
 */
export type BoxDrawingMode = 'drag' | 'corners' | 'extremes';

export const BOX_DRAWING_MODES: readonly BoxDrawingMode[] = ['drag', 'corners', 'extremes'];
