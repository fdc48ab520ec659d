// Import only the parts of konva that are used. The complete package is twice the size.

export { Layer, Shape, Stage } from 'react-konva/lib/ReactKonvaCore.js';
export { Konva } from 'konva/lib/Global';
export type { Layer as LayerNode } from 'konva/lib/Layer';
export type { Context } from 'konva/lib/Context';
