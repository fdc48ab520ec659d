export { AnnotationCanvas, type AnnotationCanvasProps } from './annotation-canvas';
export type { ImageMask } from './image-layer';
