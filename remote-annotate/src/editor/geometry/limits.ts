import { NAME_LENGTH } from '@console/shared-contract/limits';

/** Minimum width and height of a drawn box in image pixels. Smaller drags count as a click. */
export const MIN_DRAWN_BOX = 20;

/** Minimum width and height of a resized box in image pixels. */
export const MIN_EDITED_BOX = 16;

export const MIN_POLYGON_VERTICES = 3;

/** Maximum number of vertices that the API accepts. */
export const MAX_POLYGON_VERTICES = 10_000;

/** Maximum length of a point name that the API accepts. */
export const MAX_POINT_NAME_LENGTH = NAME_LENGTH.max;
