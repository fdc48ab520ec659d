export type { DecodedPicture } from './decode';
export { keepPicturesAhead, usePicture } from './use-picture';
