/** How shapes refer to a detection label. */
export const detectionLabel = {
  domain: 'detection',
  table: 'detection_label',
  field: 'detection_label',
  column: 'detection_label_id',
  getLabelId: (fields: { detection_label?: string }) => fields.detection_label,
  getRowLabelId: (row: { detection_label_id: string }) => row.detection_label_id,
} as const;

/** How shapes refer to a segmentation label. */
export const segmentationLabel = {
  domain: 'segmentation',
  table: 'segmentation_label',
  field: 'segmentation_label',
  column: 'segmentation_label_id',
  getLabelId: (fields: { segmentation_label?: string }) => fields.segmentation_label,
  getRowLabelId: (row: { segmentation_label_id: string }) => row.segmentation_label_id,
} as const;
