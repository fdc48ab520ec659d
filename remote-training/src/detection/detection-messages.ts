/** Messages of /detection. */
export const detectionMessages = {
  title: 'Detection',
  manage: 'Manage tasks and images',
  noTasks: 'No detection tasks yet.',
  noLabels: 'No detection labels yet.',
  labelDeletionNote: (objects: number, skeletons: number) =>
    skeletons === 0
      ? `Objects that are also deleted: ${objects.toLocaleString('en')}.`
      : `Objects and skeletons that are also deleted: ${(objects + skeletons).toLocaleString('en')}.`,
  skeletons: 'Skeletons',
  negativeImages: 'Negative Images',
  negativeHint: 'Images without any object that the task detects.',
} as const;
