/** Notes that several readers add. */
export const KEYPOINTS_NOTE = 'Keypoints of objects (not supported)';
export const ROTATED_BOX_NOTE = 'Rotated boxes: replaced by the upright box around each';
export const LINES_NOTE = 'Lines (not supported)';
export const WITHOUT_LABEL_NOTE = 'Shapes without a label';
export const ELLIPSES_NOTE = 'Circles and ellipses: replaced by polygons';
export const ATTRIBUTES_NOTE = 'Attributes of shapes: stored as metadata';
