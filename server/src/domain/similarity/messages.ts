/** Error messages of the similarity task routes for API clients. */
export const messages = {
  noTrainedModel: 'There is no trained model for this task.',
} as const;
