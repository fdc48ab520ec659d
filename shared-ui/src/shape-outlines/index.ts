// Outlines of the shapes of several users, in an SVG over the image.
export { getLineStyle, LineSample, type LineStyle } from './line-style';
export { ShapeOutline, type OutlinedShape, type ShapeOutlineProps } from './shape-outline';
