import { sql } from 'kysely';
import type { Db } from '../database/connection';

/** How long what was deleted can be restored. */
const KEEP_DAYS = 30;

/** Rows that refer to a deleted one and come back with it. */
interface TrashLink {
  name: string;
  table: string;
  /** The column that refers to what is deleted. */
  column: string;
  /** What else each such row refers to, without which it stays away. */
  ref?: { column: string; table: string };
  /** Its ids are made by the database. */
  numbered?: boolean;
}

/** A table whose rows leave it when they are deleted, with the rows that refer to them, and can be restored. */
export interface Trash {
  table: 'similarity_group' | 'product';
  kept: 'deleted_group' | 'deleted_product';
  links: readonly TrashLink[];
  /** Columns that are empty after a restoration where what they name is gone. */
  loose: readonly { column: string; table: string; type: 'uuid' | 'int' }[];
}

/** Moves rows out of their table, with the rows that refer to them, in one statement. */
export async function moveToTrash(
  trx: Db,
  { table, kept, links }: Trash,
  ids: readonly string[],
  userId: string | null,
): Promise<void> {
  // What refers to a deleted row is deleted after the statement, so that it can still be read here.
  const parts = links.map(
    (link) => sql`${sql.lit(link.name)}::text, (
      select coalesce(jsonb_agg(to_jsonb(l)), '[]') from ${sql.table(link.table)} l where ${sql.ref(`l.${link.column}`)} = g.id)`,
  );
  await sql`
    with gone as (
      delete from ${sql.table(table)} g where g.id = any(${ids}::uuid[])
      returning g.id, g.workspace_id, to_jsonb(g) as row, jsonb_build_object(${sql.join(parts)}) as links
    )
    insert into ${sql.table(kept)} (id, workspace_id, row, links, deleted_by)
    select id, workspace_id, row, links, ${userId}::uuid from gone`.execute(trx);
}

/** Puts rows back under their ids, a version on, with what referred to them and still can. */
export async function takeFromTrash(trx: Db, { table, kept, links, loose }: Trash, ids: readonly string[]): Promise<void> {
  const found = loose.map(
    ({ column, table: named, type }) => sql`
      || jsonb_build_object(${sql.lit(column)}::text,
        (select y.id from ${sql.table(named)} y where y.id = (d.row ->> ${sql.lit(column)})::${sql.raw(type)}))`,
  );
  await sql`
    insert into ${sql.table(table)} select g.*
    from ${sql.table(kept)} d cross join lateral jsonb_populate_record(${sql.raw(`null::${table}`)}, d.row
      || jsonb_build_object('version', (d.row ->> 'version')::int + 1) ${sql.join(found, sql``)}) g
    where d.id = any(${ids}::uuid[])`.execute(trx);
  for (const { name, table: linked, ref, numbered } of links) {
    const keepsPlace = numbered ? sql`overriding system value` : sql``;
    const stillThere = ref
      ? sql`and exists (select 1 from ${sql.table(ref.table)} t where t.id = ${sql.ref(`l.${ref.column}`)})`
      : sql``;
    await sql`
      insert into ${sql.table(linked)} ${keepsPlace}
      select l.* from ${sql.table(kept)} d, jsonb_populate_recordset(${sql.raw(`null::${linked}`)}, d.links -> ${sql.lit(name)}) l
      where d.id = any(${ids}::uuid[]) ${stillThere}
      on conflict do nothing`.execute(trx);
  }
  await sql`delete from ${sql.table(kept)} where id = any(${ids}::uuid[])`.execute(trx);
}

export interface Deleted {
  workspaceId: string;
  /** Locked, in the order of their ids; those that are live already are not among them. */
  ids: string[];
}

/**
 * What is to be restored, of one workspace of those given. A row that is not deleted is left out; null: one was purged, or never
 * was (with `skipGone`: all of them); 'several': they are of more than one workspace.
 */
export async function findDeleted(
  trx: Db,
  { table, kept }: Trash,
  ids: readonly string[],
  workspaceIds: readonly string[],
  skipGone = false,
): Promise<Deleted | null | 'several'> {
  const { rows } = await sql<{ id: string; workspace_id: string }>`
    select id, workspace_id from ${sql.table(kept)} where id = any(${ids}::uuid[]) and workspace_id = any(${workspaceIds}::uuid[])
    union all select id, workspace_id from ${sql.table(table)}
    where id = any(${ids}::uuid[]) and workspace_id = any(${workspaceIds}::uuid[])`.execute(trx);
  if (rows.length < ids.length && !skipGone) return null;
  const [workspaceId, ...more] = new Set(rows.map((row) => row.workspace_id));
  if (workspaceId === undefined) return null;
  if (more.length > 0) return 'several';
  const gone = await sql<{ id: string }>`
    select id from ${sql.table(kept)} where id = any(${ids}::uuid[]) order by id for update`.execute(trx);
  return { workspaceId, ids: gone.rows.map(({ id }) => id) };
}

/** Deletes for good what can no longer be restored, and answers what went with it. */
export async function purgeTrash(db: Db, { kept }: Trash, now = new Date()): Promise<{ links: unknown }[]> {
  const before = new Date(now.getTime() - KEEP_DAYS * 24 * 60 * 60 * 1000);
  return db.deleteFrom(kept).where('deleted_at', '<', before).returning('links').execute();
}
