import type { CsvUndoResponse } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { CsvRowVersion, CsvUndo } from '../../../data-access/csv/undo';
import type { Db } from '../../../platform/database/connection';
import { pickPriceFields, type PriceChange, type PriceFields } from './prices';

export type PriceUndo = CsvUndo<CsvRowVersion, CsvRowVersion & { before: PriceFields }>;

const toRecordset = (rows: readonly { id: string; version?: number; fields: PriceChange['fields'] }[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows.map(({ id, version, fields }) => ({ id, version, ...fields })))}::jsonb)
    as r (id uuid, version int, product uuid, source text, grade_company text, price numeric, currency text,
      date_of_creation timestamptz, item_link text, img_link text)`;

/** Adds the sources and grading companies of the prices that the workspace does not have yet. */
async function insertMissingNames(trx: Db, workspaceId: string, rows: readonly PriceChange['fields'][]): Promise<void> {
  const lists = { price_source: rows.map(({ source }) => source), grade_company: rows.map((row) => row.grade_company) };
  for (const [table, names] of Object.entries(lists)) {
    const distinct = [...new Set(names.filter((name) => name !== null))].sort();
    await sql`
      insert into ${sql.table(table)} (workspace_id, name) select ${workspaceId}, name from unnest(${distinct}::text[]) name
      on conflict do nothing`.execute(trx);
  }
}

const selectNameId = (table: string, column: string, workspaceId: string) =>
  sql`(select n.id from ${sql.table(table)} n where n.workspace_id = ${workspaceId} and n.name = r.${sql.raw(column)})`;

const assignFields = (workspaceId: string) => sql`
  source_id = ${selectNameId('price_source', 'source', workspaceId)}, grade_company_id = ${selectNameId('grade_company', 'grade_company', workspaceId)},
  price = r.price, currency = r.currency, date_of_creation = coalesce(r.date_of_creation, p.date_of_creation),
  item_link = r.item_link, img_link = r.img_link, version = p.version + 1`;

/** Applies a plan without errors. Returns the data to undo it. */
export async function applyPrices(trx: Db, workspaceId: string, changes: readonly PriceChange[]): Promise<PriceUndo> {
  await insertMissingNames(
    trx,
    workspaceId,
    changes.map(({ fields }) => fields),
  );
  await sql`
    insert into price (id, workspace_id, product_id, source_id, grade_company_id, price, currency, date_of_creation, item_link, img_link)
    select id, ${workspaceId}, product, ${selectNameId('price_source', 'source', workspaceId)},
      ${selectNameId('grade_company', 'grade_company', workspaceId)}, price, currency, coalesce(date_of_creation, clock_timestamp()),
      item_link, img_link
    from ${toRecordset(changes.filter(({ stored }) => !stored))}`.execute(trx);
  await sql`
    update price p set ${assignFields(workspaceId)} from ${toRecordset(changes.filter(({ stored }) => stored))} where p.id = r.id`.execute(
    trx,
  );
  return {
    created: changes.flatMap(({ id, stored }) => (stored ? [] : [{ id, version: 1 }])),
    changed: changes.flatMap(({ id, stored }) =>
      stored
        ? [{ id, version: stored.version + 1, before: { ...pickPriceFields(stored), date_of_creation: stored.date_of_creation } }]
        : [],
    ),
  };
}

/**
 * Deletes the prices that an import created and restores those it changed, unless they have changed since (version differs).
 */
export async function undoPrices(trx: Db, workspaceId: string, { created, changed }: PriceUndo): Promise<CsvUndoResponse> {
  const deleted = await sql<{ id: string }>`
    delete from price p using jsonb_to_recordset(${JSON.stringify(created)}::jsonb) as r (id uuid, version int)
    where p.id = r.id and p.workspace_id = ${workspaceId} and p.version = r.version returning p.id`.execute(trx);
  await insertMissingNames(
    trx,
    workspaceId,
    changed.map(({ before }) => before),
  );
  const rows = changed.map(({ id, version, before }) => ({ id, version, fields: before }));
  const restored = await sql<{ id: string }>`
    update price p set ${assignFields(workspaceId)} from ${toRecordset(rows)}
    where p.id = r.id and p.workspace_id = ${workspaceId} and p.version = r.version returning p.id`.execute(trx);
  const undone = new Set([...deleted.rows, ...restored.rows].map(({ id }) => id));
  return {
    undone: undone.size,
    kept: [...created, ...changed].map(({ id }) => id).filter((id) => !undone.has(id)),
  };
}
