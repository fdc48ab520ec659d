export type { DecodedPicture } from './decode';
export { usePicture } from './use-picture';
