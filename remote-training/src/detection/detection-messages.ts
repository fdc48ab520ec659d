/** Messages of /detection. */
export const detectionMessages = {
  title: 'Detection',
  manage: 'Manage tasks and images',
  noTasks: 'No detection tasks yet.',
  noLabels: 'No detection labels yet.',
  labelDeletionNote: (objects: number) => `Objects that are also deleted: ${objects.toLocaleString('en')}.`,
  skeletons: 'Skeletons',
  negativeImages: 'Negative Images',
  negativeHint: 'Images without any object that the task detects.',
} as const;
