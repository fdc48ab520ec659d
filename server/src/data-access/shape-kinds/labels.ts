/** The label of kinds that detection labels. */
export const detectionLabel = {
  domain: 'detection',
  table: 'detection_label',
  field: 'detection_label',
  column: 'detection_label_id',
  getLabelId: (fields: { detection_label?: string }) => fields.detection_label,
  getRowLabelId: (row: { detection_label_id: string }) => row.detection_label_id,
} as const;

/** The label of kinds that segmentation labels. */
export const segmentationLabel = {
  domain: 'segmentation',
  table: 'segmentation_label',
  field: 'segmentation_label',
  column: 'segmentation_label_id',
  getLabelId: (fields: { segmentation_label?: string }) => fields.segmentation_label,
  getRowLabelId: (row: { segmentation_label_id: string }) => row.segmentation_label_id,
} as const;
