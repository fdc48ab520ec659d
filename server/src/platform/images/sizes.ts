/** Length of the longer side of a thumbnail, in pixels. */
export const THUMBNAIL_SIDE = 300;
/** Length of the longer side of a downscaled image, in pixels. */
export const REDUCED_SIDE = 1024;
