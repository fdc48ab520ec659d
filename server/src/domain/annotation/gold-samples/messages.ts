/** Error messages of the calls for samples. */
export const messages = {
  cannotReview: 'must be a member with the permission to review',
  noImages: 'has no images that can be drawn: all are gold items of the task, or in a sample of it',
  tooFewForStrata: (count: number) =>
    `must be at least ${count}, one image for each label that occurs, and one for images without a label`,
} as const;
