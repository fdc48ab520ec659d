import { Badge } from '@fluentui/react-components';
import { badgeMessages } from './badge-messages';

/** Shows whether an image or group belongs to the TRAIN or TEST data. */
export function TrainTestBadge({ test }: { test: boolean }) {
  return (
    <Badge appearance="tint" color={test ? 'warning' : 'brand'}>
      {test ? badgeMessages.test : badgeMessages.train}
    </Badge>
  );
}

/** Shows whether an image is a real photo or a product image. */
export function RealProductBadge({ real }: { real: boolean }) {
  return (
    <Badge appearance="tint" color={real ? 'success' : 'informative'}>
      {real ? badgeMessages.real : badgeMessages.product}
    </Badge>
  );
}
