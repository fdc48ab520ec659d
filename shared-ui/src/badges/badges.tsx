import { Badge } from '@fluentui/react-components';
import { messages } from '../messages';

/** TEST or TRAIN: to which half of the data an image or a group belongs. */
export function TrainTestBadge({ test }: { test: boolean }) {
  return (
    <Badge appearance="tint" color={test ? 'warning' : 'brand'}>
      {test ? messages.test : messages.train}
    </Badge>
  );
}

/** REAL or PRODUCT: the background an image was taken on. */
export function RealProductBadge({ real }: { real: boolean }) {
  return (
    <Badge appearance="tint" color={real ? 'success' : 'informative'}>
      {real ? messages.real : messages.product}
    </Badge>
  );
}
