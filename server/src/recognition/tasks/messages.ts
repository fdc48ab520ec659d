/** The sentences of the recognition task calls that a caller reads. */
export const messages = {
  negativeOfOther: 'is the negative label of another task',
  negativeName: (task: string) => `${task} (none)`,
} as const;
