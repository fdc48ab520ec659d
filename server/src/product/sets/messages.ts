/** The sentences of the product set calls that a caller reads. */
export const messages = {
  circle: 'would be above itself',
} as const;
