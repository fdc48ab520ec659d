import type { Config } from '../../platform/config';
import type { Db } from '../../platform/database/connection';
import { HttpError } from '../../platform/errors';
import { inTransaction } from '../../platform/database/transaction';
import { WorkCancelledError } from '../../platform/queue/attempt';
import type { MaintenanceTask, WorkKind } from '../../platform/queue/kind';
import type { ExternalBackEnd, TrainingDataset, TrainingState } from './model/back-end';
import { enqueueFileDownload } from './external/download-file';
import { prepareTrainingDataset } from './external/training-data';
import { TRAIN_MODEL, WATCH_TRAINING } from './model/kinds';
import { messages } from './model/messages';
import { listTaskLabels } from '../learning/dataset';
import { DOMAINS, toFailedState, recordState, recordUnfinished, TrainInput, scheduleWatch, type OnTrained } from './model/state';

/**
 * Creates the kind of background work that sends queued models to the back end. The model fails if there is no back end or if the back
 * end rejects the training.
 */
export function createExternalTrainingKind(
  backEnd: ExternalBackEnd | null,
  onTrained: OnTrained,
  config: Pick<Config, 'publicUrl'> = { publicUrl: null },
): WorkKind {
  return {
    name: TRAIN_MODEL,
    concurrency: 2,
    run: async ({ db, work, step }) => {
      const input = TrainInput.parse(work.input);
      const dataset = backEnd && (await step(null, (trx) => prepareTrainingDataset(trx, input, work.userId, config)));
      const trainingState = backEnd
        ? await sendTraining(db, backEnd, input, dataset, work.attempt > 1)
        : toFailedState(messages.noTrainingBackEnd);
      try {
        await step(null, (trx) => recordTrainingState(trx, input, trainingState, onTrained));
      } catch (error) {
        // The model server may already have received the training. The next poll cancels the training there.
        if (error instanceof WorkCancelledError) await scheduleWatch(db, input);
        throw error;
      }
    },
    onUnsuccessful: recordUnfinished,
  };
}

/**
 * Creates the task that polls the back end for one training until it has finished. If the back end fails, it polls again later. A
 * training that was cancelled here, or whose model was deleted, is cancelled at the back end.
 */
export function createWatchTrainingTask(db: Db, backEnd: ExternalBackEnd, onTrained: OnTrained): MaintenanceTask {
  return {
    name: WATCH_TRAINING,
    run: async (payload) => {
      const input = TrainInput.parse(payload);
      if (!(await isUnfinished(db, input))) return backEnd.cancelTraining(input.domain, input.model);
      const trainingState = await backEnd.getTrainingState(input.domain, input.model).catch((error: unknown) => {
        if (error instanceof HttpError) return 'unknown' as const;
        throw error;
      });
      await inTransaction(
        db,
        (trx) =>
          trainingState === 'unknown'
            ? scheduleWatch(trx, input)
            : recordTrainingState(trx, input, trainingState ?? toFailedState(messages.unknownModel), onTrained),
        () => undefined,
      );
    },
  };
}

async function isUnfinished(db: Db, { domain, model }: TrainInput): Promise<boolean> {
  const modelRow = await db.selectFrom(`${domain}_model`).select('train_status').where('id', '=', model).executeTakeFirst();
  return modelRow?.train_status === 'QUEUED' || modelRow?.train_status === 'TRAINING';
}

/** Records the state that the back end reports. For a trained model the download of its file is queued. */
async function recordTrainingState(trx: Db, input: TrainInput, state: TrainingState, onTrained: OnTrained): Promise<void> {
  const trainedModel = await recordState(trx, input, state);
  if (trainedModel) await onTrained(trx, trainedModel);
  if (state.train_status === 'TRAINED') await enqueueFileDownload(trx, input);
}

/** Schedules polling for all models in training, for example those that an older release started. */
export async function scheduleAllWatches(db: Db): Promise<void> {
  for (const domain of DOMAINS) {
    const models = await db.selectFrom(`${domain}_model`).select('id').where('train_status', '=', 'TRAINING').execute();
    for (const { id } of models) await scheduleWatch(db, { domain, model: id });
  }
}

/** Starts a training. After an interrupted attempt, first checks whether the back end already has the training. */
async function sendTraining(
  db: Db,
  backEnd: ExternalBackEnd,
  { domain, model: id }: TrainInput,
  dataset: TrainingDataset | null,
  mayHaveStarted: boolean,
): Promise<TrainingState> {
  const model = await db.selectFrom(`${domain}_model`).selectAll().where('id', '=', id).executeTakeFirst();
  const task = model && (await db.selectFrom(`${domain}_task`).selectAll().where('id', '=', model.task_id).executeTakeFirst());
  if (!task || !dataset) return toFailedState(messages.unknownModel);
  const type = 'type' in task ? { type: task.type } : {};
  try {
    const existingState = mayHaveStarted ? await backEnd.getTrainingState(domain, id) : null;
    if (existingState) return existingState;
    return await backEnd.startTraining({
      domain,
      model: id,
      workspace: task.workspace_id,
      trainingParams: model.training_params,
      dataset,
      task: { id: task.id, name: task.name, ...type, labels: await listTaskLabels(db, domain, task.id) },
    });
  } catch (error) {
    if (error instanceof HttpError) return toFailedState(error.detail);
    throw error;
  }
}
