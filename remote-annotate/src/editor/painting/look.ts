/** Widths, dashes and sizes are in CSS pixels, independent of the zoom. */
export const STROKE_WIDTH = 3;
export const DASH: readonly number[] = [5, 5];
export const FILL_OPACITY = 0.1;
/** Opacity of the fill of each shape while several are selected. */
export const SELECTED_FILL_OPACITY = 0.3;
export const SELECTED_DASH_COLOR = '#ffffff';
export const POINT_RADIUS = 5;
export const BOX_HANDLE_SIDE = 9;
export const VERTEX_RADIUS = 5;
export const MIDPOINT_RADIUS = 3.5;

/** Color of a shape with an unknown label. */
export const NEUTRAL_COLOR = '#8a8886';
export const POINT_COLOR = '#ffb900';
export const DRAFT_COLOR = '#00b7ff';
/** Color of suggestions. Drafts and marked problems have other colors. */
export const SUGGESTION_COLOR = '#ff4fd8';
/** Colors and dashes of shapes from an earlier version of the annotations. The dashes are longer than the dashes of selected shapes. */
export const EARLIER_COLOR = '#c8c6c4';
export const EARLIER_CHANGED_COLOR = '#ffffff';
export const EARLIER_DASH: readonly number[] = [9, 6];
export const FIRST_VERTEX_COLOR = '#ff0000';
export const PROBLEM_COLOR = '#ff0000';

/** Captions show the name of the label above the upper left corner of the shape. */
export const CAPTION_FONT = '11px "Segoe UI", system-ui, sans-serif';
export const CAPTION_HEIGHT = 16;
export const MAX_CAPTION_WIDTH = 160;
/** Minimum width of a shape with a caption. Captions of many small shapes would hide the image. */
export const MIN_CAPTIONED_SHAPE = 44;

/** Minimum scale (screen pixels per image pixel) at which pixels are shown as squares. */
export const CRISP_FROM_SCALE = 3;
