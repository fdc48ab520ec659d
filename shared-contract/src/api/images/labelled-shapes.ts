import { z } from 'zod';
import { LABELLED_SHAPE_KINDS } from '../../shape-kinds';
import { defineCalls } from '../base/core';
import { imageFilters, imageOnlyFilters } from './image-filters';
import {
  Id,
  IdList,
  Ids,
  QueryBool,
  SkipMissing,
  Text,
  Timestamp,
  UserReference,
  WorkspaceBody,
  WorkspaceOnlyQuery,
  WorkspaceQuery,
} from '../base/primitives';

/** Maximum number of similar shapes that the server considers. The other filters then apply to these shapes. */
export const MAX_SIMILAR_SHAPES = 500;
/** Maximum number of shapes in a response. */
export const MAX_LABELLED_SHAPES = 1000;

const shapeFilters = {
  /** Shapes with at least one of these labels of detection or segmentation. */
  shape_labels: IdList.refine((labels) => labels.length > 0, 'needs a label'),
  /** The user who has created the shape. */
  created_by: Id.optional(),
  /** Only shapes with a suspected label error (a prediction contradicts the shape) on which no user has decided. */
  suspected: QueryBool.optional(),
};

/**
 * The filters of calls on all matching shapes. The filters for rule violations select the shapes that violate a rule, not all shapes of
 * the image. The object is strict: otherwise a misspelt filter would match everything.
 */
export const LabelledShapeFilter = z.strictObject({ ...shapeFilters, ...imageFilters, ...imageOnlyFilters });
export type LabelledShapeFilter = z.output<typeof LabelledShapeFilter>;

/**
 * `suspicion`: the most probable label errors first, then shapes without a suspected error. `confidence`: shapes created by models,
 * lowest score first, then shapes that users have created or changed. `largest` and `smallest`: by the area of the box.
 */
export const LabelledShapeSort = z.enum(['suspicion', 'confidence', 'newest', 'oldest', 'largest', 'smallest']);
export type LabelledShapeSort = z.output<typeof LabelledShapeSort>;

/** A shape with a label, with the data for a tile in the grid of shapes. */
export const LabelledShape = z.object({
  id: Id,
  kind: z.enum(LABELLED_SHAPE_KINDS),
  label: z.object({ id: Id, name: z.string(), color: z.string() }),
  image: z.object({ id: Id, name: z.string().nullable(), verified: z.boolean() }),
  /** The box around the shape in pixels of the upright image: x1, y1, x2, y2. */
  box: z.array(z.number()),
  /** URL of the part of the image in the box. */
  crop: z.string(),
  /** Null if the user was deleted or if no user created the shape. */
  created_by: UserReference.nullable(),
  created: Timestamp,
  /** Confidence of the suspected label error, 0 to 1. Null without a suspected error, or if the list neither sorts nor filters by it. */
  suspicion: z.number().nullable(),
  /** Score of the model that has created the shape, 0 to 1; null after a user has changed it. Missing in responses of older servers. */
  confidence: z.number().nullable().optional(),
  /** Cosine similarity to the shape of `similar_to`, otherwise null. */
  likeness: z.number().nullable(),
});
export type LabelledShape = z.output<typeof LabelledShape>;

const MAX_CURSOR_LENGTH = 200;

export const LabelledShapeQuery = z.object({
  ...WorkspaceQuery,
  ...LabelledShapeFilter.shape,
  /** Default: newest first. */
  sort: LabelledShapeSort.optional(),
  /** Only the shapes that look most like this shape, most similar first. It overrides `sort`. */
  similar_to: Id.optional(),
  /** `next` of the previous part of the list. */
  after: z.string().max(MAX_CURSOR_LENGTH).optional(),
  page_size: z.coerce.number().int().min(1).max(MAX_LABELLED_SHAPES).default(200),
});

const listedFields = {
  shapes: Ids.optional(),
  /** All matching shapes. */
  filter: LabelledShapeFilter.optional(),
  ...SkipMissing,
};
const hasOneSelection = ({ shapes, filter }: { shapes?: unknown; filter?: unknown }) =>
  (shapes === undefined) !== (filter === undefined);
const ONE_SELECTION = 'needs one of: shapes, filter';

export const LabelledShapeChangeBody = z
  .object({
    change: z.enum(['relabel', 'delete']),
    ...listedFields,
    /** For `relabel`: the new label. */
    label: Id.optional(),
    /** With a filter: `next` of the previous batch. */
    after: Id.nullish(),
    /** Changes nothing and returns what would change in all selected shapes. */
    dry_run: z.boolean().default(false),
    ...WorkspaceBody,
  })
  .refine(hasOneSelection, ONE_SELECTION)
  .refine(({ change, label }) => change !== 'relabel' || label !== undefined, { message: 'is required', path: ['label'] });
export type LabelledShapeChangeBody = z.output<typeof LabelledShapeChangeBody>;

/** What a change of shapes would do. */
export const LabelledShapePreview = z.object({
  matched: z.number().int(),
  changes: z.number().int(),
  /** Images whose shapes change. */
  images: z.number().int(),
  /** Shapes that cannot get the label, because the label belongs to another domain or has other skeleton points. They do not change. */
  unfit: z.number().int(),
});
export type LabelledShapePreview = z.output<typeof LabelledShapePreview>;

export const LabelledShapeChanges = z.object({
  changed: z.array(Id),
  /** With a filter: `after` for the next batch; null after the last batch. */
  next: Id.nullable(),
  /** Only with `dry_run`. */
  preview: LabelledShapePreview.nullable(),
});
export type LabelledShapeChanges = z.output<typeof LabelledShapeChanges>;

const service = 'annotate';

export const labelledShapeCalls = defineCalls({
  'GET /annotate/v2/labelled-shape/': {
    coversWorkspace: true,
    summary: 'Shapes with given labels, of all kinds, with the part of the image that each one shows',
    service,
    query: LabelledShapeQuery,
    response: z.object({
      /** Number of all matching shapes. Only in the first part of the list. */
      total: z.number().int().nullable(),
      /** `after` of the next part; null after the last part. */
      next: z.string().nullable(),
      shapes: z.array(LabelledShape),
    }),
  },
  'GET /annotate/v2/labelled-shape/{id}': {
    coversWorkspace: true,
    summary: 'A shape with a label, of any kind, with the part of the image that it shows',
    service,
    query: WorkspaceOnlyQuery,
    response: LabelledShape,
  },
  'POST /annotate/v2/labelled-shape/change': {
    coversWorkspace: true,
    permission: 'annotate',
    summary: 'Change the label of many shapes or delete them, by id or by filter, or count what would change',
    service,
    query: WorkspaceOnlyQuery,
    body: LabelledShapeChangeBody,
    response: LabelledShapeChanges,
  },
  'POST /annotate/v2/labelled-shape/send-back': {
    coversWorkspace: true,
    permission: 'review',
    summary: 'Send the images of shapes back to the annotators who completed them in image jobs, with a remark',
    service,
    query: WorkspaceOnlyQuery,
    body: z.object({
      shapes: Ids.min(1),
      text: Text(2000).trim().min(1, 'Enter what is to be changed'),
      dry_run: z.boolean().default(false),
      ...SkipMissing,
      ...WorkspaceBody,
    }),
    response: z.object({
      /** Ids of the images that are sent back. With `dry_run`: ids of the images that would be sent back. */
      images: z.array(Id),
      /** Images that are not a done item of an image job. */
      not_done: z.number().int(),
    }),
  },
});
