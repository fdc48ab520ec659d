/** Interface text of the page Manage. */
export const manageMessages = {
  title: 'Manage',
  evaluations: 'Evaluations',
  tabs: 'Entities',
  detection: 'Detection Tasks',
  recognition: 'Recognition Task',
  all: 'All Entities',
  detectionLabels: 'Detection labels',
  none: 'No entities yet.',
  negativeImages: 'Negative Images',
  imageBrowser: 'The image browser',
  recognitionEntities: 'Recognition tasks and labels',
  negativeLabels: (names: string) => `Negative label, which cannot be removed: ${names}.`,
  taskTypes: { multi_class: 'Categorization', multi_label: 'Tagging', regression: 'Regression' },
} as const;
