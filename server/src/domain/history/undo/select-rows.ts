import type { ChangedKind, RowReference } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import { readTableCatalog, type LoggedTableInfo } from './table-catalog';

/**
 * Limits a selection of entries to those of the given rows. With a deleted row, the rows that were deleted with it remain as well,
 * such as the shapes of an image. Reads only what it selects, so that one row of a very large deletion can be restored.
 * @param entries SQL condition of the entries `c`.
 */
export async function selectRows(
  db: Db,
  entries: RawBuilder<unknown>,
  rows: readonly RowReference[],
): Promise<RawBuilder<unknown>> {
  const kinds = await sql<{ kind: ChangedKind }>`select distinct c.relation as kind from change c where ${entries}`.execute(db);
  const changedKinds = new Set(kinds.rows.map(({ kind }) => kind));
  const selected = [...rows];
  const restoredIds = new Map<string, string[]>();
  // Parents come before their children in the catalog.
  for (const table of (await readTableCatalog(db)).values()) {
    if (!changedKinds.has(table.name)) continue;
    const requested = rows.filter(({ kind }) => kind === table.name);
    const deleted = await findDeleted(db, entries, { table, requested, restoredIds });
    selected.push(...deleted);
    restoredIds.set(
      table.name,
      deleted.map(({ row }) => row),
    );
  }
  return sql`${entries} and (c.relation, c.subject_id, c.row_id) in (select * from ${toTable(selected)})`;
}

interface Parents {
  table: LoggedTableInfo;
  requested: readonly RowReference[];
  /** Ids of the selected deleted rows by table. */
  restoredIds: ReadonlyMap<string, readonly string[]>;
}

/** Finds the deleted rows of a table that are requested, or whose owner is restored. */
async function findDeleted(
  db: Db,
  entries: RawBuilder<unknown>,
  { table: { name, foreignKeys }, requested, restoredIds }: Parents,
): Promise<RowReference[]> {
  const isOwnerRestored = foreignKeys.flatMap(({ column, table, isClearedOnDelete }) => {
    const ids = restoredIds.get(table) ?? [];
    return isClearedOnDelete || ids.length === 0 ? [] : sql`c.before ->> ${sql.lit(column)} = any(${ids}::text[])`;
  });
  const isRequested =
    requested.length > 0 ? [sql`(c.relation, c.subject_id, c.row_id) in (select * from ${toTable(requested)})`] : [];
  const conditions = [...isOwnerRestored, ...isRequested];
  if (conditions.length === 0) return [];
  const { rows } = await sql<RowReference>`
    select distinct c.relation as kind, c.subject_id as subject, c.row_id as row from change c
    where ${entries} and c.relation = ${name} and c.operation = 'delete' and (${sql.join(conditions, sql` or `)})`.execute(db);
  return rows;
}

const toTable = (rows: readonly RowReference[]) =>
  sql`unnest(${rows.map(({ kind }) => kind)}::text[], ${rows.map(({ subject }) => subject)}::text[], ${rows.map(({ row }) => row)}::text[])`;
