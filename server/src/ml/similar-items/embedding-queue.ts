import { LABELLED_SHAPE_KINDS, SIMILAR_KINDS, type SimilarKind } from '@console/shared-contract/shape-kinds';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { countMatches } from '../../data-access/facets';
import { MODEL_VERSIONS } from './local-index';
import { ITEM_TABLES, type SimilarItem } from './similar-items';

/** An item that needs an embedding, and all its entries in the queue. */
export interface QueuedItem extends SimilarItem {
  entries: number[];
  failures: number;
}

/** After this many failed attempts an item is not tried again until it changes. */
export const MAX_FAILURES = 3;

/** `images` includes shapes. Workspaces with an uploaded model have their own selection, because their model can be slow. */
export type QueueSelection = 'images' | 'uploaded-model-images' | 'groups';

/**
 * Reads the first images and shapes of the queue, or the first groups. A group is queued again each time an embedding of one of
 * its members changes.
 */
export async function readQueued(db: Db, selection: QueueSelection, count: number): Promise<QueuedItem[]> {
  const hasUploadedModel = sql`workspace_id in (select workspace_id from embedding_model where file_key is not null)`;
  const isSelected = {
    groups: sql`kind = 'group'`,
    images: sql`kind <> 'group' and not (${hasUploadedModel})`,
    'uploaded-model-images': sql`kind <> 'group' and ${hasUploadedModel}`,
  }[selection];
  const { rows } = await sql<QueuedItem>`
    with first as (select distinct workspace_id, kind, id from (select * from embedding_due where ${isSelected} order by n limit ${count}) f)
    select d.workspace_id as "workspaceId", d.kind, d.id, array_agg(d.n) as entries, max(d.failures) as failures
    from first join embedding_due d using (workspace_id, kind, id) group by d.workspace_id, d.kind, d.id order by min(d.n)`.execute(
    db,
  );
  return rows;
}

export async function listQueueEntries(db: Db, { workspaceId, kind, id }: SimilarItem): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`
    select n from embedding_due where workspace_id = ${workspaceId} and kind = ${kind} and id = ${id}`.execute(db);
  return rows.map(({ n }) => n);
}

/** Deletes queue entries. An entry that was added for the item in the meantime remains. */
export async function deleteQueueEntries(db: Db, entries: readonly number[]): Promise<void> {
  await sql`delete from embedding_due where n = any(${entries}::bigint[])`.execute(db);
}

/** Adds a failed item to the end of the queue and counts the failure. */
export async function requeueFailed(db: Db, { workspaceId, kind, id, failures }: QueuedItem): Promise<void> {
  await sql`
    insert into embedding_due (workspace_id, kind, id, failures)
    select w.id, ${kind}, ${id}, ${failures + 1} from workspace w where w.id = ${workspaceId}`.execute(db);
}

/** Whether any item waits for its embedding. */
export async function hasQueued(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from embedding_due limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Deletes all but the last entry of each item, and the entries of deleted items. Otherwise, every change would make the queue longer while
 * no server computes embeddings.
 */
export async function cleanUpQueue(db: Db): Promise<void> {
  await sql`
    delete from embedding_due d where exists (
      select from embedding_due e where e.workspace_id = d.workspace_id and e.kind = d.kind and e.id = d.id and e.n > d.n)`.execute(
    db,
  );
  for (const kind of SIMILAR_KINDS) {
    await sql`
      delete from embedding_due d where kind = ${kind}
        and not exists (select from ${sql.table(ITEM_TABLES[kind])} t where t.id = d.id)`.execute(db);
  }
}

/**
 * Queues shapes other than objects that have neither a queue entry nor an embedding, newest first. A server of an earlier release only
 * knows objects: it does not queue other shapes, and deletes their entries.
 */
export async function enqueueMissingShapes(db: Db): Promise<void> {
  for (const kind of LABELLED_SHAPE_KINDS.filter((shapeKind) => shapeKind !== 'object')) {
    await sql`
      insert into embedding_due (workspace_id, kind, id) select t.workspace_id, ${kind}, t.id from ${sql.table(ITEM_TABLES[kind])} t
      where not exists (select from embedding e where e.id = t.id and e.kind = ${kind})
        and not exists (select from embedding_due d where d.workspace_id = t.workspace_id and d.kind = ${kind} and d.id = t.id)
      order by t.created desc`.execute(db);
  }
}

/** Returns SQL for the latest version of the image embeddings of a workspace. */
export const selectVersion = (workspaceId: string) =>
  sql`(select max(version) from embedding where workspace_id = ${workspaceId} and kind = 'image')`;

const LACKS_THUMBNAIL = sql`(kind = 'image' and data is not null and thumbnail is null)`;

/**
 * Queues items whose embedding was not computed by the current model of their workspace. Also queues images whose embedding was computed
 * by a release without thumbnails.
 */
export async function enqueueOutdated(db: Db, builtInVersion: number): Promise<void> {
  const modelNumber = sql`coalesce((select number from embedding_model m where m.workspace_id = e.workspace_id), 0)`;
  const version = sql`${builtInVersion} + ${sql.lit(MODEL_VERSIONS)} * ${modelNumber}`;
  await enqueueEmbedded(db, sql`(version <> ${version} or ${LACKS_THUMBNAIL})`);
}

/**
 * Queues all embeddings of a workspace again, even if they are queued already: a running batch may still store embeddings of the previous
 * version.
 */
export async function enqueueWorkspace(db: Db, workspaceId: string): Promise<void> {
  await sql`
    insert into embedding_due (workspace_id, kind, id)
    select workspace_id, kind, id from embedding where workspace_id = ${workspaceId}`.execute(db);
}

/**
 * Queues images of a workspace whose embedding is outdated, because a server of an earlier release computed it while this server was
 * running.
 */
export async function enqueueOutdatedImages(db: Db, workspaceId: string): Promise<void> {
  const isOutdated = sql`(version <> ${selectVersion(workspaceId)} or ${LACKS_THUMBNAIL})`;
  await enqueueEmbedded(db, sql`workspace_id = ${workspaceId} and kind = 'image' and ${isOutdated}`);
}

async function enqueueEmbedded(db: Db, condition: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (select from embedding e where ${condition}) as exists`.execute(db);
  if (!rows[0]?.exists) return;
  await sql`
    insert into embedding_due (workspace_id, kind, id)
    select workspace_id, kind, id from embedding e where ${condition}
      and not exists (select from embedding_due d where d.workspace_id = e.workspace_id and d.kind = e.kind and d.id = e.id)`.execute(
    db,
  );
}

/** The number of items with an embedding, and the number of all items. */
export interface Readiness {
  ready: number;
  total: number;
}

/** Counts the items of a workspace that can be found by similarity, per kind. */
export async function getReadiness(
  db: Db,
  workspaceId: string,
  kinds = SIMILAR_KINDS,
): Promise<Partial<Record<SimilarKind, Readiness>>> {
  const queue = await sql<{ kind: SimilarKind; n: number }>`
    select kind, count(distinct id)::int as n from embedding_due where workspace_id = ${workspaceId} group by kind`.execute(db);
  const readiness: Partial<Record<SimilarKind, Readiness>> = {};
  for (const kind of kinds) {
    const total = await countItems(db, workspaceId, kind);
    const queuedCount = queue.rows.find((row) => row.kind === kind)?.n ?? 0;
    readiness[kind] = { ready: Math.max(0, total - queuedCount), total };
  }
  return readiness;
}

async function countItems(db: Db, workspaceId: string, kind: SimilarKind): Promise<number> {
  if (kind === 'image' || kind === 'object') return countMatches(db, { workspaceId, entity: kind, terms: [] });
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(ITEM_TABLES[kind])} where workspace_id = ${workspaceId}`.execute(db);
  return rows[0]?.n ?? 0;
}
