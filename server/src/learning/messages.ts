/** The sentences about training on this machine that a caller reads. */
export const messages = {
  learnerGone: 'The process that trains and asks models ended before it was done.',
  tooManyQuestions: 'Too many questions wait for the models. Try again.',
} as const;
