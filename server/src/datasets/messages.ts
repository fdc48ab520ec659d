/** The sentences about dataset versions that a caller reads. */
export const messages = {
  notReady: 'This version is not ready yet.',
  ofModel: 'A model was trained on this version. The version can be deleted after the model.',
  noPictures: 'No image matches. A version needs at least one image.',
  cancelled: 'Cancelled.',
} as const;
