/** The longer side of a thumbnail, in pixels. */
export const THUMBNAIL_SIDE = 300;
/** The longer side that a picture is cut down to where its sender allows it. */
export const REDUCED_SIDE = 1024;
