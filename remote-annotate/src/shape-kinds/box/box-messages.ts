import type { KindMessages } from '../../text/kind-messages';
import { plural } from '../../text/plural';

export const boxMessages: KindMessages = {
  name: 'Object',
  plural: 'Objects',
  labelType: 'detection',
  draw: 'Draw objects',
  noLabels: 'Draw objects: there are no detection labels',
  selected: (count) => plural(count, 'object selected', 'objects selected'),
};
