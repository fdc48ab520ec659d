/** Length of the longer side of a thumbnail, in pixels. */
export const THUMBNAIL_SIDE = 300;
/** Length of the longer side of a downscaled image, in pixels. */
export const REDUCED_SIDE = 1024;

/** JPEG options with a quality so high that repeated encoding shows no visible loss. */
export const LOSSLESS_LOOKING_JPEG = { quality: 95, chromaSubsampling: '4:4:4' } as const;
