/** Error messages of the product set routes for API clients. */
export const messages = {
  ancestorOfItself: 'would be an ancestor of itself',
} as const;
