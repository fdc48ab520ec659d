// Import only the parts of konva that are used. The complete package is twice the size.
import 'konva/lib/shapes/Line';

export { Group, Layer, Line, Shape, Stage } from 'react-konva/lib/ReactKonvaCore.js';
export { Konva } from 'konva/lib/Global';
export type { Layer as LayerNode } from 'konva/lib/Layer';
export type { Group as GroupNode } from 'konva/lib/Group';
export type { Context } from 'konva/lib/Context';
