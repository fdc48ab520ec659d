import { join } from 'node:path';
import type { Config } from '../config';
import type { Db } from '../database/connection';
import type { FileStore } from '../files/store';
import { LearnerRefusal } from '../learning/learner';
import { learningFolder } from '../learning/local-files';
import { beginTraining, dropPlace, train, type LearningDeps } from '../learning/train';
import { Cancelled } from '../work/attempt';
import type { WorkContext, WorkKind } from '../work/kind';
import { TRAIN_MODEL } from './kinds';
import { failed, recordState, recordUndone, TrainInput } from './state';

export interface HereDeps {
  db: Db;
  files: FileStore;
  config: Pick<Config, 'dataDir'>;
}

/** Trains a queued model on this machine. */
export function trainHereKind({ db, files, config }: HereDeps): WorkKind {
  const deps = { db, files, folder: learningFolder(config) };
  return {
    name: TRAIN_MODEL,
    // A training keeps the processors busy that it is given: another beside it would only take its memory too.
    atOnce: 1,
    run: (context) => trainHere(deps, context),
    undone: recordUndone,
  };
}

async function trainHere(deps: LearningDeps, context: WorkContext): Promise<unknown> {
  const { work, step, signal } = context;
  const input = TrainInput.parse(work.input);
  const { domain, model } = input;
  const begun = await step(null, (trx) => beginTraining(trx, domain, model, work.userId));
  if (!begun) return null;
  const place = join(deps.folder, 'trainings', model);
  try {
    const { notes, fileKey, zipKey } = await train(deps, begun, { ...context, domain, model, place });
    const { map75 } = notes.scores;
    const made = { file_key: fileKey, model_key: zipKey, metrics: JSON.stringify(notes) };
    try {
      await step(null, (trx) => recordState(trx, input, { train_status: 'TRAINED', error: null, map: map75 }, made));
    } finally {
      await dropUnnamed(deps, input, fileKey, zipKey);
    }
    await dropPlace(place);
    return { pictures: notes.pictures, map: map75 };
  } catch (error) {
    // What a cut-off attempt has cached is for the next one; what was cancelled or refused has none.
    if (signal.aborted || error instanceof Cancelled || error instanceof LearnerRefusal) await dropPlace(place);
    if (!(error instanceof LearnerRefusal)) throw error;
    await step(null, (trx) => recordState(trx, input, failed(error.detail)));
    return null;
  }
}

/** Its task may have been deleted meanwhile. A commit that was not heard of may have been made all the same. */
async function dropUnnamed({ db, files }: LearningDeps, { domain, model }: TrainInput, ...keys: string[]): Promise<void> {
  const row = await db.selectFrom(`${domain}_model`).select(['file_key', 'model_key']).where('id', '=', model).executeTakeFirst();
  for (const key of keys) if (key !== row?.file_key && key !== row?.model_key) await files.delete(key);
}
