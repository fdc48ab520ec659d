import type { CsvUndoResponse } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { CsvRowVersion, CsvUndo } from '../../csv/undo';
import type { Db } from '../../database/connection';
import { dropMade, makeMissing, type MadeForFile, type Missing } from './missing';
import { fieldsOf, type ProductChange, type ProductFields } from './products';

export type ProductUndo = CsvUndo<CsvRowVersion, CsvRowVersion & { before: ProductFields }> & { made?: MadeForFile };

/** Product rows of a statement. */
const asRows = (rows: readonly { id: string; version?: number; fields: ProductFields }[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows.map(({ id, version, fields }) => ({ id, version, ...fields })))}::jsonb)
    as r (id uuid, version int, name text, customer_product_id text, product_collection int, product_set uuid, verified boolean, meta_data jsonb)`;

/** Makes and changes what a plan without errors says. Answers what takes it back. */
export async function applyProducts(
  trx: Db,
  workspaceId: string,
  planned: readonly ProductChange[],
  missing: Missing | null,
): Promise<ProductUndo> {
  const { made, changes } = missing ? await makeMissing(trx, workspaceId, missing, planned) : { made: null, changes: planned };
  await sql`
    insert into product (id, workspace_id, name, customer_product_id, collection_id, product_set_id, verified, meta_data)
    select id, ${workspaceId}, name, customer_product_id, product_collection, product_set, verified, meta_data
    from ${asRows(changes.filter(({ stored }) => !stored))}`.execute(trx);
  await sql`
    update product p set name = r.name, customer_product_id = r.customer_product_id, collection_id = r.product_collection,
      product_set_id = r.product_set, verified = r.verified, meta_data = r.meta_data, version = p.version + 1
    from ${asRows(changes.filter(({ stored }) => stored))} where p.id = r.id`.execute(trx);
  return {
    created: changes.flatMap(({ id, stored }) => (stored ? [] : [{ id, version: 1 }])),
    changed: changes.flatMap(({ id, stored }) => (stored ? [{ id, version: stored.version + 1, before: fieldsOf(stored) }] : [])),
    ...(made && made.collections.length + made.sets.length > 0 ? { made } : {}),
  };
}

/**
 * Deletes what an import made and sets back what it changed, where the version is still that of the import. A new product
 * that has pictures or prices by now stays. A collection or set that is gone meanwhile is left out; what was made goes when
 * nothing is in it.
 */
export async function undoProducts(
  trx: Db,
  workspaceId: string,
  { created, changed, made }: ProductUndo,
): Promise<CsvUndoResponse> {
  const ids = [...created, ...changed].map(({ id }) => id);
  await sql`select from product where workspace_id = ${workspaceId} and id = any(${ids}) order by id for update`.execute(trx);
  const deleted = await sql<{ id: string }>`
    delete from product p using jsonb_to_recordset(${JSON.stringify(created)}::jsonb) as r (id uuid, version int)
    where p.id = r.id and p.workspace_id = ${workspaceId} and p.version = r.version
      and not exists (select from product_image i where i.product_id = p.id)
      and not exists (select from price i where i.product_id = p.id)
    returning p.id`.execute(trx);
  const rows = changed.map(({ id, version, before }) => ({ id, version, fields: before }));
  const back = await sql<{ id: string }>`
    update product p set name = r.name, customer_product_id = r.customer_product_id, verified = r.verified, meta_data = r.meta_data,
      collection_id = (select c.id from product_collection c where c.id = r.product_collection and c.workspace_id = p.workspace_id),
      product_set_id = (select s.id from product_set s where s.id = r.product_set and s.workspace_id = p.workspace_id),
      version = p.version + 1
    from ${asRows(rows)} where p.id = r.id and p.workspace_id = ${workspaceId} and p.version = r.version
    returning p.id`.execute(trx);
  if (made) await dropMade(trx, workspaceId, made);
  const undone = new Set([...deleted.rows, ...back.rows].map(({ id }) => id));
  return { undone: undone.size, kept: ids.filter((id) => !undone.has(id)) };
}
