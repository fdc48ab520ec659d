import { formatCount } from '@console/shared-ui/format';
import type { KindMessages } from '../../text/kind-messages';

export const maskMessages: KindMessages = {
  name: 'Mask',
  plural: 'Masks',
  labelType: 'segmentation',
  draw: 'Paint masks',
  noLabels: 'Paint masks: there are no segmentation labels',
  selected: (count) => formatCount(count, 'mask selected', 'masks selected'),
};
