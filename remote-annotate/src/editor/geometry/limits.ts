import { NAME_LENGTH } from '@console/shared-contract/limits';

/** A box drawn under this many picture pixels in width or height is a click, not a box. */
export const MIN_DRAWN_BOX = 20;

/** Resizing a box stops at this many picture pixels in width and height. */
export const MIN_EDITED_BOX = 16;

export const MIN_POLYGON_VERTICES = 3;

/** The API takes at most this many vertices. */
export const MAX_POLYGON_VERTICES = 10_000;

/** The API takes point names of at most this many characters. */
export const MAX_POINT_NAME_LENGTH = NAME_LENGTH.max;
