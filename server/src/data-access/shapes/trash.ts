import { TRASH_DAYS } from '@console/shared-contract/limits';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/database/connection';
import type { ShapeTable } from '../../platform/database/tables/shapes';
import type { LinkTable } from './kind';

interface TrashedKind {
  table: ShapeTable;
  links: readonly LinkTable[];
}

/** Values for columns that were added after some shapes had been moved to the trash. Kinds without such a column ignore them. */
const ADDED_COLUMNS = sql`'{"attributes": {}}'::jsonb`;

/** Moves shapes and the rows that refer to them to the trash table, in one statement. */
export async function moveShapesToTrash(
  trx: Db,
  { table, links }: TrashedKind,
  ids: readonly string[],
  userId: string | null,
): Promise<void> {
  // The cascade deletes these linked rows only after the statement has run, so the same statement can still read them.
  const linkedRows = links.map(
    (link) => sql`${sql.lit(link.table)}::text, (
      select coalesce(jsonb_agg(to_jsonb(l)), '[]') from ${sql.table(link.table)} l where ${sql.ref(`l.${link.column}`)} = s.id)`,
  );
  await sql`
    with deleted as (
      delete from ${sql.table(table)} s where s.id = any(${ids}::uuid[])
      returning s.id, s.workspace_id, s.image_id, to_jsonb(s) as shape, jsonb_build_object(${sql.join(linkedRows)}) as links
    )
    insert into deleted_shape (id, kind, workspace_id, image_id, shape, links, deleted_by)
    select id, ${table}, workspace_id, image_id, shape, links, ${userId}::uuid from deleted`.execute(trx);
}

/**
 * Restores shapes with their old ids and a new version. Also restores the rows that referred to them, if the labels and groups of these
 * rows still exist. `resetColumns` contains the columns that get a new value.
 */
export async function restoreShapesFromTrash(
  trx: Db,
  { table, links, resetColumns }: TrashedKind & { resetColumns?: RawBuilder<unknown> },
  ids: readonly string[],
): Promise<void> {
  const restoredLinks = links.map(
    (link) => sql`, ${sql.ref(`restored_${link.table}`)} as (
      insert into ${sql.table(link.table)} select l.*
      from restored, jsonb_populate_recordset(${createEmptyRow(link.table)}, restored.links -> ${sql.lit(link.table)}) l
      where exists (select 1 from ${sql.table(link.refTable)} t where t.id = ${sql.ref(`l.${link.ref}`)}))`,
  );
  await sql`
    with restored as (
      delete from deleted_shape where kind = ${table} and id = any(${ids}::uuid[]) returning shape, links
    ) ${sql.join(restoredLinks, sql` `)}
    insert into ${sql.table(table)} select s.*
    from restored cross join lateral jsonb_populate_record(${createEmptyRow(table)}, ${ADDED_COLUMNS} || shape
      || jsonb_build_object('version', (shape ->> 'version')::int + 1)
      || jsonb_build_object('created_by', (select u.id from app_user u where u.id = (shape ->> 'created_by')::uuid))
      || ${resetColumns ?? sql`'{}'::jsonb`}) s`.execute(trx);
}

/** Locks the labels and groups of deleted shapes, so that they cannot be deleted until the shapes have been restored. */
export async function lockLinkTargets(trx: Db, links: readonly LinkTable[], ids: readonly string[]): Promise<void> {
  for (const link of links) {
    await sql`
      select 1 from ${sql.table(link.refTable)} where id in (
        select (l ->> ${sql.lit(link.ref)})::uuid from deleted_shape d, jsonb_array_elements(d.links -> ${sql.lit(link.table)}) l
        where d.id = any(${ids}::uuid[]))
      order by id for key share`.execute(trx);
  }
}

/** Permanently deletes shapes whose restore period has expired. */
export async function deleteExpiredShapes(db: Db, now = new Date()): Promise<void> {
  const expiryDate = new Date(now.getTime() - TRASH_DAYS * 86_400_000);
  await db.deleteFrom('deleted_shape').where('deleted_at', '<', expiryDate).execute();
}

/**
 * SQL of an empty row with the row type of the table. The table name alone does not work, because PostgreSQL has built-in types `polygon`
 * and `point`.
 */
function createEmptyRow(table: string): RawBuilder<unknown> {
  return sql`(select t from ${sql.table(table)} t where false)`;
}
