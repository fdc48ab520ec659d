import type { ChangedKind, RowReference } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import { readTableCatalog, type LoggedTableInfo } from './table-catalog';

/**
 * Limits selections of entries to the entries of the given rows. If a given row was deleted, rows that were deleted together with it remain
 * selected, such as the shapes of an image. The selected rows are in a temporary table, because a label can have millions of shapes.
 * @param entryConditions SQL conditions of the entries `c`.
 */
export async function selectRows(
  trx: Db,
  entryConditions: readonly RawBuilder<unknown>[],
  rows: readonly RowReference[],
): Promise<RawBuilder<unknown>[]> {
  await sql`
    create temporary table undo_selection (selection int, kind text, subject text, row text, is_restored boolean) on commit drop`.execute(
    trx,
  );
  for (const [selectionIndex, condition] of entryConditions.entries()) await fillSelection(trx, selectionIndex, condition, rows);
  return entryConditions.map(
    (condition, selectionIndex) => sql`${condition} and (c.relation, c.subject_id, c.row_id) in (
      select s.kind, s.subject, s.row from undo_selection s where s.selection = ${sql.lit(selectionIndex)})`,
  );
}

async function fillSelection(
  trx: Db,
  selectionIndex: number,
  entryCondition: RawBuilder<unknown>,
  rows: readonly RowReference[],
): Promise<void> {
  await sql`insert into undo_selection select ${selectionIndex}, *, false from ${toTable(rows)}`.execute(trx);
  const kinds = await sql<{
    kind: ChangedKind;
  }>`select distinct c.relation as kind from change c where ${entryCondition}`.execute(trx);
  const changedKinds = new Set(kinds.rows.map(({ kind }) => kind));
  const restoredKinds = new Set<string>();
  // Parents come before their children in the catalog.
  for (const table of (await readTableCatalog(trx)).values()) {
    if (!changedKinds.has(table.name)) continue;
    const isSelectedWithRows = belongsToSelection(selectionIndex, table, restoredKinds);
    const { numAffectedRows = 0n } = await sql`
      insert into undo_selection
      select distinct ${selectionIndex}::int, c.relation, c.subject_id, c.row_id, true from change c
      where ${entryCondition} and c.relation = ${table.name} and c.operation = 'delete' and ${isSelectedWithRows}`.execute(trx);
    if (numAffectedRows > 0n) restoredKinds.add(table.name);
  }
}

/** SQL condition: the entry `c` deletes a requested row, or a row that belongs to a restored row. */
function belongsToSelection(
  selectionIndex: number,
  { foreignKeys }: LoggedTableInfo,
  restoredKinds: ReadonlySet<string>,
): RawBuilder<unknown> {
  const selectedRows = sql`undo_selection s where s.selection = ${selectionIndex}`;
  const isOwnerRestored = foreignKeys
    .filter(({ table, isClearedOnDelete }) => !isClearedOnDelete && restoredKinds.has(table))
    .map(
      ({ column, table }) =>
        sql`c.before ->> ${sql.lit(column)} in (select s.row from ${selectedRows} and s.kind = ${table} and s.is_restored)`,
    );
  const isRequested = sql`(c.relation, c.subject_id, c.row_id) in (select s.kind, s.subject, s.row from ${selectedRows})`;
  return sql`(${sql.join([isRequested, ...isOwnerRestored], sql` or `)})`;
}

const toTable = (rows: readonly RowReference[]) =>
  sql`unnest(${rows.map(({ kind }) => kind)}::text[], ${rows.map(({ subject }) => subject)}::text[], ${rows.map(({ row }) => row)}::text[])`;
