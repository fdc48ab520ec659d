import type { KindMessages } from '../../text/kind-messages';
import { formatCount } from '@console/shared-ui/format';

export const boxMessages: KindMessages = {
  name: 'Object',
  plural: 'Objects',
  labelType: 'detection',
  draw: 'Draw objects',
  noLabels: 'Draw objects: there are no detection labels',
  selected: (count) => formatCount(count, 'object selected', 'objects selected'),
};
