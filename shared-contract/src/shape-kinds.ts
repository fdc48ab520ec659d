// Kinds of shapes. This file does not import zod: a remote can use it without bundling the schemas.

/** The values of image filters by shape: the kinds of shapes, and rotated boxes, which are also objects. */
export const FILTERED_SHAPE_KINDS = ['object', 'rotated_box', 'polygon', 'mask', 'point', 'skeleton'] as const;
export type FilteredShapeKind = (typeof FILTERED_SHAPE_KINDS)[number];
