export { ImageBrowserWidget } from './image-browser-widget';
export { ImagesPage } from './images-page';
