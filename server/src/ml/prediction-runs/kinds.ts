import { z } from 'zod';
import { DOMAINS } from '../models/model/state';

/** The kind of background work that runs a model on the images of a workspace. */
export const PREDICT_IMAGES = 'predict-images';

/** Stored input of the background work `PREDICT_IMAGES`. Each step updates the input, so that an interrupted run resumes. */
export const RunInput = z.object({
  run: z.uuid(),
  domain: z.enum(DOMAINS),
  task: z.uuid(),
  model: z.uuid(),
  /** Whether the training images are also predicted. Each half is then predicted by a model trained on the other half. */
  trainingImages: z.boolean(),
  /** Sequence number (`seq`) of the last image that was predicted, except training images. */
  after: z.int().default(-1),
  /** Index of the next half of the training images. */
  half: z.int().default(0),
  done: z.int().default(0),
});
export type RunInput = z.output<typeof RunInput>;
