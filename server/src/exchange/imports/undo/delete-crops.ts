import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';

/** Deletes the crops that an import created, and the created products without other content. */
export async function deleteCrops(trx: Db, importId: string, items: readonly number[]): Promise<void> {
  const isImportedBox = sql`s.import_id = ${importId} and s.item = any(${items}::int[]) and s.kind = 'box'`;
  await sql`
    delete from product_image where id in (
      select e::uuid from import_shape s, jsonb_array_elements_text(s.data -> 'cut') e where ${isImportedBox} and s.data ? 'cut')`.execute(
    trx,
  );
  await sql`
    delete from product p using (
      select e::uuid as id, coalesce((s.data -> 'made_prices' ->> e)::int, 0) as prices
      from import_shape s, jsonb_array_elements_text(s.data -> 'made_products') e where ${isImportedBox} and s.data ? 'made_products') m
    where p.id = m.id and p.version = 1 and p.prices_count <= m.prices
      and not exists (select from product_image i where i.product_id = p.id)`.execute(trx);
  await sql`
    update import_shape set data = data - array['cut', 'made_products', 'made_prices', 'object']
    where import_id = ${importId} and item = any(${items}::int[]) and kind = 'box' and data ? 'cut'`.execute(trx);
}
