/**
 * How boxes are drawn: by dragging from corner to corner, by a click on two opposite corners, or by a click on each of the
 * four outermost points of a thing. A drag draws a box in each of them.
 */
export type BoxWay = 'drag' | 'corners' | 'extremes';

export const BOX_WAYS: readonly BoxWay[] = ['drag', 'corners', 'extremes'];
