export { ProductCropWidget } from './product-crop-widget';
