export { ImageList } from './image-list';
export { useImagePage } from './images.queries';
