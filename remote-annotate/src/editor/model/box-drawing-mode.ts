/**
 * How boxes are drawn: by dragging (`drag`), or by clicking two opposite corners (`corners`) or the four outermost points of an object
 * (`extremes`). `rotated` draws a rotated box by clicking both ends of an edge and the opposite edge. In all modes, dragging draws an
 * upright box.
 */
export type BoxDrawingMode = 'drag' | 'corners' | 'extremes' | 'rotated';

export const BOX_DRAWING_MODES: readonly BoxDrawingMode[] = ['drag', 'corners', 'extremes', 'rotated'];
