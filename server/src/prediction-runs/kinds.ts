import { z } from 'zod';
import { DOMAINS } from '../models/state';

/** The kind of work that asks a model about a workspace's images. */
export const PREDICT_IMAGES = 'predict-images';

/** What is left to do of a run. */
export const RunInput = z.object({
  run: z.uuid(),
  domain: z.enum(DOMAINS),
  task: z.uuid(),
  model: z.uuid(),
  /** Whether the images that it was trained on are judged too, half by half. */
  trainingImages: z.boolean(),
  /** The `seq` of the last image that the model itself was asked about. */
  after: z.int().default(-1),
  /** The half of the training images that is next. */
  half: z.int().default(0),
  done: z.int().default(0),
});
export type RunInput = z.output<typeof RunInput>;
