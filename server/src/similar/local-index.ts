import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EmbeddingPart, Neighbour } from '@console/learner/protocol';
import { sql } from 'kysely';
import type { Db } from '../database/connection';
import { getResult, type LearnerClient } from '../learning/learner-client';
import { toEmbedding } from './numbers';
import type { SimilarKind } from './things';

const AT_ONCE = 10_000;

export interface IndexDeps {
  db: Db;
  folder: string;
  ask: LearnerClient['ask'];
  /** Of the process that is asked. */
  starts: () => number;
}

/** Which index: the embeddings of one kind in one workspace. */
export interface IndexOf {
  workspaceId: string;
  kind: SimilarKind;
}

interface Synced {
  /** The last change that the index has. */
  change: number;
  /** Of its embeddings. */
  count: number;
  /** Which process has it open. */
  openedBy: number;
}

const folderOf = ({ folder }: IndexDeps, { workspaceId, kind }: IndexOf) => join(folder, 'similar', workspaceId, kind);

/** By folder: what is known of an index, and the reading that is under way. */
const known = new Map<string, { synced: Synced | null; reading: Promise<Synced> | null }>();

/** The version of the embeddings that the process makes. */
export async function versionOf({ folder, ask }: Pick<IndexDeps, 'folder' | 'ask'>): Promise<number> {
  return getResult(await ask({ openIndex: { folder: join(folder, 'similar', 'version') } }), 'version');
}

/**
 * Brings an index of this server up to what the database has; it is no more than a copy, and where it is lost it is made anew without
 * looking at a picture. Answers how many embeddings it has.
 */
export function readOn(deps: IndexDeps, of: IndexOf, version: number): Promise<Synced> {
  const folder = folderOf(deps, of);
  const index = known.get(folder) ?? { synced: null, reading: null };
  known.set(folder, index);
  index.reading ??= readChanges(deps, of, version, index)
    .catch((error: unknown) => {
      // What has been put is not known: it is read again from where the file says.
      index.synced = null;
      throw error;
    })
    .finally(() => {
      index.reading = null;
    });
  return index.reading;
}

/** What is known of an index that is being read. */
export function countNow(deps: IndexDeps, of: IndexOf): number {
  return known.get(folderOf(deps, of))?.synced?.count ?? 0;
}

async function readChanges(
  deps: IndexDeps,
  { workspaceId, kind }: IndexOf,
  version: number,
  index: { synced: Synced | null },
): Promise<Synced> {
  const folder = folderOf(deps, { workspaceId, kind });
  const note = `${folder}.json`;
  // Another process finds what is in the folder, which may have been lost meanwhile.
  if (index.synced?.openedBy !== deps.starts()) index.synced = await openIndex(deps, folder, note, version);
  for (;;) {
    const { rows } = await sql<{ id: string; data: Buffer | null; change: number }>`
      select id, data, change from embedding
      where workspace_id = ${workspaceId} and kind = ${kind} and change > ${index.synced.change} and version = ${version}
      order by change limit ${AT_ONCE}`.execute(deps.db);
    if (rows.length === 0) return index.synced;
    const entries = rows.flatMap(({ id, data }) => (data ? [{ id, embedding: toEmbedding(data) }] : []));
    let count = getResult(await deps.ask({ addEmbeddings: { folder, entries } }), 'count');
    const gone = rows.filter(({ data }) => data === null).map(({ id }) => id);
    if (gone.length > 0) count = getResult(await deps.ask({ removeEmbeddings: { folder, ids: gone } }), 'count');
    index.synced = { ...index.synced, change: rows.at(-1)!.change, count };
    await writeNote(note, { change: index.synced.change, version });
    if (rows.length < AT_ONCE) return index.synced;
  }
}

/** Where the index stands; at the beginning where it has nothing, or nothing that can be compared. */
async function openIndex({ ask, starts }: IndexDeps, folder: string, note: string, version: number): Promise<Synced> {
  const count = getResult(await ask({ openIndex: { folder } }), 'count');
  const noted = await readFile(note, 'utf8').then(
    (text) => JSON.parse(text) as { change: number; version: number },
    () => null,
  );
  return { count, openedBy: starts(), change: count > 0 && noted?.version === version ? noted.change : 0 };
}

async function writeNote(file: string, note: { change: number; version: number }): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(`${file}.part`, JSON.stringify(note));
  await rename(`${file}.part`, file);
}

/** The nearest as the index has them, the nearest first; among them may be what is deleted by now. */
export async function askIndex(
  deps: IndexDeps,
  of: IndexOf,
  { to, count, by }: { to: Int8Array; count: number; by: EmbeddingPart },
): Promise<Neighbour[]> {
  return getResult(
    await deps.ask({ findNearest: { folder: folderOf(deps, of), query: { embedding: to }, count, part: by } }),
    'neighbours',
  );
}

export async function dropFromIndex(deps: IndexDeps, of: IndexOf, ids: readonly string[]): Promise<void> {
  await deps.ask({ removeEmbeddings: { folder: folderOf(deps, of), ids } });
}

/** Of things in groups, the share whose nearest is of its group; by each part. */
export async function compareGroups(deps: IndexDeps, of: IndexOf, groups: readonly (readonly string[])[]) {
  const answer = await deps.ask({ compareParts: { folder: folderOf(deps, of), groups } });
  return getResult(answer, 'recall');
}
