import { mkdir, readFile, rm } from 'node:fs/promises';
import type { Domain, ModelNotes, Progress, RecognitionLabel, TrainRequest } from '@console/learner/protocol';
import { sql } from 'kysely';
import type { Db } from '../database/connection';
import type { FileStore } from '../files/store';
import type { WorkContext } from '../work/kind';
import { makeDataset, readDataset } from './dataset';
import { learn } from './learn';
import { writeManifest } from './manifest';
import { packModel } from './package';
import { choiceOf } from './params';

const MOST_SEED = 2_147_483_647;

export interface LearningDeps {
  db: Db;
  files: FileStore;
  /** A folder of this server on the local disk. */
  folder: string;
}

export interface TrainedModel {
  notes: ModelNotes;
  /** Keys of the store: the model itself, and the zip to be downloaded. */
  fileKey: string;
  zipKey: string;
}

/** The dataset and the seed of a model, and what is told to the process that learns. */
export interface Begun {
  dataset: string;
  order: Omit<TrainRequest, 'manifest' | 'folder'>;
}

/**
 * Begins the training of a model, in a transaction: its dataset and its seed are made at the first attempt, and found by the
 * others. Null where the model has ended or is gone.
 */
export async function beginTraining(trx: Db, domain: Domain, id: string, userId: string | null): Promise<Begun | null> {
  const model = await trx.selectFrom(`${domain}_model`).selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!model || (model.train_status !== 'QUEUED' && model.train_status !== 'TRAINING')) return null;
  const choice = choiceOf(domain, model.training_params);
  const dataset = model.dataset_id ?? (await makeDataset(trx, { domain, task: model.task_id, choice, userId }));
  const seed = model.seed ?? choice.seed ?? Math.floor(Math.random() * MOST_SEED);
  await trx
    .updateTable(`${domain}_model`)
    .set({ train_status: 'TRAINING', dataset_id: dataset, seed })
    .where('id', '=', model.id)
    .execute();
  const task = await taskOf(trx, domain, model.task_id);
  return { dataset, order: { domain, seed, inputSize: choice.inputSize, ...task } };
}

/** The training of a model as it was; null where there is no dataset of it, as of one that was trained outside. */
export async function trainingOf(db: Db, domain: Domain, id: string): Promise<Begun | null> {
  const model = await db.selectFrom(`${domain}_model`).selectAll().where('id', '=', id).executeTakeFirst();
  if (!model || model.dataset_id === null || model.seed === null) return null;
  const { inputSize } = choiceOf(domain, model.training_params);
  return {
    dataset: model.dataset_id,
    order: { domain, seed: model.seed, inputSize, ...(await taskOf(db, domain, model.task_id)) },
  };
}

/**
 * Trains a model in a process of its own, and stores it. Throws LearnerRefusal in words for a person. What an attempt that is
 * cut off has cached in `place` is found by the next one.
 */
export async function train(
  { files }: LearningDeps,
  { dataset, order }: Begun,
  {
    db,
    signal,
    progress,
    domain,
    model,
    place,
  }: Pick<WorkContext, 'db' | 'signal' | 'progress'> & { domain: Domain; model: string; place: string },
): Promise<TrainedModel> {
  await mkdir(place, { recursive: true });
  const manifest = await writeManifest({ db, files, place, dataset, signal, progress });
  const trained = await learn(
    { ...order, manifest, folder: place },
    signal,
    (state) => tell(db, domain, model, state, progress),
    async (learnt) => learnt,
  );
  return keepModel(files, { ...trained, pictures: readDataset(db, dataset), folder: place });
}

/** Stores a model's file, and the zip of it. */
export async function keepModel(
  files: FileStore,
  { model, notes, ...further }: { model: string } & Omit<Parameters<typeof packModel>[0], 'model'>,
): Promise<TrainedModel> {
  const file = await readFile(model);
  const zip = await packModel({ model: file, notes, ...further });
  const fileKey = await files.put(file, 'application/octet-stream');
  try {
    return { notes, fileKey, zipKey: await files.put(await readFile(zip), 'application/zip') };
  } catch (error) {
    await files.delete(fileKey);
    throw error;
  }
}

/** How far a training is, for its model and its work. Throws where it was cancelled. */
async function tell(db: Db, domain: Domain, model: string, state: Progress, progress: WorkContext['progress']): Promise<void> {
  await progress(state.done, state.total);
  await db
    .updateTable(`${domain}_model`)
    .set({ progress: JSON.stringify(state) })
    .where('id', '=', model)
    .where('train_status', '=', 'TRAINING')
    .execute();
}

type TaskOrder = Pick<TrainRequest, 'type' | 'labels' | 'negativeLabel'>;

async function taskOf(db: Db, domain: Domain, task: string): Promise<TaskOrder> {
  if (domain !== 'recognition') {
    const { rows } = await sql<RecognitionLabel>`
      select l.id, l.name from ${sql.table(`${domain}_task_label`)} t join ${sql.table(`${domain}_label`)} l on l.id = t.label_id
      where t.task_id = ${task} order by lower(l.name), l.id`.execute(db);
    return { labels: rows };
  }
  const { type } = await db.selectFrom('recognition_task').select('type').where('id', '=', task).executeTakeFirstOrThrow();
  const { rows } = await sql<RecognitionLabel & { isNegative: boolean }>`
    select l.id, l.name, l.type, l.min_value as "minValue", l.max_value as "maxValue",
      l.negative_for_task is not distinct from ${task} as "isNegative"
    from recognition_label l
    where l.negative_for_task = ${task} or l.id in (select label_id from recognition_task_label where task_id = ${task})
    order by lower(l.name), l.id`.execute(db);
  return {
    type,
    labels: rows.map(({ isNegative: _, ...label }) => label),
    negativeLabel: rows.find((label) => label.isNegative)?.id ?? null,
  };
}

/** What a training has left on the local disk. */
export function dropPlace(place: string): Promise<void> {
  return rm(place, { recursive: true, force: true });
}
