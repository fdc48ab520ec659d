import type { KindMessages } from '../../text/kind-messages';
import { formatCount } from '@console/shared-ui/format';

export const pointMessages: KindMessages = {
  name: 'Point',
  plural: 'Points',
  labelType: 'point',
  draw: 'Draw points',
  noLabels: 'Draw points',
  selected: (count) => formatCount(count, 'point selected', 'points selected'),
};
