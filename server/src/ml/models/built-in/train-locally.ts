import { join } from 'node:path';
import type { Config } from '../../../platform/config';
import type { Db } from '../../../platform/database/connection';
import type { FileStore } from '../../../platform/files/store';
import { LearnerRefusal } from '../../learning/learner';
import { getLearningFolder } from '../../learning/local-files';
import { startTraining, deleteTrainingFolder, trainModel, type LearningDeps, type TrainedModel } from '../../learning/train';
import { WorkCancelledError } from '../../../platform/queue/attempt';
import type { WorkContext, WorkKind } from '../../../platform/queue/kind';
import { TRAIN_MODEL } from '../model/kinds';
import { toFailedState, recordState, recordUnfinished, TrainInput, type OnTrained } from '../model/state';

/** Dependencies of models that are trained on this machine. */
export interface LocalModelDeps {
  db: Db;
  files: FileStore;
  config: Pick<Config, 'dataDir'>;
}

/** Creates the kind of background work that trains queued models on this machine. */
export function createLocalTrainingKind({ db, files, config }: LocalModelDeps, onTrained: OnTrained): WorkKind {
  const deps = { db, files, folder: getLearningFolder(config) };
  return {
    name: TRAIN_MODEL,
    // One training already uses all available processors. A second one would only need more memory.
    concurrency: 1,
    run: (context) => trainLocally(deps, context, onTrained),
    onUnsuccessful: recordUnfinished,
  };
}

async function trainLocally(deps: LearningDeps, context: WorkContext, onTrained: OnTrained): Promise<unknown> {
  const { work, step, signal } = context;
  const input = TrainInput.parse(work.input);
  const { domain, model } = input;
  const startedTraining = await step(null, (trx) => startTraining(trx, domain, model, work.userId));
  if (!startedTraining) return null;
  const folder = join(deps.folder, 'trainings', model);
  try {
    const trainedModel = await trainModel(deps, startedTraining, { ...context, domain, model, folder });
    await recordTrainedModel(deps, context, input, trainedModel, onTrained);
    await deleteTrainingFolder(folder);
    return { pictures: trainedModel.notes.pictures, map: trainedModel.notes.scores.map75 };
  } catch (error) {
    // An interrupted attempt retains its cached files for the next attempt. A cancelled or refused training has no next attempt.
    if (signal.aborted || error instanceof WorkCancelledError || error instanceof LearnerRefusal)
      await deleteTrainingFolder(folder);
    await recordRefusal(context, input, error);
    return null;
  }
}

/** Marks a model as failed if the learner refused to create it. Throws all other errors again. */
export async function recordRefusal({ step }: Pick<WorkContext, 'step'>, input: TrainInput, error: unknown): Promise<void> {
  if (!(error instanceof LearnerRefusal)) throw error;
  await step(null, (trx) => recordState(trx, input, toFailedState(error.detail)));
}

/**
 * Records the files of a model that was created on this machine. With `isTraining`, also records the events of its training. If recording
 * fails, the files are deleted and the error is thrown.
 */
export async function recordTrainedModel(
  deps: LearningDeps,
  { step }: Pick<WorkContext, 'step'>,
  input: TrainInput,
  { notes, fileKey, zipKey }: TrainedModel,
  onTrained: OnTrained,
  { isTraining = true } = {},
): Promise<void> {
  const modelFiles = { isTraining, file_key: fileKey, model_key: zipKey, metrics: JSON.stringify(notes) };
  const trainedState = { train_status: 'TRAINED' as const, error: null, map: notes.scores.map75 };
  try {
    await step(null, async (trx) => {
      const trainedModel = await recordState(trx, input, trainedState, modelFiles);
      if (trainedModel) await onTrained(trx, trainedModel);
    });
  } finally {
    await deleteUnreferenced(deps, input, fileKey, zipKey);
  }
}

/**
 * Deletes files that the model does not reference: its task may have been deleted in the meantime. The database decides,
 * because a commit may have succeeded even if its confirmation was lost.
 */
async function deleteUnreferenced({ db, files }: LearningDeps, { domain, model }: TrainInput, ...keys: string[]): Promise<void> {
  const modelRow = await db
    .selectFrom(`${domain}_model`)
    .select(['file_key', 'model_key'])
    .where('id', '=', model)
    .executeTakeFirst();
  for (const key of keys) if (key !== modelRow?.file_key && key !== modelRow?.model_key) await files.delete(key);
}
