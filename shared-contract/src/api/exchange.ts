import { z } from 'zod';
import { defineCalls } from './core';
import { Id, WorkspaceBody } from './primitives';
import { ImageFilter } from './image-filters';

/** The files that an export writes. */
export const ExportFormat = z.enum(['console', 'coco', 'yolo', 'voc', 'csv', 'folders']);
export type ExportFormat = z.output<typeof ExportFormat>;
/** What a format that knows one kind of shape takes: the boxes of detection, or the polygons of segmentation. */
export const ExportShapes = z.enum(['boxes', 'polygons']);
export type ExportShapes = z.output<typeof ExportShapes>;
/** Images that an export may name one by one. */
export const MAX_EXPORT_IMAGE_IDS = 10_000;

const share = z.number().int().min(0).max(100);
export const ExportSplit = z.discriminatedUnion('by', [
  z.object({ by: z.literal('none') }),
  /** TEST pictures apart from the others. */
  z.object({ by: z.literal('test') }),
  /** Per cent, by chance of the seed: the same picture is in the same part each time. */
  z
    .object({ by: z.literal('shares'), train: share, val: share, test: share, seed: z.number().int().min(0).max(2_147_483_647) })
    .refine(({ train, val, test }) => train + val + test === 100, { error: 'shares must make 100 together' }),
]);
export type ExportSplit = z.output<typeof ExportSplit>;

export const ExportRequest = z
  .object({
    format: ExportFormat,
    /** Of COCO and YOLO. */
    shapes: ExportShapes.default('boxes'),
    /** All of the workspace, unless `images` or this says less. */
    filter: ImageFilter.optional(),
    images: z.array(Id).min(1).max(MAX_EXPORT_IMAGE_IDS).optional(),
    /** A dataset version, as it was when it was made; pictures that have been deleted since are named. */
    version: Id.optional(),
    /** With the pictures beside the annotations. */
    pictures: z.boolean().default(true),
    only_verified: z.boolean().default(false),
    split: ExportSplit.default({ by: 'none' }),
    ...WorkspaceBody,
  })
  .refine(({ filter, images }) => !filter || !images, { error: 'must not come with filter', path: ['images'] })
  .refine(({ version, filter, images }) => version === undefined || (!filter && !images), {
    error: 'must not come with filter or images',
    path: ['version'],
  });
export type ExportRequest = z.output<typeof ExportRequest>;

export const ExportOffer = z.object({
  /** Of a zip, which is written while it is fetched; good for a day, without a header. */
  address: z.string(),
  /** That it would have now. */
  images: z.number().int(),
});
export type ExportOffer = z.output<typeof ExportOffer>;

export const exchangeCalls = defineCalls({
  'POST /recognition/v2/training-image/export': {
    summary: 'The address of a zip with images and what is drawn on them, in a format of the field',
    body: ExportRequest,
    response: ExportOffer,
    secret: true,
    status: 201,
  },
});
