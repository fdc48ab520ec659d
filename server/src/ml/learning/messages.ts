/** Messages about training on this machine that users see. */
export const messages = {
  learnerExited: 'The process that trains and runs the models stopped before it finished. Try again.',
  tooManyRequests: 'Too many predictions are waiting. Try again in a few seconds.',
} as const;
