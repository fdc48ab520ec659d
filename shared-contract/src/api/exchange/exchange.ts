import { z } from 'zod';
import { defineCalls } from '../base/core';
import { Id, Timestamp, WorkspaceBody } from '../base/primitives';
import { ImageFilter } from '../images/image-filters';

/** File formats of an export. */
export const ExportFormat = z.enum([
  'console',
  'coco',
  'yolo',
  'voc',
  'csv',
  'folders',
  'cvat',
  'labelstudio',
  'labelme',
  'dota',
]);
export type ExportFormat = z.output<typeof ExportFormat>;
/**
 * Kind of shapes to export in formats that contain only one kind: boxes or skeletons of detection, or polygons of segmentation.
 * `rotated_boxes` (only for YOLO) exports all boxes with their corners.
 */
export const ExportShapes = z.enum(['boxes', 'polygons', 'rotated_boxes', 'skeletons']);
export type ExportShapes = z.output<typeof ExportShapes>;
/** Maximum number of images that an export can list by id. */
export const MAX_EXPORT_IMAGE_IDS = 10_000;

const percentage = z.number().int().min(0).max(100);
export const ExportSplit = z.discriminatedUnion('by', [
  z.object({ by: z.literal('none') }),
  /** Two subsets: TEST images (excluded from training) and all others. */
  z.object({ by: z.literal('test') }),
  /** Random split in percent. With the same seed, an image is always in the same subset. */
  z
    .object({
      by: z.literal('shares'),
      train: percentage,
      val: percentage,
      test: percentage,
      seed: z.number().int().min(0).max(2_147_483_647),
    })
    .refine(({ train, val, test }) => train + val + test === 100, { error: 'shares must make 100 together' }),
]);
export type ExportSplit = z.output<typeof ExportSplit>;

export const ExportRequest = z
  .object({
    format: ExportFormat,
    /** Kind of shapes to export. Only for COCO and YOLO. */
    shapes: ExportShapes.default('boxes'),
    /** Default, without `images`: all images of the workspace. */
    filter: ImageFilter.optional(),
    images: z.array(Id).min(1).max(MAX_EXPORT_IMAGE_IDS).optional(),
    /** Id of the dataset version to export. The export lists images of the version that were deleted later. */
    version: Id.optional(),
    /** Whether to include the image files. */
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
  /** URL of the zip file, which is written while it is downloaded. It is valid for a day and needs no token. */
  address: z.string(),
  /** Number of images that the export would contain now. */
  images: z.number().int(),
});
export type ExportOffer = z.output<typeof ExportOffer>;

/** An export that can still be downloaded. */
export const Export = z.object({
  id: Id,
  workspace: Id,
  format: ExportFormat,
  created: Timestamp,
  /** Time at which the files were complete for the first time. Null until then. */
  finished: Timestamp.nullable(),
  /** URL of the zip file. It needs no token. */
  address: z.string(),
  /** When the URL becomes invalid, a day after the request. */
  expires: Timestamp,
});
export type Export = z.output<typeof Export>;

export const exchangeCalls = defineCalls({
  'POST /recognition/v2/training-image/export': {
    permission: 'manage',
    summary: 'The URL of a zip file with images and annotations, in a common format',
    body: ExportRequest,
    response: ExportOffer,
    secret: true,
    status: 201,
  },
  'GET /recognition/v2/export/{id}': {
    permission: 'manage',
    summary: 'An export of the last day, with a URL for another download',
    response: Export,
  },
});
