import { formatCount } from '@console/shared-ui/format';

/** Text about recognition labels and tasks. */
export const recognitionMessages = {
  labelsPresent: 'Labels Present:',
  noLabels: 'No labels are present.',
  remove: (name: string) => `Remove ${name}`,
  add: 'Add label',
  addPlaceholder: 'Choose a label to add',
  kinds: { category: 'Category', tag: 'Tag', value: 'Value', plain: 'Label' },
  value: (name: string) => `Value of ${name}`,
  conflict: 'Please select only one categor (Categorization Task) or disable Negative-Tag (Tagging Task).',
  failed: 'The labels could not be loaded.',
  search: 'Search labels of this task',
  moreLabels: (count: number) => `${formatCount(count, 'more label', 'more labels')}: search by name`,
  noLabelsInTask: 'This task has no labels.',
  taskTypes: { multi_class: 'Categorization', multi_label: 'Tagging', regression: 'Regression' },
  task: 'Recognition task',
  chooseTask: 'Choose a recognition task',
  predict: (task: string) => `Predict ${task}`,
  predictHint: 'Double-click to predict',
  predicting: 'Predicting',
  nothingPredicted: 'Nothing was predicted.',
  notPredicted: (detail: string) => `Prediction failed: ${detail}`,
} as const;
