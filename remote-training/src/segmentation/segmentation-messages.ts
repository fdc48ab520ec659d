/** Messages of /segmentation. */
export const segmentationMessages = {
  title: 'Segmentation',
  noTasks: 'No segmentation tasks yet.',
  noLabels: 'No segmentation labels yet.',
  trainQueued: { title: 'Model was add to train queue!' },
  trainFailed: 'Unable to  train',
  labelDeletionNote: (polygons: number, masks: number) =>
    masks === 0
      ? `Polygons that are also deleted: ${polygons.toLocaleString('en')}.`
      : `Polygons and masks that are also deleted: ${(polygons + masks).toLocaleString('en')}.`,
} as const;
