/** Interface text of the charts. */
export const chartMessages = {
  title: 'The chart',
  loading: 'Loading the chart',
  hints: {
    move: 'Use the arrow keys to move between rows.',
    moveAndOpen: 'Use the arrow keys to move between rows, and Enter to show the images of a row.',
  },
  undefinedMeasure: 'undefined',
} as const;
