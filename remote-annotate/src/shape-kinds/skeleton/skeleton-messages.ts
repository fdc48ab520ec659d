import { VISIBILITY, type Visibility } from '@console/shared-contract/skeleton';
import { formatCount } from '@console/shared-ui/format';
import type { KindMessages } from '../../text/kind-messages';

const states: Readonly<Record<Visibility, string>> = {
  [VISIBILITY.absent]: 'Absent',
  [VISIBILITY.occluded]: 'Occluded',
  [VISIBILITY.visible]: 'Visible',
};
const unnamedPoint = (index: number) => `Point ${index + 1}`;

/** Text about skeletons and their points. */
export const skeletonMessages = {
  name: 'Skeleton',
  plural: 'Skeletons',
  labelType: 'skeleton',
  draw: 'Draw skeletons',
  noLabels: null,
  selected: (count: number) => formatCount(count, 'skeleton selected', 'skeletons selected'),
  describePoint: (name: string | undefined, index: number, visibility: Visibility) =>
    `${name ?? unnamedPoint(index)}, ${states[visibility].toLowerCase()}`,
  states,
  unnamedPoint,
  stateOf: (name: string) => `State of ${name}`,
  presentPoints: (present: number, count: number) => `${present} of ${count}`,
  swapSides: 'Swap left and right',
  mirror: 'Mirror',
} as const satisfies KindMessages & Record<string, unknown>;
