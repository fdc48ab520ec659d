/** Text of the zoom controls. */
export const zoomMessages = {
  group: 'Zoom',
  percent: (percent: number) => `${percent} %`,
  actual: 'Zoom to 100 %',
  in: 'Zoom in',
  out: 'Zoom out',
  fit: 'Fit to window',
} as const;
