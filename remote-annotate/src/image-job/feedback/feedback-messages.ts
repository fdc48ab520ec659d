import type { QualityDifference } from '@console/shared-contract/api';
import { formatCount } from '@console/shared-ui/format';

/** Text of the feedback on gold-standard items: items with known correct annotations, with which the server checks the work of users. */
export const feedbackMessages = {
  image: {
    title: 'Feedback on an image that you marked as done',
    current: 'Feedback on this image',
    noDifferences: 'Your work now matches the expected annotations.',
    resultIsKnown: 'The correct annotations of this image are known.',
    noFurtherTries: 'You get no further feedback on this image.',
    show: 'Show on the image',
    correct: 'Correct the image',
    appealHint: 'A reviewer compares your work with the expected annotations and decides.',
  },
  similarity: {
    title: 'Feedback on a group that you marked as done',
    current: 'Feedback on this group',
    noDifferences: 'Your work now matches the expected members.',
    resultIsKnown: 'The correct members of this group are known.',
    noFurtherTries: 'You get no further feedback on this group.',
    show: 'Show the group',
    correct: 'Correct the group',
    appealHint: 'A reviewer compares your work with the expected members and decides.',
  },
  kinds: { missing: 'Missing', extra: 'Extra', misplaced: 'Misplaced', wrong_label: 'Wrong label' } satisfies Record<
    QualityDifference['kind'],
    string
  >,
  count: (kind: string, count: number) => `${kind}: ${count.toLocaleString('en')}`,
  scoringRule: ({ resultIsKnown, noFurtherTries }: { resultIsKnown: string; noFurtherTries: string }, maxTries: number) =>
    `${resultIsKnown} Only your first try counts for your score. ${
      maxTries === 0
        ? noFurtherTries
        : `You can correct your work and get feedback ${formatCount(maxTries, 'more time', 'more times')}.`
    }`,
  appeal: 'Appeal',
  appealLabel: 'Why is your work correct?',
  send: 'Send appeal',
  cancel: 'Cancel',
  sent: 'Appeal sent',
  failed: "Couldn't send the appeal.",
  appealed: 'You have appealed. You get a notice when a reviewer has decided.',
  dismiss: 'Dismiss',
  overlay: 'Places with feedback',
} as const;
