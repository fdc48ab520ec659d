import { POLYGON_TOLERANCE } from '../../shape-kinds/mask/bitmap/polygons';
import { SPECK_RATIO } from '../../shape-kinds/mask/bitmap/clean';
import { formatCount } from '@console/shared-ui/format';

/** Text of the card of a mask. The accessible name of a command starts with its visible text. */
export const maskCardMessages = {
  area: 'Area',
  pixels: (count: number) => formatCount(count, 'pixel', 'pixels'),
  commands: 'Change the mask',
  'fill-holes': { text: 'Fill holes', label: 'Fill holes' },
  'remove-specks': {
    text: 'Remove specks',
    label: `Remove specks: parts smaller than ${SPECK_RATIO * 100} % of the largest part`,
  },
  'grow-mask': { text: 'Grow', label: 'Grow by 1 pixel' },
  'shrink-mask': { text: 'Shrink', label: 'Shrink by 1 pixel' },
  convert: {
    text: 'Convert to polygons',
    label: `Convert to polygons that follow the edge within ${formatCount(POLYGON_TOLERANCE, 'pixel', 'pixels')}`,
  },
  fillGaps: { text: 'Fill gaps', label: 'Fill gaps to neighbours and remove the overlap' },
  toMask: 'Convert to mask',
} as const;
