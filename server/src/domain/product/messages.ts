/** Error messages of the collection routes for API clients. */
export const messages = {
  collectionInUse: 'Products or sets are still in this collection.',
} as const;
