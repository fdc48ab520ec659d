import type { SimilarKind } from '@console/shared-contract/shape-kinds';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { toStoredBytes, toEmbedding } from './embedding-math';
import { ITEM_TABLES, type SimilarItem } from './similar-items';

/**
 * Class of advisory locks, one lock for each workspace. The locks make the order of change numbers equal to the order of commits. An
 * index that continues after its last change therefore misses no change.
 */
const CHANGE_ORDER_LOCK = 7_302_121;

/** An item with its embedding; null if it cannot be computed. Readable images also have a greyscale thumbnail. */
export interface EmbeddedItem extends SimilarItem {
  embedding: Int8Array | null;
  thumbnail: Uint8Array | null;
}

/**
 * Stores the embeddings of items that still exist. Groups that contain the items are queued, because their embedding depends on
 * their members.
 */
export async function storeEmbeddings(db: Db, embedded: readonly EmbeddedItem[], version: number): Promise<void> {
  const itemsByKind = new Map<string, EmbeddedItem[]>();
  for (const item of embedded) {
    const workspaceAndKind = `${item.workspaceId} ${item.kind}`;
    itemsByKind.set(workspaceAndKind, [...(itemsByKind.get(workspaceAndKind) ?? []), item]);
  }
  for (const items of itemsByKind.values()) await storeItems(db, items, version);
}

async function storeItems(db: Db, items: readonly EmbeddedItem[], version: number): Promise<void> {
  const { workspaceId, kind } = items[0]!;
  const ids = items.map(({ id }) => id);
  const data = items.map(({ embedding }) => embedding && toStoredBytes(embedding));
  const thumbnails = items.map(({ thumbnail }) => thumbnail && Buffer.from(thumbnail));
  await db.transaction().execute(async (trx) => {
    // The row locks last until the commit, so that the items cannot be deleted meanwhile.
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(ITEM_TABLES[kind])} where id = any(${ids}::uuid[]) order by id for key share`.execute(trx);
    await sql`select pg_advisory_xact_lock(${CHANGE_ORDER_LOCK}, hashtext(${workspaceId}))`.execute(trx);
    await sql`
      insert into embedding (workspace_id, kind, id, version, data, thumbnail, change)
      select ${workspaceId}::uuid, ${kind}, d.id, ${version}, d.data, d.thumbnail, nextval('embedding_change')
      from unnest(${ids}::uuid[], ${data}::bytea[], ${thumbnails}::bytea[]) d(id, data, thumbnail) where d.id = any(${rows.map(({ id }) => id)}::uuid[])
      on conflict (id, kind) do update set version = excluded.version, data = excluded.data, thumbnail = excluded.thumbnail, change = excluded.change`.execute(
      trx,
    );
    await enqueueGroups(trx, kind, ids);
  });
}

async function enqueueGroups(trx: Db, kind: SimilarKind, ids: readonly string[]): Promise<void> {
  const MEMBERSHIP_COLUMNS: Partial<Record<SimilarKind, [string, string, string]>> = {
    image: ['group_image', 'group_id', 'image_id'],
    object: ['group_object', 'group_id', 'object_id'],
    group: ['group_group', 'parent_id', 'child_id'],
  };
  if (!MEMBERSHIP_COLUMNS[kind]) return;
  const [table, group, member] = MEMBERSHIP_COLUMNS[kind];
  await sql`
    insert into embedding_due (workspace_id, kind, id)
    select distinct m.workspace_id, 'group', ${sql.ref(`m.${group}`)} from ${sql.table(table)} m
    where ${sql.ref(`m.${member}`)} = any(${ids}::uuid[])`.execute(trx);
}

/** Returns the current embedding of an item; undefined if it must be computed, null if it cannot be computed. */
export async function readEmbedding(
  db: Db,
  { workspaceId, kind, id }: SimilarItem,
  version: number,
): Promise<Int8Array | null | undefined> {
  const { rows } = await sql<{ data: Buffer | null }>`
    select data from embedding where id = ${id} and kind = ${kind} and version = ${version}
      and not exists (select from embedding_due d where d.workspace_id = ${workspaceId} and d.kind = ${kind} and d.id = ${id})`.execute(
    db,
  );
  const [row] = rows;
  return row && row.data && toEmbedding(row.data);
}

/** Reads the greyscale thumbnails of images by id. Images without a thumbnail are omitted. */
export async function readThumbnails(db: Db, ids: readonly string[]): Promise<Map<string, Uint8Array>> {
  const { rows } = await sql<{ id: string; thumbnail: Buffer }>`
    select id, thumbnail from embedding where id = any(${ids}::uuid[]) and kind = 'image' and thumbnail is not null`.execute(db);
  return new Map(rows.map(({ id, thumbnail }) => [id, thumbnail]));
}

/** Maximum number of members per group that determine its embedding, oldest first. */
const MAX_MEMBERS = 1000;

/** Reads the embeddings of the members of groups, by group, with at most `maxMembers` each. */
export async function readMemberEmbeddings(
  db: Db,
  groups: readonly string[],
  version: number,
  maxMembers = MAX_MEMBERS,
): Promise<Map<string, Int8Array[]>> {
  const selectMembers = (kind: SimilarKind, table: string, groupColumn: string, memberColumn: string) => sql`
    (select e.data, m.created from ${sql.table(table)} m join embedding e on e.id = ${sql.ref(`m.${memberColumn}`)} and e.kind = ${kind}
     where ${sql.ref(`m.${groupColumn}`)} = g.id and e.version = ${version} and e.data is not null order by m.created limit ${maxMembers})`;
  const { rows } = await sql<{ id: string; data: Buffer }>`
    select g.id, x.data from unnest(${groups}::uuid[]) g(id) cross join lateral (
      select data from (
        ${selectMembers('image', 'group_image', 'group_id', 'image_id')} union all
        ${selectMembers('object', 'group_object', 'group_id', 'object_id')} union all
        ${selectMembers('group', 'group_group', 'parent_id', 'child_id')}) y order by created limit ${maxMembers}) x`.execute(db);
  const embeddings = new Map<string, Int8Array[]>();
  for (const { id, data } of rows) {
    const members = embeddings.get(id);
    if (members) members.push(toEmbedding(data));
    else embeddings.set(id, [toEmbedding(data)]);
  }
  return embeddings;
}
