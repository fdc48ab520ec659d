export { ImagePage } from './image-page';
