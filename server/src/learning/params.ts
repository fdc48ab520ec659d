import { z } from 'zod';
import type { Domain } from '@console/learner/protocol';
import type { Choice } from './dataset';

/** The longer side that pictures are brought to, where the task does not say. */
const INPUT_SIZE: Record<Domain, number> = { recognition: 320, detection: 640, segmentation: 512 };
const LEAST_INPUT_SIZE = 224;
const MOST_INPUT_SIZE = 1024;

const Params = z.object({
  'detection-model': z
    .object({ input_size: z.number().optional().catch(undefined) })
    .optional()
    .catch(undefined),
  only_verified: z.boolean().optional().catch(undefined),
  only_real: z.boolean().optional().catch(undefined),
  seed: z.int().min(0).max(2_147_483_647).optional().catch(undefined),
});

export interface TrainingChoice extends Choice {
  inputSize: number;
  /** Null: one is made for each training. */
  seed: number | null;
}

/** What a task's `training_params` ask for; what is not understood in them is left alone. */
export function choiceOf(domain: Domain, trainingParams: unknown): TrainingChoice {
  const params = Params.safeParse(trainingParams).data ?? {};
  const asked = params['detection-model']?.input_size ?? INPUT_SIZE[domain];
  return {
    inputSize: Math.round(Math.min(MOST_INPUT_SIZE, Math.max(LEAST_INPUT_SIZE, asked))),
    onlyVerified: params.only_verified ?? false,
    onlyReal: params.only_real ?? false,
    seed: params.seed ?? null,
  };
}
