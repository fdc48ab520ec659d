import { z } from 'zod';
import { defineCalls } from '../base/core';
import { ModelDomain } from './prediction-runs';
import { Id, WorkspaceQuery } from '../base/primitives';

const ComparedModel = z.object({
  id: Id,
  /** Sequential number of the model within the task, starting at 1. */
  number: z.number().int(),
  /** The newest evaluation of the model that still has results of individual images. Null if there is none. */
  evaluation: Id.nullable(),
});

/** `f1`, `accuracy`: 0 to 1. `error`: the mean absolute error of values, where less is better. */
export const QualityMeasureOfModel = z.enum(['f1', 'accuracy', 'error']);
export type QualityMeasureOfModel = z.output<typeof QualityMeasureOfModel>;

/** A measure of two models on the same images. */
export const MeasureDifference = z.object({
  measure: QualityMeasureOfModel,
  /**
   * Measure of the model (`value`), measure of the other model (`other`), and `value` minus `other`. Null if it is undefined for all images.
   */
  value: z.number().nullable(),
  other: z.number().nullable(),
  difference: z.number().nullable(),
  /** 95 % interval of the difference, from a paired bootstrap of the images. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** `pictures`: number of images for which the measure is defined. `changed`: number of these images on which the models differ. */
  pictures: z.number().int(),
  changed: z.number().int(),
  /** `undecided`: the interval contains 0, there are fewer than 10 images, or the models differ on fewer than 6 images. */
  result: z.enum(['better', 'undecided', 'worse']),
});
export type MeasureDifference = z.output<typeof MeasureDifference>;

export const ModelComparison = z.object({
  task: Id,
  model: ComparedModel,
  /** The other model of the comparison. Null if the task has no other trained model. */
  other: ComparedModel.nullable(),
  /** Whether an evaluation of the task is running. */
  evaluating: z.boolean(),
  /** All labels together. Null unless both models are evaluated. */
  total: MeasureDifference.nullable(),
  labels: z.array(MeasureDifference.extend({ id: Id, name: z.string() })),
  /** Number of images on which the model makes fewer errors (`improved`) or more errors (`worsened`) than the other model. */
  improved: z.number().int(),
  worsened: z.number().int(),
  /** The images with the largest differences, at most 100. */
  changes: z.array(
    z.object({
      image: Id,
      thumb_img_path: z.string(),
      /** Number of wrong decisions of each model on the image. For labels with values: sum of the errors. */
      errors: z.number(),
      other_errors: z.number(),
    }),
  ),
  /** Number of common images that are left out, because one of the models was trained on them. */
  learned: z.number().int(),
});
export type ModelComparison = z.output<typeof ModelComparison>;

export const modelComparisonCalls = defineCalls({
  'GET /annotate/v2/model-comparison/': {
    coversWorkspace: true,
    summary: 'Compare a model with the one in use, or the one in use with the previous one, on their common TEST images',
    service: 'annotate',
    query: z.object({
      ...WorkspaceQuery,
      domain: ModelDomain,
      model: Id,
    }),
    response: ModelComparison,
  },
});
