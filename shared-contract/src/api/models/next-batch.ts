import { z } from 'zod';
import { defineCalls } from '../base/core';
import { Id, Timestamp } from '../base/primitives';
import { Readiness } from '../similarity/similar';

/** Maximum number of images in a proposed batch. */
export const MAX_BATCH_IMAGES = 500;

/** An image that is worth annotating next, with the measures that were used to choose it. Each measure is 0 to 1. */
export const ProposedImage = z.object({
  id: Id,
  name: z.string().nullable(),
  thumb: z.string(),
  /** Uncertainty of the prediction. Null without a prediction. */
  uncertainty: z.number().nullable(),
  /** A predicted label that has few examples. */
  rare_label: z.object({ id: Id, name: z.string() }).nullable(),
  /**
   * Distance in feature space to the nearest image that is annotated or was chosen before. Null if it is unknown, and for the first image
   * of a task without annotated images.
   */
  difference: z.number().nullable(),
  /** Confidence that an annotation of the image is wrong. Null for images that are not annotated. */
  suspicion: z.number().nullable(),
});
export type ProposedImage = z.output<typeof ProposedImage>;

export const ProposedBatch = z.object({
  /** The images in the order in which they were chosen. */
  images: z.array(ProposedImage),
  /** Number of images without annotations for the task that are not TEST images and not open in a job. */
  candidates: z.number().int(),
  /** Number of images whose features are known, and number of all images. Null if image comparison is turned off on the server. */
  ready: Readiness.nullable(),
  /** When the predictions were made. Null if the images of the workspace have not been predicted for the task. */
  predicted: Timestamp.nullable(),
});
export type ProposedBatch = z.output<typeof ProposedBatch>;

const nextBatch = {
  permission: 'manage' as const,
  query: z.object({
    workspace: Id.optional(),
    /** Number of images. */
    count: z.coerce.number().int().min(1).max(MAX_BATCH_IMAGES).default(50),
    /** Maximum share of images with suspected label errors, which are annotated already. */
    suspect_share: z.coerce.number().min(0).max(1).default(0),
  }),
  response: ProposedBatch,
  summary: 'Images that are worth annotating next for a task',
};

export const nextBatchCalls = defineCalls({
  'GET /recognition/v2/task/{id}/next-batch': { ...nextBatch, service: 'recognition' },
  'GET /detection/v2/task/{id}/next-batch': { ...nextBatch, service: 'custom-object-detection' },
  'GET /segmentation/v2/task/{id}/next-batch': { ...nextBatch, service: 'custom-segmentation' },
});
