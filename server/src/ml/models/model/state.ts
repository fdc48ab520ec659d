import { sql, type Updateable } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../platform/database/connection';
import type { ModelTable } from '../../../platform/database/tables/models';
import { recordEvents } from '../../../platform/events/record-events';
import { enqueueJob } from '../../../platform/queue/jobs';
import type { UnsuccessfulOutcome } from '../../../platform/queue/kind';
import type { TrainingState } from './back-end';
import { findCurrentModel } from './current-model';
import { WATCH_TRAINING, type ModelDomain } from './kinds';

export const DOMAINS = ['recognition', 'detection', 'segmentation'] as const satisfies ModelDomain[];
/** Stored input of the background work of a training. */
export const TrainInput = z.object({ domain: z.enum(DOMAINS), model: z.uuid() });
export type TrainInput = z.output<typeof TrainInput>;
const POLL_INTERVAL_SECONDS = 10;

/** Schedules the next poll of a training on an external back end. */
export function scheduleWatch(trx: Db, input: TrainInput): Promise<void> {
  const key = `${WATCH_TRAINING}:${input.model}`;
  return enqueueJob(trx, { task: WATCH_TRAINING, payload: input, key, delaySeconds: POLL_INTERVAL_SECONDS });
}

/** Creates the state of a training that failed with this message. */
export function toFailedState(error: string): TrainingState {
  return { train_status: 'FAILED', error, map: null };
}

export const CANCELLED: TrainingState = { train_status: 'CANCELLED', error: null, map: null };

/** Marks the model of a training that failed or was cancelled before it finished. */
export async function recordUnfinished(trx: Db, work: { input: unknown }, outcome: UnsuccessfulOutcome): Promise<void> {
  const input = TrainInput.safeParse(work.input).data;
  if (!input) return;
  await recordState(trx, input, outcome.state === 'failed' ? toFailedState(outcome.error) : CANCELLED);
}

/** The files and metrics of a model that was trained on this machine. */
type TrainedModelFiles = Pick<Updateable<ModelTable>, 'file_key' | 'model_key' | 'metrics'>;

/** A model with its task. */
export interface TrainedModelRef extends TrainInput {
  workspaceId: string;
  task: string;
  userId: string | null;
}

/** Called when a model has been trained, in the transaction that records the model. */
export type OnTrained = (trx: Db, trained: TrainedModelRef) => Promise<void>;

/**
 * Records the state of a training. A finished model is left unchanged. Returns the model if it has just been trained. Without
 * `isTraining` (for models that this server did not train), a trained model creates no events.
 */
export async function recordState(
  trx: Db,
  input: TrainInput,
  { train_status, error, map, progress, scores }: TrainingState,
  { isTraining = true, ...files }: TrainedModelFiles & { isTraining?: boolean } = {},
): Promise<TrainedModelRef | null> {
  const { domain, model: id } = input;
  const isFinished = train_status !== 'QUEUED' && train_status !== 'TRAINING';
  const model = await trx
    .updateTable(`${domain}_model`)
    .set({
      // An accepted training is no longer queued on this server, even if it waits in the back end's own queue.
      train_status: isFinished ? train_status : 'TRAINING',
      error,
      map,
      progress: isFinished || !progress ? null : JSON.stringify(progress),
      ...(train_status === 'TRAINED' && scores && { metrics: JSON.stringify({ scores }) }),
      ...files,
      finished: isFinished ? sql<Date>`clock_timestamp()` : null,
      ...(train_status === 'TRAINED' && { awaits_promotion: awaitsPromotion(domain) }),
    })
    .where('id', '=', id)
    .where('train_status', 'in', ['QUEUED', 'TRAINING'])
    .returning(['workspace_id', 'task_id', 'requested_by'])
    .executeTakeFirst();
  // Poll even if the model was deleted or cancelled meanwhile, because the poll cancels the training on the model server.
  if (!isFinished) await scheduleWatch(trx, input);
  if (!model) return null;
  const reference = { ...input, workspaceId: model.workspace_id, task: model.task_id, userId: model.requested_by };
  if (train_status === 'FAILED') await recordFailure(trx, reference, error ?? '');
  if (train_status !== 'TRAINED') return null;
  if (isTraining) await recordTrained(trx, reference, map);
  return reference;
}

/**
 * SQL condition: the training rule of the task decides whether a newly trained model is put into use. The first model of a task is always
 * put into use.
 */
const awaitsPromotion = (domain: ModelDomain) => {
  const models = sql.table(`${domain}_model`);
  return sql<boolean>`
    exists (select from training_rule r where r.task_id = ${models}.task_id and r.promotion <> 'newest')
    and exists (select from ${models} o where o.task_id = ${models}.task_id and o.train_status = 'TRAINED')`;
};

async function recordFailure(trx: Db, { domain, task, model, ...actor }: TrainedModelRef, error: string): Promise<void> {
  await recordEvents(trx, [{ kind: 'training.failed', ...toEventOrigin(model, actor), data: { domain, task, error } }]);
}

/** Records the end of a training. An older model that was reactivated meanwhile stays the current one. */
async function recordTrained(trx: Db, { domain, task, model, ...actor }: TrainedModelRef, map: number | null): Promise<void> {
  const origin = toEventOrigin(model, actor);
  const isCurrent = (await findCurrentModel(trx, domain, task)) === model;
  await recordEvents(trx, [
    { kind: 'training.finished', ...origin, data: { domain, task, map } },
    ...(isCurrent ? [{ kind: 'model.promoted' as const, ...origin, data: { domain, task } }] : []),
  ]);
}

const toEventOrigin = (modelId: string, actor: Pick<TrainedModelRef, 'workspaceId' | 'userId'>) => ({
  ...actor,
  entityId: modelId,
});
