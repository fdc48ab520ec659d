export { ImageBrowserWidget } from './image-browser-widget';
export { ImagesPage } from './images-page';
export { MapPage } from './map-page';
