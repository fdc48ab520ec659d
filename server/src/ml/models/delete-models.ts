import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Config } from '../../platform/config';
import type { Db } from '../../platform/database/connection';
import { getModelPaths, getLearningFolder, getRequestFolder, listNames } from '../learning/local-files';
import { cancelTraining } from './model-calls';
import type { ModelDomain } from './model/kinds';
import { DOMAINS } from './model/state';

type DataFolder = Pick<Config, 'dataDir'>;

/** No prediction takes this long. Older folders of images were left by predictions whose server was killed. */
const MAX_PREDICTION_MS = 3_600_000;
const ID_LENGTH = 36;

/**
 * Cancels the trainings of a task that is about to be deleted, in the same transaction. Returns a function that deletes this
 * server's copies of its models; call it after the transaction is committed. The files are retained with the deleted rows.
 */
export async function deleteModels(
  trx: Db,
  domain: ModelDomain,
  taskId: string,
  { config }: { config: DataFolder },
): Promise<() => Promise<void>> {
  const models = await trx.selectFrom(`${domain}_model`).select(['id', 'train_status']).where('task_id', '=', taskId).execute();
  for (const { id, train_status } of models) if (isTraining(train_status)) await cancelTraining(trx, domain, id);
  return async () => {
    const localCopies = models.flatMap(({ id }) => Object.values(getModelPaths(getLearningFolder(config), id)));
    for (const copy of localCopies) await rm(copy, { force: true });
  };
}

/**
 * Deletes a model, and cancels its training if it runs. Returns false if the model does not exist. Its files are retained with the
 * deleted row. Copies on the local disk are deleted by `deleteUnusedLearningFiles`.
 */
export async function deleteModel(trx: Db, domain: ModelDomain, id: string): Promise<boolean> {
  // Lock the background work before the model, in the same order as at the end of a training. This prevents deadlocks.
  await cancelTraining(trx, domain, id);
  const deleted = await trx.deleteFrom(`${domain}_model`).where('id', '=', id).returning('id').execute();
  return deleted.length > 0;
}

/**
 * Deletes unused files from the local disk: copies of deleted models, caches of finished trainings, embeddings of deleted
 * workspaces, and images of interrupted predictions.
 */
export async function deleteUnusedLearningFiles(db: Db, config: DataFolder): Promise<void> {
  const folder = getLearningFolder(config);
  // Requests may add files and rows meanwhile. List the files first, so that each listed file has its row when the rows are read.
  const [models, trainings] = [await listNames(join(folder, 'models')), await listNames(join(folder, 'trainings'))];
  const statuses = await listStatuses(db);
  const embeddingModels = await db.selectFrom('embedding_model').select('file_key').execute();
  const usedFiles = new Set(embeddingModels.map(({ file_key: key }) => key));
  for (const name of models)
    if (!statuses.has(name.slice(0, ID_LENGTH)) && !usedFiles.has(name)) await rm(join(folder, 'models', name), { force: true });
  for (const id of trainings)
    if (!isTraining(statuses.get(id))) await rm(join(folder, 'trainings', id), { recursive: true, force: true });
  // The folder also contains an index that belongs to no workspace. The name of this index is shorter than an id.
  const indexedWorkspaces = (await listNames(join(folder, 'similar'))).filter((name) => name.length === ID_LENGTH);
  const existingIds = await filterExisting(db, indexedWorkspaces);
  for (const id of indexedWorkspaces)
    if (!existingIds.has(id)) await rm(join(folder, 'similar', id), { recursive: true, force: true });
  for (const name of await listNames(getRequestFolder(folder))) {
    const path = join(getRequestFolder(folder), name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > MAX_PREDICTION_MS) await rm(path, { recursive: true, force: true });
  }
}

const isTraining = (status: string | undefined) => status === 'QUEUED' || status === 'TRAINING';

async function listStatuses(db: Db): Promise<Map<string, string>> {
  const selectModels = DOMAINS.map((domain) => sql`select id, train_status from ${sql.table(`${domain}_model`)}`);
  const { rows } = await sql<{ id: string; train_status: string }>`${sql.join(selectModels, sql` union all `)}`.execute(db);
  return new Map(rows.map(({ id, train_status }) => [id, train_status]));
}

async function filterExisting(db: Db, workspaces: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select id from workspace where id::text = any(${workspaces})`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
