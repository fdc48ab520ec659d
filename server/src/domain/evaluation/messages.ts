/** Messages about evaluations that users see. */
export const messages = {
  evaluationRunning: 'This task is already being evaluated. Wait until the evaluation has finished.',
  noTestImages: (testCount: number) =>
    testCount === 0
      ? 'This task has no TEST images. Mark some annotated images as TEST and verify them.'
      : `None of the ${testCount} TEST images of this task is verified. Verify the correctly annotated ones.`,
  taskOrModelDeleted: 'The task or its model was deleted.',
} as const;
