import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import { createMissing, type MissingEntities } from './missing';
import type { ProductChange, ProductFields } from './products';

/** SQL of the rows as a record set for a statement. */
const toRecordset = (rows: readonly { id: string; version?: number; fields: ProductFields }[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows.map(({ id, version, fields }) => ({ id, version, ...fields })))}::jsonb)
    as r (id uuid, version int, name text, customer_product_id text, product_collection int, product_set uuid, verified boolean, meta_data jsonb)`;

/** Applies a plan that has no errors. */
export async function applyProducts(
  trx: Db,
  workspaceId: string,
  plannedChanges: readonly ProductChange[],
  missingEntities: MissingEntities | null,
): Promise<void> {
  const changes = missingEntities ? await createMissing(trx, workspaceId, missingEntities, plannedChanges) : plannedChanges;
  await sql`
    insert into product (id, workspace_id, name, customer_product_id, collection_id, product_set_id, verified, meta_data)
    select id, ${workspaceId}, name, customer_product_id, product_collection, product_set, verified, meta_data
    from ${toRecordset(changes.filter(({ stored }) => !stored))}`.execute(trx);
  await sql`
    update product p set name = r.name, customer_product_id = r.customer_product_id, collection_id = r.product_collection,
      product_set_id = r.product_set, verified = r.verified, meta_data = r.meta_data, version = p.version + 1
    from ${toRecordset(changes.filter(({ stored }) => stored))} where p.id = r.id`.execute(trx);
}
