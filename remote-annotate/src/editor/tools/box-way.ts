/**
 * How boxes are drawn: by dragging, by clicking two opposite corners, or by clicking the four outermost points of an object.
 * Dragging works in all three.
 */
export type BoxWay = 'drag' | 'corners' | 'extremes';

export const BOX_WAYS: readonly BoxWay[] = ['drag', 'corners', 'extremes'];
