export type { DecodedImage } from './decoded-image';
export { prefetchDecodedImages, useDecodedImage } from './use-decoded-image';
