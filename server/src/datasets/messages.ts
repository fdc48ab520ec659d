/** The sentences about dataset versions that a caller reads. */
export const messages = {
  notReady: 'This version is not ready yet.',
  ofModel: 'A model was trained on this version. It stays as long as the model.',
  noPictures: 'No picture matches. A version needs at least one.',
  cancelled: 'It was cancelled.',
} as const;
