/** Text of the options of drawing tools. */
export const drawingMessages = {
  boxDrawingMode: 'Drawing method',
  boxDrawingModes: { drag: 'Drag', corners: 'Two corners', extremes: 'Four extreme points', rotated: 'Rotated' },
  maskOptions: 'Paint masks',
  maskMode: 'Painting method',
  maskModes: { brush: 'Brush', eraser: 'Eraser', rectangle: 'Rectangle', polygon: 'Polygon' },
  brushSize: 'Brush size in image pixels',
  sticky: 'Label for new shapes',
  askEachTime: 'Ask each time',
} as const;
