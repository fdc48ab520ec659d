import { MAX_SKELETON_POINTS } from '@console/shared-contract/skeleton';

/** Notes that several readers add. */
export const KEYPOINTS_NOTE = 'Keypoints of objects (not supported)';
/** Note about skeletons that have another number of points than their class. */
export const POINT_COUNT_NOTE = 'Keypoints whose number differs from that of their class';
export const TOO_MANY_POINTS_NOTE = `Skeletons with more than ${MAX_SKELETON_POINTS} points`;
export const WITHOUT_POINTS_NOTE = 'Skeletons without a visible or occluded point';
export const UNKNOWN_POINTS_NOTE = 'Points of skeletons that their label does not have';
export const POINT_ATTRIBUTES_NOTE = 'Attributes of single points of skeletons (not supported)';
export const ROTATED_BOX_NOTE = 'Rotated boxes: imported with their angle';
/** For an image that a file names by URL. The folders of a URL are folders of a server, so only the file name was compared. */
export const FOUND_BY_NAME_NOTE = 'Images of URLs: found by the file name';
export const FEW_CORNERS_NOTE = 'Outlines with fewer than three corners';
export const SEVERAL_PARTS_NOTE = 'Objects with several parts: one polygon for each part';
export const UNREADABLE_MASK_NOTE = 'Masks that cannot be read';
export const EMPTY_MASK_NOTE = 'Masks without pixels';
export const CAPTIONS_NOTE = 'Captions of images (not supported)';
export const POINT_META_DATA_NOTE = 'Metadata, lists and long texts of points (not supported)';
export const UNSUPPORTED_ATTRIBUTES_NOTE = 'Attributes of shapes (not supported)';
export const LINES_NOTE = 'Lines (not supported)';
export const WITHOUT_LABEL_NOTE = 'Shapes without a label';
export const ELLIPSES_NOTE = 'Circles and ellipses: replaced by polygons';
export const ATTRIBUTES_NOTE = 'Attributes of shapes with lists or long texts: stored as metadata';
export const SEVERAL_ANNOTATORS_NOTE = 'Annotations by more than one annotator: only the last one with results is imported';
