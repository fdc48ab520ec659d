import type { KindMessages } from '../../text/kind-messages';
import { plural } from '../../text/plural';

export const pointMessages: KindMessages = {
  name: 'Point',
  plural: 'Points',
  labelType: 'point',
  draw: 'Draw points',
  noLabels: 'Draw points',
  selected: (count) => plural(count, 'point selected', 'points selected'),
};
