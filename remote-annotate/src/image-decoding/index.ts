export type { DecodedPicture } from './decoded-image';
export { keepPicturesAhead, usePicture } from './use-decoded-image';
