import { Badge } from '@fluentui/react-components';
import { messages } from '../messages';

/** Shows whether an image or group belongs to the TRAIN or TEST data. */
export function TrainTestBadge({ test }: { test: boolean }) {
  return (
    <Badge appearance="tint" color={test ? 'warning' : 'brand'}>
      {test ? messages.test : messages.train}
    </Badge>
  );
}

/** Shows whether an image is a real photo or a product image. */
export function RealProductBadge({ real }: { real: boolean }) {
  return (
    <Badge appearance="tint" color={real ? 'success' : 'informative'}>
      {real ? messages.real : messages.product}
    </Badge>
  );
}
