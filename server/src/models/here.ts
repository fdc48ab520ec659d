import { join } from 'node:path';
import type { Config } from '../config';
import type { Db } from '../database/connection';
import type { FileStore } from '../files/store';
import { LearnerRefusal } from '../learning/learner';
import { beginTraining, dropPlace, train, type LearningDeps } from '../learning/train';
import type { WorkContext, WorkKind } from '../work/kind';
import { TRAIN_MODEL } from './kinds';
import { failed, recordState, recordUndone, TrainInput } from './state';

/** Where this server keeps what it trains with, and the models that are asked. */
export function learningFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'learning');
}

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
    try {
      const made = { file_key: fileKey, model_key: zipKey, metrics: JSON.stringify(notes) };
      await step(null, (trx) => recordState(trx, input, { train_status: 'TRAINED', error: null, map: map75 }, made));
    } catch (error) {
      await Promise.all([deps.files.delete(fileKey), deps.files.delete(zipKey)]);
      throw error;
    }
    await dropPlace(place);
    return { pictures: notes.pictures, map: map75 };
  } catch (error) {
    // What a cut-off attempt has cached is for the next one; what was cancelled or refused has none.
    if (signal.aborted || error instanceof LearnerRefusal) await dropPlace(place);
    if (!(error instanceof LearnerRefusal)) throw error;
    await step(null, (trx) => recordState(trx, input, failed(error.detail)));
    return null;
  }
}
