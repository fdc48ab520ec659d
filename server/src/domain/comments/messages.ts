/** Error messages of the comment routes for API clients. */
export const messages = {
  onlyAuthorEdits: 'Only its author can edit a comment.',
  notInJob: 'does not contain this item',
  jobOnlyForImagesAndGroups: 'only images and groups are items of jobs',
  placeOnlyForImages: 'only images and their shapes have places',
  isRemarkText: 'This comment is the text of a review remark. Close the remark instead.',
  tooManyThreads: (limit: number) => `There are already ${limit} threads. Delete some of them first.`,
  tooManyComments: (limit: number) => `The thread already has ${limit} comments. Start another one.`,
} as const;
