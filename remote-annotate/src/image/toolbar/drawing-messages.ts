/** Text of the options of drawing tools. */
export const drawingMessages = {
  boxWay: 'Drawing method',
  boxWays: { drag: 'Drag', corners: 'Two corners', extremes: 'Four extreme points' },
  sticky: 'Label for new shapes',
  askEachTime: 'Ask each time',
} as const;
