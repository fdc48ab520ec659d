export { PictureList } from './picture-list';
export { usePictures } from './pictures.queries';
