/** Error messages of adjudication for API clients. */
export const messages = {
  notInItem: 'has a shape that the item does not have',
  shapeWithoutLabel: 'has a shape without a label',
  noAnnotatorWork: 'has no work of annotators',
  notDoneByAll: 'is not done by all of its annotators',
} as const;
