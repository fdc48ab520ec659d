import { sql } from 'kysely';
import type { Db } from '../database/connection';
import { toBytes, toEmbedding } from './numbers';
import { TABLE_OF, type SimilarKind, type Thing } from './things';

/** Class of the advisory locks, by workspace, that put changes in the order of their commits: an index reads on from the last. */
const IN_ORDER = 7_302_121;

/** What a thing was found to look like; null where nothing can be told. */
export interface Described extends Thing {
  embedding: Int8Array | null;
}

/**
 * Stores embeddings of things that are still there; the others are passed over. Groups of what was described wait for theirs: they
 * look like their members.
 */
export async function storeEmbeddings(db: Db, described: readonly Described[], version: number): Promise<void> {
  const parts = new Map<string, Described[]>();
  for (const one of described) {
    const key = `${one.workspaceId} ${one.kind}`;
    parts.set(key, [...(parts.get(key) ?? []), one]);
  }
  for (const part of parts.values()) await storePart(db, part, version);
}

async function storePart(db: Db, part: readonly Described[], version: number): Promise<void> {
  const { workspaceId, kind } = part[0]!;
  const ids = part.map(({ id }) => id);
  const data = part.map(({ embedding }) => embedding && toBytes(embedding));
  await db.transaction().execute(async (trx) => {
    // Held until the commit, so that a deletion under way is either before or after it.
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(TABLE_OF[kind])} where id = any(${ids}::uuid[]) order by id for key share`.execute(trx);
    await sql`select pg_advisory_xact_lock(${IN_ORDER}, hashtext(${workspaceId}))`.execute(trx);
    await sql`
      insert into embedding (workspace_id, kind, id, version, data, change)
      select ${workspaceId}::uuid, ${kind}, d.id, ${version}, d.data, nextval('embedding_change')
      from unnest(${ids}::uuid[], ${data}::bytea[]) d(id, data) where d.id = any(${rows.map(({ id }) => id)}::uuid[])
      on conflict (id, kind) do update set version = excluded.version, data = excluded.data, change = excluded.change`.execute(
      trx,
    );
    await waitGroupsOf(trx, kind, ids);
  });
}

async function waitGroupsOf(trx: Db, kind: SimilarKind, ids: readonly string[]): Promise<void> {
  const [table, group, member] = {
    image: ['group_image', 'group_id', 'image_id'],
    object: ['group_object', 'group_id', 'object_id'],
    group: ['group_group', 'parent_id', 'child_id'],
  }[kind] as [string, string, string];
  await sql`
    insert into embedding_due (workspace_id, kind, id)
    select distinct m.workspace_id, 'group', ${sql.ref(`m.${group}`)} from ${sql.table(table)} m
    where ${sql.ref(`m.${member}`)} = any(${ids}::uuid[])`.execute(trx);
}

/** The embedding of a thing that needs not be made anew; undefined where it must be, null where nothing can be told. */
export async function readEmbedding(
  db: Db,
  { workspaceId, kind, id }: Thing,
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

/** Members of groups that are looked at; of more than these the oldest. */
const MOST_MEMBERS = 1000;

/** Embeddings of the images, objects and groups in groups, by group, at most `most` of each. */
export async function membersOf(
  db: Db,
  groups: readonly string[],
  version: number,
  most = MOST_MEMBERS,
): Promise<Map<string, Int8Array[]>> {
  const part = (kind: SimilarKind, table: string, group: string, member: string) => sql`
    (select e.data, m.created from ${sql.table(table)} m join embedding e on e.id = ${sql.ref(`m.${member}`)} and e.kind = ${kind}
     where ${sql.ref(`m.${group}`)} = g.id and e.version = ${version} and e.data is not null order by m.created limit ${most})`;
  const { rows } = await sql<{ id: string; data: Buffer }>`
    select g.id, x.data from unnest(${groups}::uuid[]) g(id) cross join lateral (
      select data from (
        ${part('image', 'group_image', 'group_id', 'image_id')} union all
        ${part('object', 'group_object', 'group_id', 'object_id')} union all
        ${part('group', 'group_group', 'parent_id', 'child_id')}) y order by created limit ${most}) x`.execute(db);
  const found = new Map<string, Int8Array[]>();
  for (const { id, data } of rows) {
    const members = found.get(id);
    if (members) members.push(toEmbedding(data));
    else found.set(id, [toEmbedding(data)]);
  }
  return found;
}
