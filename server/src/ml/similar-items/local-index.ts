import type { SimilarKind } from '@console/shared-contract/shape-kinds';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { EmbeddingPart, Neighbour } from '@console/learner/protocol';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { getResult, type LearnerClient } from '../learning/learner-client';
import { listNames, writeAtomically } from '../learning/local-files';
import { toEmbedding } from './embedding-math';

/** Number of changes per query. */
const ROWS_PER_QUERY = 10_000;

/** Dependencies of the local indexes. */
export interface IndexDeps {
  db: Db;
  folder: string;
  send: LearnerClient['send'];
  /** Number of learner processes started; see `LearnerClient`. */
  getStartCount: () => number;
}

/** Identifies an index: the embeddings of one kind and version in one workspace. */
export interface IndexKey {
  workspaceId: string;
  kind: SimilarKind;
  version: number;
}

/** Content of the JSON file beside an index: the last change that it contains, and the version of its embeddings. */
interface IndexFile {
  change: number;
  version: number;
}

/** The state of an index on the local disk. */
interface IndexState {
  /** Number of the last change that the index contains. */
  change: number;
  /** Number of embeddings in the index. */
  count: number;
  /** The learner process that has opened the index, by its start number. */
  openedBy: number;
}

/**
 * Returns the folder of an index. Each embedding model of a workspace has its own folders, because an index must not mix embeddings of
 * several models.
 */
function getIndexFolder({ folder }: IndexDeps, { workspaceId, kind, version }: IndexKey): string {
  const model = Math.floor(version / MODEL_VERSIONS);
  return join(folder, 'similar', workspaceId, model === 0 ? kind : `${kind}-${model}`);
}

/** The known state of each index by folder, and the synchronization that is running, if any. */
const indexes = new Map<string, { state: IndexState | null; synchronization: Promise<IndexState> | null }>();

/** Returns the version of the embeddings that the learner computes with the built-in model. */
export async function getBuiltInVersion({ folder, send }: Pick<IndexDeps, 'folder' | 'send'>): Promise<number> {
  return getResult(await send({ openIndex: { folder: join(folder, 'similar', 'version') } }), 'version');
}

/** The version of embeddings is the version of the built-in model plus this factor times the number of the uploaded model. */
export const MODEL_VERSIONS = 1000;

/** Returns the version of the embeddings of a workspace. It grows when its model changes. */
export async function getEmbeddingVersion(deps: Pick<IndexDeps, 'db' | 'folder' | 'send'>, workspaceId: string): Promise<number> {
  const builtInVersion = await getBuiltInVersion(deps);
  const model = await deps.db
    .selectFrom('embedding_model')
    .select('number')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return builtInVersion + MODEL_VERSIONS * (model?.number ?? 0);
}

/**
 * Applies all changes in the database to an index of this server. The index is only a copy: if it is lost, it is rebuilt from
 * the database without reading images.
 */
export function syncIndex(deps: IndexDeps, key: IndexKey): Promise<IndexState> {
  const folder = getIndexFolder(deps, key);
  const index = indexes.get(folder) ?? { state: null, synchronization: null };
  indexes.set(folder, index);
  index.synchronization ??= readChanges(deps, key, index)
    .catch((error: unknown) => {
      // It is unknown which changes were applied, so the next synchronization starts from the state that is stored in the folder.
      index.state = null;
      throw error;
    })
    .finally(() => {
      index.synchronization = null;
    });
  return index.synchronization;
}

/** Returns the number of embeddings of an index that may still be synchronizing. */
export function getCurrentCount(deps: IndexDeps, key: IndexKey): number {
  return indexes.get(getIndexFolder(deps, key))?.state?.count ?? 0;
}

async function readChanges(
  deps: IndexDeps,
  { workspaceId, kind, version }: IndexKey,
  index: { state: IndexState | null },
): Promise<IndexState> {
  const folder = getIndexFolder(deps, { workspaceId, kind, version });
  const indexFilePath = `${folder}.json`;
  // A new process reads the index from its folder, which may have been deleted in the meantime.
  if (index.state?.openedBy !== deps.getStartCount()) index.state = await openIndex(deps, folder, indexFilePath, version);
  for (;;) {
    const { rows } = await sql<{ id: string; data: Buffer | null; change: number }>`
      select id, data, change from embedding
      where workspace_id = ${workspaceId} and kind = ${kind} and change > ${index.state.change} and version = ${version}
      order by change limit ${ROWS_PER_QUERY}`.execute(deps.db);
    if (rows.length === 0) return index.state;
    const entries = rows.flatMap(({ id, data }) => (data ? [{ id, embedding: toEmbedding(data) }] : []));
    let count = getResult(await deps.send({ addEmbeddings: { folder, entries } }), 'count');
    const deletedIds = rows.filter(({ data }) => data === null).map(({ id }) => id);
    if (deletedIds.length > 0) count = getResult(await deps.send({ removeEmbeddings: { folder, ids: deletedIds } }), 'count');
    index.state = { ...index.state, change: rows.at(-1)!.change, count };
    const indexFile: IndexFile = { change: index.state.change, version };
    await writeAtomically(indexFilePath, Readable.from([JSON.stringify(indexFile)]));
    if (rows.length < ROWS_PER_QUERY) return index.state;
  }
}

/** Opens an index and returns its state. If the index is empty or has another version, `change` is 0, so that all changes are read. */
async function openIndex(
  { send, getStartCount }: IndexDeps,
  folder: string,
  indexFilePath: string,
  version: number,
): Promise<IndexState> {
  const count = getResult(await send({ openIndex: { folder } }), 'count');
  const indexFile = await readFile(indexFilePath, 'utf8').then(
    (text) => JSON.parse(text) as IndexFile,
    () => null,
  );
  return { count, openedBy: getStartCount(), change: count > 0 && indexFile?.version === version ? indexFile.change : 0 };
}

/**
 * Deletes the indexes with embeddings of previous models from the local disk. Model numbers only grow, so these indexes are never used
 * again.
 */
export async function deletePreviousIndexes({ db, folder }: Pick<IndexDeps, 'db' | 'folder'>): Promise<void> {
  const models = await db.selectFrom('embedding_model').select(['workspace_id', 'number']).execute();
  for (const { workspace_id: workspaceId, number } of models) {
    const workspaceFolder = join(folder, 'similar', workspaceId);
    for (const name of await listNames(workspaceFolder)) {
      const [, model = '0'] = name.replace(/\.json$/, '').split('-');
      if (Number(model) < number) await rm(join(workspaceFolder, name), { recursive: true, force: true });
    }
  }
}

/** Returns the nearest items of an index, nearest first. They may include items that were deleted from the database. */
export async function queryIndex(
  deps: IndexDeps,
  key: IndexKey,
  { to: target, count, by: embeddingPart }: { to: Int8Array; count: number; by: EmbeddingPart },
): Promise<Neighbour[]> {
  return getResult(
    await deps.send({
      findNearest: { folder: getIndexFolder(deps, key), query: { embedding: target }, count, part: embeddingPart },
    }),
    'neighbours',
  );
}

/** Removes items from an index, for example after they were deleted. */
export async function removeFromIndex(deps: IndexDeps, key: IndexKey, ids: readonly string[]): Promise<void> {
  await deps.send({ removeEmbeddings: { folder: getIndexFolder(deps, key), ids } });
}

/**
 * Computes, for each part of the embeddings (colours, features or both), the ratio of items whose nearest neighbour is in the same group.
 */
export async function compareGroups(deps: IndexDeps, key: IndexKey, groups: readonly (readonly string[])[]) {
  const result = await deps.send({ compareParts: { folder: getIndexFolder(deps, key), groups } });
  return getResult(result, 'recall');
}
