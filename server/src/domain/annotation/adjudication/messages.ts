/** Error messages of adjudication for API clients. */
export const messages = {
  notInItem: 'has a shape that the item does not have',
  noLabel: 'has a shape without a label',
  noWork: 'has no work of annotators',
  notDone: 'is not done by all of its annotators',
} as const;
