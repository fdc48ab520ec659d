import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Config } from '../config';
import type { Db } from '../database/connection';
import type { FileStore } from '../files/store';
import { copiesOf, learningFolder } from '../learning/local-files';
import { cancelTraining } from './calls';
import type { ModelDomain } from './kinds';
import { DOMAINS } from './state';

type Place = Pick<Config, 'dataDir'>;

/** No question takes as long: pictures in a folder of this age are of one whose server was killed. */
const LONGEST_QUESTION_MS = 3_600_000;
const ID_LENGTH = 36;

/**
 * Ends the trainings of a task that is about to be deleted, in its transaction. What it answers removes the files of the task's
 * models, and is to be called once the rows are gone for good.
 */
export async function forgetModels(
  trx: Db,
  domain: ModelDomain,
  task: string,
  { files, config }: { files: FileStore; config: Place },
): Promise<() => Promise<void>> {
  const models = await trx
    .selectFrom(`${domain}_model`)
    .select(['id', 'file_key', 'model_key', 'train_status'])
    .where('task_id', '=', task)
    .execute();
  for (const { id, train_status } of models) if (isUnderWay(train_status)) await cancelTraining(trx, domain, id);
  return async () => {
    for (const { id, file_key, model_key } of models) {
      for (const key of [file_key, model_key]) if (key !== null) await files.delete(key);
      for (const copy of Object.values(copiesOf(learningFolder(config), id))) await rm(copy, { force: true });
    }
  };
}

/**
 * Removes from the local disk what no model needs any more: copies of models that another server has deleted, what a training
 * had cached that has ended elsewhere, embeddings of deleted workspaces, and pictures of questions that were cut off.
 */
export async function sweepLearning(db: Db, config: Place): Promise<void> {
  const folder = learningFolder(config);
  const known = await statusesOf(db);
  for (const name of await namesIn(join(folder, 'models')))
    if (!known.has(name.slice(0, ID_LENGTH))) await rm(join(folder, 'models', name), { force: true });
  for (const id of await namesIn(join(folder, 'trainings')))
    if (!isUnderWay(known.get(id))) await rm(join(folder, 'trainings', id), { recursive: true, force: true });
  // Beside them stands one that belongs to no workspace.
  const indexed = (await namesIn(join(folder, 'similar'))).filter((name) => name.length === ID_LENGTH);
  const living = await livingOf(db, indexed);
  for (const id of indexed) if (!living.has(id)) await rm(join(folder, 'similar', id), { recursive: true, force: true });
  for (const name of await namesIn(join(folder, 'asked'))) {
    const place = join(folder, 'asked', name);
    const { mtimeMs } = await stat(place).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > LONGEST_QUESTION_MS) await rm(place, { recursive: true, force: true });
  }
}

const isUnderWay = (status: string | undefined) => status === 'QUEUED' || status === 'TRAINING';

async function statusesOf(db: Db): Promise<Map<string, string>> {
  const all = DOMAINS.map((domain) => sql`select id, train_status from ${sql.table(`${domain}_model`)}`);
  const { rows } = await sql<{ id: string; train_status: string }>`${sql.join(all, sql` union all `)}`.execute(db);
  return new Map(rows.map(({ id, train_status }) => [id, train_status]));
}

async function livingOf(db: Db, workspaces: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select id from workspace where id::text = any(${workspaces})`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
}
