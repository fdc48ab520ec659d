/** Error messages of the calls for samples of gold-standard items. */
export const messages = {
  cannotReview: 'must be a member with the permission to review',
  noItems: 'has nothing that can be drawn: all items are gold items of the task, in a sample of it, or of other types',
  tooFewForStrata: (count: number) =>
    `must be at least ${count}, one for each label or type that occurs, and one for images without a label`,
} as const;
