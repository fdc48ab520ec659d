import { join } from 'node:path';
import type { Config } from '../config';
import type { Db } from '../database/connection';
import type { FileStore } from '../files/store';
import { LearnerRefusal } from '../learning/learner';
import { learningFolder } from '../learning/local-files';
import { beginTraining, dropPlace, train, type LearningDeps, type TrainedModel } from '../learning/train';
import { Cancelled } from '../work/attempt';
import type { WorkContext, WorkKind } from '../work/kind';
import { TRAIN_MODEL } from './kinds';
import { failed, recordState, recordUndone, TrainInput, type OnTrained } from './state';

export interface HereDeps {
  db: Db;
  files: FileStore;
  config: Pick<Config, 'dataDir'>;
}

/** Trains a queued model on this machine. */
export function trainHereKind({ db, files, config }: HereDeps, onTrained: OnTrained): WorkKind {
  const deps = { db, files, folder: learningFolder(config) };
  return {
    name: TRAIN_MODEL,
    // A training keeps the processors busy that it is given: another beside it would only take its memory too.
    atOnce: 1,
    run: (context) => trainHere(deps, context, onTrained),
    undone: recordUndone,
  };
}

async function trainHere(deps: LearningDeps, context: WorkContext, onTrained: OnTrained): Promise<unknown> {
  const { work, step, signal } = context;
  const input = TrainInput.parse(work.input);
  const { domain, model } = input;
  const begun = await step(null, (trx) => beginTraining(trx, domain, model, work.userId));
  if (!begun) return null;
  const place = join(deps.folder, 'trainings', model);
  try {
    const trained = await train(deps, begun, { ...context, domain, model, place });
    await recordTrained(deps, context, input, trained, onTrained);
    await dropPlace(place);
    return { pictures: trained.notes.pictures, map: trained.notes.scores.map75 };
  } catch (error) {
    // What a cut-off attempt has cached is for the next one; what was cancelled or refused has none.
    if (signal.aborted || error instanceof Cancelled || error instanceof LearnerRefusal) await dropPlace(place);
    if (!(error instanceof LearnerRefusal)) throw error;
    await step(null, (trx) => recordState(trx, input, failed(error.detail)));
    return null;
  }
}

/** Names the files of a model that is made on this machine. Throws what a step throws, with no file left that nobody names. */
export async function recordTrained(
  deps: LearningDeps,
  { step }: Pick<WorkContext, 'step'>,
  input: TrainInput,
  { notes, fileKey, zipKey }: TrainedModel,
  onTrained: OnTrained,
): Promise<void> {
  const made = { file_key: fileKey, model_key: zipKey, metrics: JSON.stringify(notes) };
  const state = { train_status: 'TRAINED' as const, error: null, map: notes.scores.map75 };
  try {
    await step(null, async (trx) => {
      const trained = await recordState(trx, input, state, made);
      if (trained) await onTrained(trx, trained);
    });
  } finally {
    await dropUnnamed(deps, input, fileKey, zipKey);
  }
}

/** Its task may have been deleted meanwhile. A commit that was not heard of may have been made all the same. */
async function dropUnnamed({ db, files }: LearningDeps, { domain, model }: TrainInput, ...keys: string[]): Promise<void> {
  const row = await db.selectFrom(`${domain}_model`).select(['file_key', 'model_key']).where('id', '=', model).executeTakeFirst();
  for (const key of keys) if (key !== row?.file_key && key !== row?.model_key) await files.delete(key);
}
