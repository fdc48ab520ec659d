import { formatCount } from '@console/shared-ui/format';

/** Text of the commands on selected polygons. */
export const polygonCommandMessages = {
  menu: 'Change outline',
  failed: "Couldn't change the polygons. Try again.",
  cutHint: 'Draw a line across the selected polygons: drag, or click twice. Press Esc to stop.',
  titles: { simplify: 'Simplify the outline', 'fill-gaps': 'Fill gaps to neighbours' },
  values: { simplify: 'Tolerance in pixels', 'fill-gaps': 'Largest gap in pixels' },
  pointCount: (before: number, after: number) => `${formatCount(after, 'point', 'points')} of ${before}`,
  areaChange: (change: number) =>
    change === 0
      ? 'The area stays the same.'
      : `The area ${change > 0 ? 'grows' : 'shrinks'} by ${formatCount(Math.abs(change), 'pixel', 'pixels')}.`,
  calculating: 'Calculating the preview …',
  discard: 'Discard',
  apply: 'Apply',
} as const;
