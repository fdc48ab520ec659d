/** Messages of the recognition task routes for API clients. */
export const messages = {
  belongsToOtherTask: 'is the negative label of another task',
  toNegativeName: (task: string) => `${task} (none)`,
} as const;
