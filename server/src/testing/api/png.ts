/** Offset at which chunks can be inserted into a PNG: after its header. */
export const AFTER_PNG_HEADER = 33;

export { encodePngChunk } from '../../exchange/exports/formats/palette-png';
