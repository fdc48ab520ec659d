/** The sentences about evaluations that a caller reads. */
export const messages = {
  running: 'This task is being evaluated already. Wait until that has ended.',
  noPictures: (ofTest: number) =>
    ofTest === 0
      ? 'This task has no TEST pictures to be measured on. Mark some annotated pictures as TEST, and verify them.'
      : `None of the ${ofTest} TEST pictures of this task is verified. Verify those that are annotated rightly.`,
  gone: 'The task or its model was deleted.',
} as const;
