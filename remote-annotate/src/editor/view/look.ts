/** CSS pixels on the screen, whatever the zoom. */
export const STROKE_WIDTH = 3;
export const DASH: readonly number[] = [5, 5];
export const FILL_OPACITY = 0.1;
/** Of each of several selected shapes. */
export const SELECTED_FILL_OPACITY = 0.3;
export const SELECTED_DASH_COLOR = '#ffffff';
export const POINT_RADIUS = 5;
export const BOX_HANDLE_SIDE = 9;
export const VERTEX_RADIUS = 5;
export const MIDPOINT_RADIUS = 3.5;

/** Of a shape whose label is unknown, and of points. */
export const NEUTRAL_COLOR = '#8a8886';
export const POINT_COLOR = '#ffb900';
export const DRAFT_COLOR = '#00b7ff';
/** Of what a model says: of a hue that neither drafts nor problems have. */
export const SUGGESTION_COLOR = '#ff4fd8';
export const FIRST_VERTEX_COLOR = '#ff0000';
export const PROBLEM_COLOR = '#ff0000';

/** Captions: the label's name over the upper left corner. */
export const CAPTION_FONT = '11px "Segoe UI", system-ui, sans-serif';
export const CAPTION_HEIGHT = 16;
export const CAPTION_WIDEST = 160;
/** A shape narrower than this has no caption: among many small ones they would hide the picture. */
export const CAPTION_MIN_SHAPE = 44;

/** From this many screen pixels to a picture pixel on, pixels are shown as squares. */
export const CRISP_FROM_SCALE = 3;
