export { decodePicture, loadPicture, type DecodedPicture, type KnownSize } from './decode';
export { PictureLoader } from './picture-loader';
export { pictureLoader, usePicture, type PictureState } from './use-picture';
