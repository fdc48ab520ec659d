import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import type { PriceChange } from './prices';

const toRecordset = (rows: readonly { id: string; version?: number; fields: PriceChange['fields'] }[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows.map(({ id, version, fields }) => ({ id, version, ...fields })))}::jsonb)
    as r (id uuid, version int, product uuid, source text, grade_company text, price numeric, currency text,
      date_of_creation timestamptz, item_link text, img_link text)`;

/** Adds the sources and grading companies of the prices that the workspace does not have yet. */
async function insertMissingNames(trx: Db, workspaceId: string, rows: readonly PriceChange['fields'][]): Promise<void> {
  const lists = { price_source: rows.map(({ source }) => source), grade_company: rows.map((row) => row.grade_company) };
  for (const [table, names] of Object.entries(lists)) {
    const uniqueNames = [...new Set(names.filter((name) => name !== null))].sort();
    await sql`
      insert into ${sql.table(table)} (workspace_id, name) select ${workspaceId}, name from unnest(${uniqueNames}::text[]) name
      on conflict do nothing`.execute(trx);
  }
}

const selectNameId = (table: string, column: string, workspaceId: string) =>
  sql`(select n.id from ${sql.table(table)} n where n.workspace_id = ${workspaceId} and n.name = r.${sql.raw(column)})`;

const assignFields = (workspaceId: string) => sql`
  source_id = ${selectNameId('price_source', 'source', workspaceId)}, grade_company_id = ${selectNameId('grade_company', 'grade_company', workspaceId)},
  price = r.price, currency = r.currency, date_of_creation = coalesce(r.date_of_creation, p.date_of_creation),
  item_link = r.item_link, img_link = r.img_link, version = p.version + 1`;

/** Stores the valid rows of a CSV import: inserts new prices and updates existing ones. */
export async function applyPrices(trx: Db, workspaceId: string, changes: readonly PriceChange[]): Promise<void> {
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
}
