/** The sentences of the similarity group calls that a caller reads. */
export const messages = {
  circle: 'would contain itself',
  mergeSelf: 'a group cannot be merged into itself',
  tooMany: (most: number) => `matches more than ${most} groups, as many as one call may change`,
  oneWorkspace: 'are of several workspaces',
  moveSelf: 'the members are in this group already',
  markBoth: 'cannot be marked and unmarked at once',
} as const;
