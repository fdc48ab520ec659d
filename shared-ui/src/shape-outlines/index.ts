// Draws outlines of shapes of several users in an SVG on top of an image.
export { getLineStyle, LineSample, type LineStyle } from './line-style';
export { ShapeOutline, type OutlinedShape, type ShapeOutlineProps } from './shape-outline';
