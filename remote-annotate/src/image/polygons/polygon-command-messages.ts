import { formatCount } from '@console/shared-ui/format';

/** Text of the commands on selected polygons. */
export const polygonCommandMessages = {
  menu: 'Change outline',
  failed: "Couldn't change the polygons. Try again.",
  cutHint: 'Draw a line across the selected polygons: drag, or click twice. Press Esc to stop.',
  simplify: 'Simplify the outline',
  tolerance: 'Tolerance in pixels',
  pointCount: (before: number, after: number) => `${formatCount(after, 'point', 'points')} of ${before}`,
  discard: 'Discard',
  apply: 'Apply',
} as const;
