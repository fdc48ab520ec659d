/** Error messages of the product routes for API clients. */
export const messages = {
  tooManyMatches: (limit: number) => `matches more than ${limit} products, the maximum for one call`,
} as const;
