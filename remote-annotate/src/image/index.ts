export { ImagePage } from './screen/image-page';
