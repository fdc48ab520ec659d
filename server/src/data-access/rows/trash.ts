import { TRASH_DAYS } from '@console/shared-contract/limits';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { badField, notFound } from '../../platform/errors';
import type { Scope } from '../../platform/access/scope';
import type { ListedRows } from './bulk-locks';

/** Rows that refer to a deleted row and are restored with it. */
interface TrashLink {
  name: string;
  table: string;
  /** The column that refers to the deleted row. */
  column: string;
  /** Another reference of these rows. A row is not restored if the referenced row no longer exists. */
  ref?: { column: string; table: string };
  /** Whether the database generates the ids (identity column). */
  hasGeneratedId?: boolean;
}

/** A table whose deleted rows move to a trash table together with the rows that refer to them, and can be restored. */
export interface TrashDefinition {
  table: 'similarity_group' | 'product';
  trashTable: 'deleted_group' | 'deleted_product';
  links: readonly TrashLink[];
  /** Columns that are set to null on restore if the referenced row no longer exists. */
  clearedRefs: readonly { column: string; table: string; type: 'uuid' | 'int' }[];
}

/** Moves rows and the rows that refer to them to the trash table, in one statement. */
export async function moveToTrash(
  trx: Db,
  { table, trashTable, links }: TrashDefinition,
  ids: readonly string[],
  userId: string | null,
): Promise<void> {
  // Referring rows are deleted by cascade after the statement, so it can still read them.
  const parts = links.map(
    (link) => sql`${sql.lit(link.name)}::text, (
      select coalesce(jsonb_agg(to_jsonb(l)), '[]') from ${sql.table(link.table)} l where ${sql.ref(`l.${link.column}`)} = g.id)`,
  );
  await sql`
    with deleted as (
      delete from ${sql.table(table)} g where g.id = any(${ids}::uuid[])
      returning g.id, g.workspace_id, to_jsonb(g) as row, jsonb_build_object(${sql.join(parts)}) as links
    )
    insert into ${sql.table(trashTable)} (id, workspace_id, row, links, deleted_by)
    select id, workspace_id, row, links, ${userId}::uuid from deleted`.execute(trx);
}

/** Restores rows under their old ids with a new version, and the rows that referred to them if these can still exist. */
export async function restoreFromTrash(
  trx: Db,
  { table, trashTable, links, clearedRefs }: TrashDefinition,
  ids: readonly string[],
): Promise<void> {
  const refColumns = clearedRefs.map(
    ({ column, table: refTable, type }) => sql`
      || jsonb_build_object(${sql.lit(column)}::text,
        (select y.id from ${sql.table(refTable)} y where y.id = (d.row ->> ${sql.lit(column)})::${sql.raw(type)}))`,
  );
  await sql`
    insert into ${sql.table(table)} select g.*
    from ${sql.table(trashTable)} d cross join lateral jsonb_populate_record(${sql.raw(`null::${table}`)}, d.row
      || jsonb_build_object('version', (d.row ->> 'version')::int + 1) ${sql.join(refColumns, sql``)}) g
    where d.id = any(${ids}::uuid[])`.execute(trx);
  for (const { name, table: linkTable, ref, hasGeneratedId } of links) {
    const overriding = hasGeneratedId ? sql`overriding system value` : sql``;
    const targetExists = ref
      ? sql`and exists (select 1 from ${sql.table(ref.table)} t where t.id = ${sql.ref(`l.${ref.column}`)})`
      : sql``;
    await sql`
      insert into ${sql.table(linkTable)} ${overriding}
      select l.* from ${sql.table(trashTable)} d, jsonb_populate_recordset(${sql.raw(`null::${linkTable}`)}, d.links -> ${sql.lit(name)}) l
      where d.id = any(${ids}::uuid[]) ${targetExists}
      on conflict do nothing`.execute(trx);
  }
  await sql`delete from ${sql.table(trashTable)} where id = any(${ids}::uuid[])`.execute(trx);
}

export interface RestorableRows {
  workspaceId: string;
  /** Ids of the deleted rows, locked, in ascending order. Rows that exist already are not included. */
  ids: string[];
}

/**
 * Finds the deleted rows among the given ids, which must belong to one of the workspaces. Rows that are not deleted are
 * omitted. Returns null if an id was purged or never existed (with `skipsMissing`: if none of the ids exists), and 'several'
 * if the rows belong to more than one workspace.
 */
async function findDeleted(
  trx: Db,
  { table, trashTable }: TrashDefinition,
  ids: readonly string[],
  workspaceIds: readonly string[],
  skipsMissing = false,
): Promise<RestorableRows | null | 'several'> {
  const { rows } = await sql<{ id: string; workspace_id: string }>`
    select id, workspace_id from ${sql.table(trashTable)} where id = any(${ids}::uuid[]) and workspace_id = any(${workspaceIds}::uuid[])
    union all select id, workspace_id from ${sql.table(table)}
    where id = any(${ids}::uuid[]) and workspace_id = any(${workspaceIds}::uuid[])`.execute(trx);
  if (rows.length < ids.length && !skipsMissing) return null;
  const [workspaceId, ...otherWorkspaces] = new Set(rows.map((row) => row.workspace_id));
  if (workspaceId === undefined) return null;
  if (otherWorkspaces.length > 0) return 'several';
  const deletedRows = await sql<{ id: string }>`
    select id from ${sql.table(trashTable)} where id = any(${ids}::uuid[]) order by id for update`.execute(trx);
  return { workspaceId, ids: deletedRows.rows.map(({ id }) => id) };
}

/**
 * Restores the deleted ones of the listed rows with `restoreRows` and returns their ids. Throws 404 for purged and unknown ids,
 * unless missing rows are skipped, and 400 for rows of several workspaces.
 */
export async function restoreListed(
  trx: Db,
  scope: Scope,
  trash: TrashDefinition,
  { ids, skipsMissing, field, entityName }: Omit<ListedRows, 'table'>,
  restoreRows: (deleted: RestorableRows) => Promise<void>,
): Promise<string[]> {
  if (ids.length === 0) {
    scope.resolveWorkspace();
    return [];
  }
  const writeScope = scope.toWriteScope();
  const deleted = await findDeleted(trx, trash, [...new Set(ids)], writeScope.workspaceIds, skipsMissing);
  if (deleted === null && skipsMissing) return [];
  if (deleted === null) throw notFound(entityName);
  if (deleted === 'several') throw badField(field, 'belong to several workspaces');
  writeScope.requireWorkspace(deleted.workspaceId);
  await restoreRows(deleted);
  return deleted.ids;
}

/** Permanently deletes expired rows of the trash. */
export async function purgeTrash(db: Db, { trashTable }: TrashDefinition, now = new Date()): Promise<void> {
  const expiryDate = new Date(now.getTime() - TRASH_DAYS * 86_400_000);
  await db.deleteFrom(trashTable).where('deleted_at', '<', expiryDate).execute();
}
