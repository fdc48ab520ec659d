/** The sentences of the similarity calls that a caller reads. */
export const messages = {
  noModel: 'There is no trained model for this task.',
} as const;
