/** Messages about training on this machine that users see. */
export const messages = {
  learnerGone: 'The process that trains and runs the models stopped before it finished. Try again.',
  tooManyQuestions: 'Too many predictions are waiting. Try again in a few seconds.',
} as const;
