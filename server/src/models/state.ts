import { sql, type Updateable } from 'kysely';
import { z } from 'zod';
import type { Db } from '../database/connection';
import type { ModelTable } from '../database/tables/models';
import { addJob } from '../work/jobs';
import type { UndoneEnd } from '../work/kind';
import type { TrainingState } from './back-end';
import { WATCH_TRAINING, type ModelDomain } from './kinds';

export const DOMAINS = ['recognition', 'detection', 'segmentation'] as const satisfies ModelDomain[];
/** What the work of a training is about. */
export const TrainInput = z.object({ domain: z.enum(DOMAINS), model: z.uuid() });
export type TrainInput = z.output<typeof TrainInput>;
const WATCH_SECONDS = 10;

export function watchAgain(trx: Db, input: TrainInput): Promise<void> {
  const key = `${WATCH_TRAINING}:${input.model}`;
  return addJob(trx, { task: WATCH_TRAINING, payload: input, key, inSeconds: WATCH_SECONDS });
}

export function failed(error: string): TrainingState {
  return { train_status: 'FAILED', error, map: null };
}

/** Tells the model of a training that will not be done. */
export async function recordUndone(trx: Db, work: { input: unknown }, end: UndoneEnd): Promise<void> {
  const input = TrainInput.safeParse(work.input).data;
  if (!input) return;
  const state = end.state === 'failed' ? failed(end.error) : { train_status: 'CANCELLED' as const, error: null, map: null };
  await recordState(trx, input, state);
}

/** What a training on this machine has made. */
export type MadeModel = Pick<Updateable<ModelTable>, 'file_key' | 'model_key' | 'metrics'>;

/** A model that has just been trained. */
export interface Trained extends TrainInput {
  workspaceId: string;
  task: string;
  userId: string | null;
}

/** What is begun with a model that has just been trained, in the transaction that says so. */
export type OnTrained = (trx: Db, trained: Trained) => Promise<void>;

/** A model that has ended stays as it is. Answers the model when it is trained now. */
export async function recordState(
  trx: Db,
  input: TrainInput,
  { train_status, error, map }: TrainingState,
  made: MadeModel = {},
): Promise<Trained | null> {
  const { domain, model: id } = input;
  const isEnd = train_status !== 'QUEUED' && train_status !== 'TRAINING';
  const model = await trx
    .updateTable(`${domain}_model`)
    .set({
      // What the back end has queued is out of our queue.
      train_status: isEnd ? train_status : 'TRAINING',
      error,
      map,
      progress: null,
      ...made,
      finished: isEnd ? sql<Date>`clock_timestamp()` : null,
    })
    .where('id', '=', id)
    .where('train_status', 'in', ['QUEUED', 'TRAINING'])
    .returning(['workspace_id', 'task_id', 'requested_by'])
    .executeTakeFirst();
  if (!model) return null;
  if (!isEnd) await watchAgain(trx, input);
  if (train_status !== 'TRAINED') return null;
  return { ...input, workspaceId: model.workspace_id, task: model.task_id, userId: model.requested_by };
}
