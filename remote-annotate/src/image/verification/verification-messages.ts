import { plural } from '../../text/plural';

/** Text about verifications of an image. */
export const verificationMessages = {
  none: 'No verifications for this image!',
  remove: 'Remove',
  count: (count: number) => plural(count, 'verification', 'verifications'),
} as const;
