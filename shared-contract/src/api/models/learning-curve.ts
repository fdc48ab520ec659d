import { z } from 'zod';
import { defineCalls } from '../base/core';
import { QualityMeasureOfModel } from './model-comparison';
import { ModelDomain } from './prediction-runs';
import { Id, Timestamp, WorkspaceQuery } from '../base/primitives';

/** A measure with its 95 % confidence interval. The fields are null without observations. For an error in one image, only `high` is null. */
const Estimate = z.object({
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Number of TEST images on which the measure is based. */
  pictures: z.number().int(),
});
export type CurveEstimate = z.output<typeof Estimate>;

/** Forecast of the training images that are needed to reach a quality. A power law is fitted to the errors of the models. */
export const CurveForecast = z.object({
  target: z.number(),
  /**
   * `forecast`: `more` is the number of additional images. `reached`: the newest model has reached the target. `too_few_points`: fewer
   * than 4 models with different numbers of training images. `no_improvement`: the errors do not clearly decrease. `poor_fit`: the errors
   * deviate from a power law. `too_far`: the forecast exceeds 5 times the current number of training images.
   */
  state: z.enum(['forecast', 'reached', 'too_few_points', 'no_improvement', 'poor_fit', 'too_far']),
  more: z.number().int().nullable(),
  /** Number of models behind the forecast. For `too_few_points`: number of models with different numbers of training images. */
  points: z.number().int(),
  /**
   * The exponent b of the fitted curve a * n^-b, and the standard deviation of the logarithms of the errors. Null if nothing was fitted.
   */
  exponent: z.number().nullable(),
  deviation: z.number().nullable(),
});
export type CurveForecast = z.output<typeof CurveForecast>;

/** The quality of all evaluated models of a task. */
export const LearningCurve = z.object({
  task: Id,
  /** One point for each evaluated model, based on its newest evaluation. Oldest model first. */
  points: z.array(
    z.object({
      model: Id,
      /** Sequential number of the model within the task, starting at 1. */
      number: z.number().int(),
      created: Timestamp,
      /** Number of images that the model was trained on, and how many of them were verified at that time. Null if unknown. */
      train_pictures: z.number().int().nullable(),
      verified_pictures: z.number().int().nullable(),
      evaluation: Id,
      /** Number of TEST images. */
      pictures: z.number().int(),
      total: Estimate.extend({ measure: QualityMeasureOfModel }),
      /** F1 score of each label. For a label with values: mean absolute error. */
      labels: z.array(Estimate.extend({ id: Id, name: z.string() })),
    }),
  ),
  /** The forecast for all labels together. Null if the task has no models or predicts values. */
  forecast: CurveForecast.nullable(),
  labels: z.array(z.object({ id: Id, name: z.string(), forecast: CurveForecast.nullable() })),
});
export type LearningCurve = z.output<typeof LearningCurve>;

export const learningCurveCalls = defineCalls({
  'GET /annotate/v2/learning-curve/': {
    coversWorkspace: true,
    summary: 'Quality of the models of a task by their number of training images, with a forecast',
    service: 'annotate',
    query: z.object({
      ...WorkspaceQuery,
      domain: ModelDomain,
      task: Id,
      /** The F1 score or accuracy to reach. */
      target: z.coerce.number().min(0.01).max(0.999).default(0.95),
    }),
    response: LearningCurve,
  },
});
