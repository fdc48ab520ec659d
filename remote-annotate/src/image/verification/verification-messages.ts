import { formatCount } from '@console/shared-ui/format';

/** Text about verifications of an image. */
export const verificationMessages = {
  noVerifications: 'No verifications for this image!',
  remove: 'Remove',
  acceptedByModel: (user: string) => `Accepted by a model without a review, started by ${user}`,
  count: (count: number) => formatCount(count, 'verification', 'verifications'),
} as const;
