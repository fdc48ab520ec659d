export { AnnotationCanvas, type AnnotationCanvasProps } from './annotation-canvas';
export type { PictureMask } from './image-layer';
