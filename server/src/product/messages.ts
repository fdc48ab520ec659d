/** The sentences of the catalogue calls that a caller reads. */
export const messages = {
  collectionInUse: 'Products or sets are still in this collection.',
} as const;
