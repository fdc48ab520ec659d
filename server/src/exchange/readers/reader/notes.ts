/** Notes that several readers add. */
export const KEYPOINTS_NOTE = 'Keypoints of objects (not supported)';
export const ROTATED_BOX_NOTE = 'Rotated boxes: imported with their angle';
/** For an image that a file names by URL. The folders of a URL are folders of a server, so only the file name was compared. */
export const FOUND_BY_NAME_NOTE = 'Images of URLs: found by the file name';
export const FEW_CORNERS_NOTE = 'Outlines with fewer than three corners';
export const SEVERAL_PARTS_NOTE = 'Objects with several parts: one polygon for each part';
export const UNREADABLE_MASK_NOTE = 'Masks that cannot be read';
export const EMPTY_MASK_NOTE = 'Masks without pixels';
export const LINES_NOTE = 'Lines (not supported)';
export const WITHOUT_LABEL_NOTE = 'Shapes without a label';
export const ELLIPSES_NOTE = 'Circles and ellipses: replaced by polygons';
export const ATTRIBUTES_NOTE = 'Attributes of shapes with lists or long texts: stored as metadata';
export const SEVERAL_ANNOTATORS_NOTE = 'Annotations by more than one annotator: only the last one with results is imported';
