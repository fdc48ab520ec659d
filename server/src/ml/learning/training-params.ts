import { DEFAULT_LEAVE_OUT, SHAPE_FLAGS, type ShapeFlag } from '@console/shared-contract/shape-attributes';
import { z } from 'zod';
import type { Domain } from '@console/learner/protocol';

/** Longer side of the model's input if the task does not define one, in pixels. */
const DEFAULT_INPUT_SIZE: Record<Domain, number> = { recognition: 320, detection: 640, segmentation: 512 };
const MIN_INPUT_SIZE = 224;
const MAX_INPUT_SIZE = 1024;

/** Invalid fields are ignored, so that a training does not fail because of them. */
const TrainingParams = z.object({
  'detection-model': z
    .object({ input_size: z.number().optional().catch(undefined) })
    .optional()
    .catch(undefined),
  only_verified: z.boolean().optional().catch(undefined),
  only_real: z.boolean().optional().catch(undefined),
  leave_out: z.array(z.enum(SHAPE_FLAGS)).optional().catch(undefined),
  seed: z.int().min(0).max(2_147_483_647).optional().catch(undefined),
});

/** Selects which images of its task a training uses. */
export interface TrainingImageFilter {
  onlyVerified: boolean;
  onlyReal: boolean;
}

/** Settings of a training. */
export interface TrainingOptions extends TrainingImageFilter {
  inputSize: number;
  /** Shapes with one of these flags are not used as examples. */
  leaveOut: readonly ShapeFlag[];
  /** Null: each training creates its own seed. */
  seed: number | null;
}

/** Reads the settings in a task's `training_params`, with defaults for missing and invalid fields. */
export function parseTrainingParams(domain: Domain, trainingParams: unknown): TrainingOptions {
  const params = TrainingParams.safeParse(trainingParams).data ?? {};
  const inputSize = params['detection-model']?.input_size ?? DEFAULT_INPUT_SIZE[domain];
  return {
    inputSize: Math.round(Math.min(MAX_INPUT_SIZE, Math.max(MIN_INPUT_SIZE, inputSize))),
    onlyVerified: params.only_verified ?? false,
    onlyReal: params.only_real ?? false,
    leaveOut: params.leave_out ?? DEFAULT_LEAVE_OUT,
    seed: params.seed ?? null,
  };
}
