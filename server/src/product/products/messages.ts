/** The sentences of the product calls that a caller reads. */
export const messages = {
  tooMany: (most: number) => `matches more than ${most} products, as many as one call may change`,
  oneWorkspace: 'are of several workspaces',
} as const;
