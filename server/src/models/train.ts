import { z } from 'zod';
import { sql } from 'kysely';
import type { WorkHandler } from '../work/runner';

export const TRAIN_MODEL = 'train-model';

const Input = z.object({ domain: z.enum(['recognition', 'detection', 'segmentation']), model: z.uuid() });
const NO_BACK_END = 'This server has nothing that can train models.';

/** Ends a queued model truthfully: without a back end that trains, it fails and says why. */
export const trainModel: WorkHandler = async ({ db, work }) => {
  const { domain, model } = Input.parse(work.input);
  await db.updateTable(`${domain}_model`).set({ train_status: 'FAILED', error: NO_BACK_END, finished: sql<Date>`clock_timestamp()` })
    .where('id', '=', model).where('train_status', 'in', ['QUEUED', 'TRAINING']).execute();
};
