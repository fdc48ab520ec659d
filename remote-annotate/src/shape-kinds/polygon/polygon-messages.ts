import type { KindMessages } from '../../text/kind-messages';
import { formatCount } from '@console/shared-ui/format';

export const polygonMessages: KindMessages = {
  name: 'Polygon',
  plural: 'Polygons',
  labelType: 'segmentation',
  draw: 'Draw polygons',
  noLabels: 'Draw polygons: there are no segmentation labels',
  selected: (count) => formatCount(count, 'polygon selected', 'polygons selected'),
};
