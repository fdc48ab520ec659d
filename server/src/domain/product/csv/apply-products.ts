import type { CsvUndoResponse } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { CsvRowVersion, CsvUndo } from '../../../data-access/csv/undo';
import type { Db } from '../../../platform/database/connection';
import { deleteCreated, createMissing, type CreatedForFile, type MissingEntities } from './missing';
import { pickProductFields, type ProductChange, type ProductFields } from './products';

/** Undo data of an import of products. Stored in undo tokens for 30 days, so the field names must not change. */
export type ProductUndo = CsvUndo<CsvRowVersion, CsvRowVersion & { before: ProductFields }> & { made?: CreatedForFile };

/** SQL of the rows as a record set for a statement. */
const toRecordset = (rows: readonly { id: string; version?: number; fields: ProductFields }[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows.map(({ id, version, fields }) => ({ id, version, ...fields })))}::jsonb)
    as r (id uuid, version int, name text, customer_product_id text, product_collection int, product_set uuid, verified boolean, meta_data jsonb)`;

/** Applies a plan without errors. Returns the data to undo it. */
export async function applyProducts(
  trx: Db,
  workspaceId: string,
  plannedChanges: readonly ProductChange[],
  missing: MissingEntities | null,
): Promise<ProductUndo> {
  const { createdForFile, changes } = missing
    ? await createMissing(trx, workspaceId, missing, plannedChanges)
    : { createdForFile: null, changes: plannedChanges };
  await sql`
    insert into product (id, workspace_id, name, customer_product_id, collection_id, product_set_id, verified, meta_data)
    select id, ${workspaceId}, name, customer_product_id, product_collection, product_set, verified, meta_data
    from ${toRecordset(changes.filter(({ stored }) => !stored))}`.execute(trx);
  await sql`
    update product p set name = r.name, customer_product_id = r.customer_product_id, collection_id = r.product_collection,
      product_set_id = r.product_set, verified = r.verified, meta_data = r.meta_data, version = p.version + 1
    from ${toRecordset(changes.filter(({ stored }) => stored))} where p.id = r.id`.execute(trx);
  return {
    created: changes.flatMap(({ id, stored }) => (stored ? [] : [{ id, version: 1 }])),
    changed: changes.flatMap(({ id, stored }) =>
      stored ? [{ id, version: stored.version + 1, before: pickProductFields(stored) }] : [],
    ),
    ...(createdForFile && createdForFile.collections.length + createdForFile.sets.length > 0 ? { made: createdForFile } : {}),
  };
}

/**
 * Deletes the products that an import created and restores those it changed, unless they have changed since (version differs).
 * A created product that now has images or prices is kept. References to deleted collections and sets are cleared. Collections
 * and sets that the import created are deleted if they are empty.
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
  const restored = await sql<{ id: string }>`
    update product p set name = r.name, customer_product_id = r.customer_product_id, verified = r.verified, meta_data = r.meta_data,
      collection_id = (select c.id from product_collection c where c.id = r.product_collection and c.workspace_id = p.workspace_id),
      product_set_id = (select s.id from product_set s where s.id = r.product_set and s.workspace_id = p.workspace_id),
      version = p.version + 1
    from ${toRecordset(rows)} where p.id = r.id and p.workspace_id = ${workspaceId} and p.version = r.version
    returning p.id`.execute(trx);
  if (made) await deleteCreated(trx, workspaceId, made);
  const undone = new Set([...deleted.rows, ...restored.rows].map(({ id }) => id));
  return { undone: undone.size, kept: ids.filter((id) => !undone.has(id)) };
}
