/** Messages of the widget for recognition tasks and labels. */
export const recognitionMessages = {
  tasks: 'Recognition tasks',
  labels: 'Labels / tags',
  noTasks: 'No recognition tasks yet.',
  noLabels: 'No recognition labels yet.',
  openLabel: 'Open label',
  score: 'Score',
  metrics: {
    accuracy: {
      name: 'Accuracy',
      explanation:
        'Ratio of images whose labels are all predicted correctly, measured on images that were not used for training. 1 is best.',
    },
    error: {
      name: 'Mean error',
      explanation:
        'Mean absolute error: the mean difference between predicted and true values, in units of the label, measured on images that were not used for training. 0 is best.',
    },
  },
  negative: 'Negative label of its task',
  description: 'Description',
  minValue: 'Minimum value',
  maxValue: 'Maximum value',
  invalidNumber: 'Enter a number, or leave the field empty',
  maxBelowMin: 'Enter a number that is not below the minimum value',
  typeIsFixed: "You can't change the type later.",
  negativeLabelHint: 'The task gets a negative label for items that have none of its other labels.',
  taskDeletionNote: 'The negative label of this task is also deleted. Its other labels are kept.',
  labelDeletionNote: (images: number, objects: number) =>
    `The label is removed from ${images.toLocaleString('en')} images and ${objects.toLocaleString('en')} objects.`,
  taskTypes: { multi_class: 'Categorization', multi_label: 'Tagging', regression: 'Regression' },
  labelTypes: { category: 'Category', tag: 'Tag', value: 'Value', plain: 'Plain' },
} as const;
