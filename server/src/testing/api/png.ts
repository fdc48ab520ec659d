import sharp, { type Color } from 'sharp';

/** Offset at which chunks can be inserted into a PNG: after its header. */
export const AFTER_PNG_HEADER = 33;

export { encodePngChunk } from '../../exchange/exports/formats/palette-png';

/** Creates an image of one color. */
export const createPng = (background: Color, width = 100, height = 80): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
