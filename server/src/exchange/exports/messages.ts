/** Messages about exports that API clients and users read. */
export const messages = {
  urlExpired: 'The download link of this export has expired. Export again.',
  busy: 'Other exports are in progress. Try again in a moment.',
} as const;
