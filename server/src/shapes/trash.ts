import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../database/connection';
import type { LinkTable, ShapeTable } from './kind';

/** How long what was deleted can be restored. */
const KEEP_DAYS = 30;

interface Trashed {
  table: ShapeTable;
  links: readonly LinkTable[];
}

/** Moves shapes out of their table, with the rows that refer to them, in one statement. */
export async function moveToTrash(
  trx: Db,
  { table, links }: Trashed,
  ids: readonly string[],
  userId: string | null,
): Promise<void> {
  // What refers to a deleted row is deleted after the statement, so that it can still be read here.
  const parts = links.map(
    (link) => sql`${sql.lit(link.table)}::text, (
      select coalesce(jsonb_agg(to_jsonb(l)), '[]') from ${sql.table(link.table)} l where ${sql.ref(`l.${link.column}`)} = s.id)`,
  );
  await sql`
    with gone as (
      delete from ${sql.table(table)} s where s.id = any(${ids}::uuid[])
      returning s.id, s.workspace_id, s.image_id, to_jsonb(s) as shape, jsonb_build_object(${sql.join(parts)}) as links
    )
    insert into deleted_shape (id, kind, workspace_id, image_id, shape, links, deleted_by)
    select id, ${table}, workspace_id, image_id, shape, links, ${userId}::uuid from gone`.execute(trx);
}

/**
 * Puts shapes back under their ids, a version on, with what referred to them and still can. `renewed` has the columns
 * that do not come back as they were.
 */
export async function takeFromTrash(
  trx: Db,
  { table, links, renewed }: Trashed & { renewed?: RawBuilder<unknown> },
  ids: readonly string[],
): Promise<void> {
  const put = links.map(
    (link) => sql`, ${sql.ref(`put_${link.table}`)} as (
      insert into ${sql.table(link.table)} select l.*
      from taken, jsonb_populate_recordset(${rowOf(link.table)}, taken.links -> ${sql.lit(link.table)}) l
      where exists (select 1 from ${sql.table(link.refTable)} t where t.id = ${sql.ref(`l.${link.ref}`)}))`,
  );
  await sql`
    with taken as (
      delete from deleted_shape where kind = ${table} and id = any(${ids}::uuid[]) returning shape, links
    ) ${sql.join(put, sql` `)}
    insert into ${sql.table(table)} select s.*
    from taken cross join lateral jsonb_populate_record(${rowOf(table)}, shape
      || jsonb_build_object('version', (shape ->> 'version')::int + 1)
      || jsonb_build_object('created_by', (select u.id from app_user u where u.id = (shape ->> 'created_by')::uuid))
      || ${renewed ?? sql`'{}'::jsonb`}) s`.execute(trx);
}

/** Keeps from deletion what deleted shapes were put on or into, until they have been restored. */
export async function holdLinked(trx: Db, links: readonly LinkTable[], ids: readonly string[]): Promise<void> {
  for (const link of links) {
    await sql`
      select 1 from ${sql.table(link.refTable)} where id in (
        select (l ->> ${sql.lit(link.ref)})::uuid from deleted_shape d, jsonb_array_elements(d.links -> ${sql.lit(link.table)}) l
        where d.id = any(${ids}::uuid[]))
      order by id for key share`.execute(trx);
  }
}

/** Forgets for good what was deleted too long ago. */
export async function purgeDeletedShapes(db: Db, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - KEEP_DAYS * 86_400_000);
  await db.deleteFrom('deleted_shape').where('deleted_at', '<', before).execute();
}

/** An empty row as the type of its table: by their bare names, `polygon` and `point` are types of PostgreSQL's own. */
function rowOf(table: string): RawBuilder<unknown> {
  return sql`(select t from ${sql.table(table)} t where false)`;
}
