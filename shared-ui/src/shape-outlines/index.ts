// Outlines of shapes that several users have drawn, in an SVG over the image.
export { getLineStyle, LineSample, type LineStyle } from './line-style';
export { ShapeOutline, type OutlinedShape, type ShapeOutlineProps } from './shape-outline';
