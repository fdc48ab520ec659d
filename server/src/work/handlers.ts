import { COMPLETE_JOB, completeJob } from '../annotate/jobs/complete';
import { TRAIN_MODEL, trainModel } from '../models/train';
import { MATCHING, doMatching } from './matching/work';
import type { WorkHandlers } from './runner';

/** Every kind of long work that this server does. */
export const workHandlers: WorkHandlers = { [COMPLETE_JOB]: completeJob, [TRAIN_MODEL]: trainModel, [MATCHING]: doMatching };
