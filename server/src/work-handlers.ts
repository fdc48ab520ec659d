import { COMPLETE_JOB, completeJob } from './annotate/jobs/complete';
import type { Deps } from './http/deps';
import { PREDICT_TEST_IMAGES, TRAIN_MODEL } from './models/kinds';
import { backEndOf } from './models/predict';
import { predictTestImagesWith } from './models/predict-test-images';
import { trainModelWith } from './models/train';
import { MATCHING, doMatching } from './matching/work';
import type { WorkHandlers } from './work/runner';

/** Every kind of long work that a server with this configuration and these files does. */
export function workHandlersOf({ config, files }: Pick<Deps, 'config' | 'files'>): WorkHandlers {
  const backEnd = backEndOf(config);
  return {
    [COMPLETE_JOB]: completeJob,
    [MATCHING]: doMatching,
    [TRAIN_MODEL]: trainModelWith(backEnd),
    [PREDICT_TEST_IMAGES]: predictTestImagesWith(backEnd, files),
  };
}
