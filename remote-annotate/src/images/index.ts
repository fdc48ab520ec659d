export { ImagesPage } from './images-page';
