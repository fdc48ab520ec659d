/** Text of the question before unfinished work is discarded. */
export const leaveMessages = {
  title: 'Discard unfinished work?',
  text: 'A shape or a form on this image is not finished. An unfinished polygon is kept until you come back. Everything else is discarded.',
  discard: 'Discard and continue',
  stay: 'Keep editing',
} as const;
