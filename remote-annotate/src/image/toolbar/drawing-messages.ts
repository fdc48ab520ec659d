/** Text of the options of drawing tools. */
export const drawingMessages = {
  boxDrawingMode: 'Drawing method',
  boxDrawingModes: { drag: 'Drag', corners: 'Two corners', extremes: 'Four extreme points', rotated: 'Rotated' },
  sticky: 'Label for new shapes',
  askEachTime: 'Ask each time',
} as const;
