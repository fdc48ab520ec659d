import type { QualityDifference } from '@console/shared-contract/api';
import { formatCount } from '@console/shared-ui/format';

/** Text of the feedback on gold items. */
export const feedbackMessages = {
  title: 'Feedback on an image that you marked as done',
  current: 'Feedback on this image',
  kinds: { missing: 'Missing', extra: 'Extra', misplaced: 'Misplaced', wrong_label: 'Wrong label' } satisfies Record<
    QualityDifference['kind'],
    string
  >,
  count: (kind: string, count: number) => `${kind}: ${count.toLocaleString('en')}`,
  equal: 'Your work now matches the expected annotations.',
  rule: (tries: number) =>
    `The correct annotations of this image are known. Only your first try counts for your score. ${
      tries === 0
        ? 'You get no further feedback on this image.'
        : `You can correct the image and get feedback ${formatCount(tries, 'more time', 'more times')}.`
    }`,
  open: 'Show on the image',
  correct: 'Correct the image',
  appeal: 'Appeal',
  appealLabel: 'Why is your work correct?',
  appealHint: 'A reviewer compares your work with the expected annotations and decides.',
  send: 'Send appeal',
  cancel: 'Cancel',
  sent: 'Appeal sent',
  failed: "Couldn't send the appeal.",
  appealed: 'You have appealed. You get a notice when a reviewer has decided.',
  dismiss: 'Dismiss',
  overlay: 'Places with feedback',
} as const;
