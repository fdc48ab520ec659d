/** Messages about dataset versions that API clients and users read. */
export const messages = {
  notReady: 'This version is not ready yet.',
  usedByModel: 'A model was trained on this version. The version can be deleted after the model.',
  noImages: 'No image matches. A version needs at least one image.',
  cancelled: 'Cancelled.',
} as const;
