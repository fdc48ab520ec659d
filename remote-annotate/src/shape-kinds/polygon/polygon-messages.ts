import type { KindMessages } from '../../text/kind-messages';
import { plural } from '../../text/plural';

export const polygonMessages: KindMessages = {
  name: 'Polygon',
  plural: 'Polygons',
  labelType: 'segmentation',
  draw: 'Draw polygons',
  noLabels: 'Draw polygons: there are no segmentation labels',
  selected: (count) => plural(count, 'polygon selected', 'polygons selected'),
};
