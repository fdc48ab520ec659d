import { z } from 'zod';
import { defineShapeCounts } from '../shapes/shape-fields';
import { defineCalls } from '../base/core';
import { ImageFilter } from './image-filters';
import { Id, Ids, Json, SkipMissing, Text, WorkspaceBody, WorkspaceOnlyQuery } from '../base/primitives';
import { FILE_NAME_KEY } from '../../limits';

/** The bulk changes of images, each with the body field that it needs. */
const FIELD_BY_CHANGE = {
  test: null,
  train: null,
  real: null,
  product: null,
  /** Verifies as the caller. */
  verify: null,
  /** Verifies images without shapes as the caller, and states that they have nothing to annotate. */
  'nothing-to-annotate': null,
  /** Removes the caller's verification. */
  withdraw: null,
  'add-label': 'label',
  'remove-label': 'label',
  'add-to-job': 'job',
  'remove-from-job': 'job',
  'add-to-group': 'group',
  'remove-from-group': 'group',
  'set-meta': 'key',
  delete: null,
} as const;
export type ImageChange = keyof typeof FIELD_BY_CHANGE;
export const ImageChange = z.enum(Object.keys(FIELD_BY_CHANGE) as [ImageChange, ...ImageChange[]]);

/** Number of an image within the workspace (`seq`), as text. Marks the end of a batch. */
const Position = z.string().regex(/^\d{1,9}$/, 'must come from `next`');

/** What a bulk change would do. */
export const ImageChangePreview = z.object({
  matched: z.number().int(),
  changes: z.number().int(),
  /** Images that have a label which excludes the added label: another category, or the negative tag. They are not changed. */
  conflicts: z.number().int(),
  /**
   * Images that a rule prevents from being verified. They are not changed. Missing in responses of older servers, and for more than
   * 20,000 images, which are not checked before the change.
   */
  invalid: z.number().int().optional(),
  /** Rows that are deleted with the images. */
  ...defineShapeCounts('plural'),
  job_items: z.number().int(),
  /**
   * For `remove-from-job`: number of layers (independent work of annotators) that are deleted and cannot be restored. Missing in
   * responses of older servers.
   */
  layers: z.number().int().optional(),
  /**
   * For `add-to-job`: number of images that are already gold items of the job (items with a known correct result). They stay gold
   * items. Missing in responses of older servers.
   */
  gold: z.number().int().optional(),
  group_members: z.number().int(),
});
export type ImageChangePreview = z.output<typeof ImageChangePreview>;

export const ImageChanges = z.object({
  changed: z.array(Id),
  /** With a filter: `after` for the next batch; null after the last batch. */
  next: z.string().nullish(),
  /** Only with `dry_run`. */
  preview: ImageChangePreview.nullish(),
});
export type ImageChanges = z.output<typeof ImageChanges>;

export const ImageChangeBody = z
  .object({
    change: ImageChange,
    images: Ids.optional(),
    /** Selects all matching images, which are changed in batches, newest first. */
    filter: ImageFilter.optional(),
    after: Position.nullish(),
    label: Id.optional(),
    job: Id.optional(),
    group: Id.optional(),
    /** For `remove-from-job`: whether to keep images that somebody has started or completed in the job. */
    keep_started: z.boolean().optional(),
    /** A key of the metadata. */
    key: Text(255)
      .min(1, 'is required')
      .refine((key) => key !== FILE_NAME_KEY, 'is the name of the file, which differs from image to image')
      .refine((key) => key !== '__proto__', 'is not allowed')
      .optional(),
    /** The new value of the key. Without it, the key is removed. */
    value: Json.optional(),
    /** Changes nothing and returns what would change in all matching images. */
    dry_run: z.boolean().default(false),
    ...SkipMissing,
    ...WorkspaceBody,
  })
  .refine(({ images, filter }) => (images === undefined) !== (filter === undefined), 'needs one of: images, filter')
  .superRefine((body, context) => {
    const field = FIELD_BY_CHANGE[body.change];
    if (field && body[field] === undefined) context.addIssue({ code: 'custom', message: 'is required', path: [field] });
  });
export type ImageChangeBody = z.output<typeof ImageChangeBody>;

export const imageChangeCalls = defineCalls({
  'POST /recognition/v2/training-image/change': {
    permission: 'manage',
    summary: 'Apply one change to many images, by id or by filter, or count what it would change; returns the changed ids',
    query: WorkspaceOnlyQuery,
    body: ImageChangeBody,
    response: ImageChanges,
  },
});
