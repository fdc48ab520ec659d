/** Messages of /segmentation. */
export const segmentationMessages = {
  title: 'Segmentation',
  noTasks: 'No segmentation tasks yet.',
  noLabels: 'No segmentation labels yet.',
  trainQueued: { title: 'Model was add to train queue!' },
  trainFailed: 'Unable to  train',
  labelDeletionNote: (polygons: number) => `Polygons that are also deleted: ${polygons.toLocaleString('en')}.`,
} as const;
