export { ImageList } from './image-list';
export { useImageList } from './images.queries';
