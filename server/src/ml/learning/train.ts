import { mkdir, readFile, rm } from 'node:fs/promises';
import type { Domain, ModelNotes, Progress, RecognitionLabel, TrainRequest } from '@console/learner/protocol';
import type { ShapeFlag } from '@console/shared-contract/shape-attributes';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import type { FileStore } from '../../platform/files/store';
import type { WorkContext } from '../../platform/queue/kind';
import { createDatasetVersion, listTaskLabels, readDatasetVersion } from './dataset';
import { runTraining } from './run-training';
import { writeManifest } from './manifest';
import { packModel } from './pack-model';
import { parseTrainingParams } from './training-params';

const MAX_SEED = 2_147_483_647;

/** Dependencies of trainings. */
export interface LearningDeps {
  db: Db;
  files: FileStore;
  /** Folder of this server on the local disk, see `getLearningFolder`. */
  folder: string;
}

/** A trained model whose files are stored. */
export interface TrainedModel {
  notes: ModelNotes;
  /** Keys in the file store: of the model, and of the zip file for download. */
  fileKey: string;
  zipKey: string;
}

/** The dataset version of a training and its settings for the learner. */
export interface StartedTraining {
  dataset: string;
  request: Omit<TrainRequest, 'manifest' | 'folder'>;
  /** Shapes with one of these flags are not used as examples. */
  leaveOut: readonly ShapeFlag[];
}

/**
 * Marks a queued model as training, in a transaction. The first attempt creates its dataset version and seed, which later
 * attempts reuse. Returns null if the model has finished or was deleted.
 */
export async function startTraining(trx: Db, domain: Domain, id: string, userId: string | null): Promise<StartedTraining | null> {
  const model = await trx.selectFrom(`${domain}_model`).selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!model || (model.train_status !== 'QUEUED' && model.train_status !== 'TRAINING')) return null;
  const imageFilter = parseTrainingParams(domain, model.training_params);
  const dataset = model.dataset_id ?? (await createDatasetVersion(trx, { domain, task: model.task_id, imageFilter, userId }));
  const seed = model.seed ?? imageFilter.seed ?? Math.floor(Math.random() * MAX_SEED);
  await trx
    .updateTable(`${domain}_model`)
    .set({ train_status: 'TRAINING', dataset_id: dataset, seed })
    .where('id', '=', model.id)
    .execute();
  const task = await readTaskSettings(trx, domain, model.task_id);
  const { inputSize, leaveOut } = imageFilter;
  return { dataset, request: { domain, seed, inputSize, ...task }, leaveOut };
}

/** Returns the dataset version and settings of a past training; null if there are none, as for externally trained models. */
export async function findTraining(db: Db, domain: Domain, id: string): Promise<StartedTraining | null> {
  const model = await db.selectFrom(`${domain}_model`).selectAll().where('id', '=', id).executeTakeFirst();
  if (!model || model.dataset_id === null || model.seed === null) return null;
  const { inputSize, leaveOut } = parseTrainingParams(domain, model.training_params);
  return {
    dataset: model.dataset_id,
    request: { domain, seed: model.seed, inputSize, ...(await readTaskSettings(db, domain, model.task_id)) },
    leaveOut,
  };
}

/**
 * Trains a model in a separate process and stores its files. Throws LearnerRefusal with a message for the user. An attempt after an
 * interruption reuses what the previous attempt cached in the folder.
 */
export async function trainModel(
  { files }: LearningDeps,
  { dataset, request, leaveOut }: StartedTraining,
  {
    db,
    signal,
    progress,
    domain,
    model,
    folder,
  }: Pick<WorkContext, 'db' | 'signal' | 'progress'> & { domain: Domain; model: string; folder: string },
): Promise<TrainedModel> {
  await mkdir(folder, { recursive: true });
  const manifest = await writeManifest({ db, files, folder, dataset, leaveOut, signal, progress });
  const trainedModel = await runTraining(
    { ...request, manifest, folder },
    signal,
    (state) => reportProgress(db, domain, model, state, progress),
    async (training) => training,
  );
  return storeModel(files, { ...trainedModel, images: readDatasetVersion(db, dataset), folder });
}

/** Stores a model file and its zip file. */
export async function storeModel(
  files: FileStore,
  { model, notes, ...otherContent }: { model: string } & Omit<Parameters<typeof packModel>[0], 'model'>,
): Promise<TrainedModel> {
  const file = await readFile(model);
  const zip = await packModel({ model: file, notes, ...otherContent });
  const fileKey = await files.put(file, 'application/octet-stream');
  try {
    return { notes, fileKey, zipKey: await files.put(await readFile(zip), 'application/zip') };
  } catch (error) {
    await files.delete(fileKey);
    throw error;
  }
}

/** Stores the progress of a training in the rows of its model and its background work. Throws if the training was cancelled. */
async function reportProgress(
  db: Db,
  domain: Domain,
  modelId: string,
  state: Progress,
  progress: WorkContext['progress'],
): Promise<void> {
  await progress(state.done, state.total);
  await db
    .updateTable(`${domain}_model`)
    .set({ progress: JSON.stringify(state) })
    .where('id', '=', modelId)
    .where('train_status', '=', 'TRAINING')
    .execute();
}

type TaskSettings = Pick<TrainRequest, 'type' | 'labels' | 'negativeLabel'>;

async function readTaskSettings(db: Db, domain: Domain, taskId: string): Promise<TaskSettings> {
  if (domain !== 'recognition')
    return { labels: (await listTaskLabels(db, domain, taskId)).map(({ id, name }) => ({ id, name })) };
  const { type } = await db.selectFrom('recognition_task').select('type').where('id', '=', taskId).executeTakeFirstOrThrow();
  const { rows } = await sql<RecognitionLabel & { isNegative: boolean }>`
    select l.id, l.name, l.type, l.min_value as "minValue", l.max_value as "maxValue",
      l.negative_for_task is not distinct from ${taskId} as "isNegative"
    from recognition_label l
    where l.negative_for_task = ${taskId} or l.id in (select label_id from recognition_task_label where task_id = ${taskId})
    order by lower(l.name), l.id`.execute(db);
  return {
    type,
    labels: rows.map(({ isNegative: _, ...label }) => label),
    negativeLabel: rows.find((label) => label.isNegative)?.id ?? null,
  };
}

/** Deletes the folder of a training on the local disk. */
export function deleteTrainingFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true });
}
