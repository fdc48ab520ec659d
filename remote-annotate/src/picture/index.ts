export { decodePicture, loadPicture, type DecodedPicture } from './decode';
export { PictureLoader } from './picture-loader';
export { pictureLoader, usePicture, type PictureState } from './use-picture';
