import { sql } from 'kysely';
import type { Db } from '../../../../database/connection';
import type { DeclaredProduct, DeclaredProductSet } from '../../../readers/reader';
import type { CreatedEntities } from '../../state/created-entities';
import type { ImportScope } from '../../plan/match-entities';
import { findProducts, deriveProductIds, type ById } from '../../plan/match-products';
import { insertProductPrices } from './insert-prices';

interface Box {
  item: number;
  n: number;
  image: string;
  label: string;
  data: number[];
}

/** Notes beside boxes that products show which object each is: the one that was made, or the one that was there just so. */
export async function recordObjects(trx: Db, importId: string, boxes: readonly Box[]): Promise<void> {
  if (boxes.length === 0) return;
  const rows = boxes.map(({ item, n, image, label, data }) => ({ item, n, image, label, box: data }));
  await sql`
    update import_shape s set data = s.data || jsonb_build_object('object', o.id)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as b(item int, n int, image uuid, label uuid, box int[])
    cross join lateral (
      select id from detection_object d where d.image_id = b.image and d.detection_label_id = b.label and d.data = b.box
      order by seq limit 1) o
    where s.import_id = ${importId} and s.item = b.item and s.n = b.n`.execute(trx);
}

export interface ResolvedProducts {
  /** All of the products, found or made. */
  ids: ById;
  /** Those that were made. */
  made: Set<string>;
  /** How many prices each of these got. */
  prices: Record<string, number>;
  /** Sets and collections that there were none of. */
  created: CreatedEntities['created'];
}

/** Finds products, and makes those that there are none of, with the sets and collections that they need. */
export async function findOrCreateProducts(trx: Db, of: ImportScope, products: readonly DeclaredProduct[]): Promise<ResolvedProducts> {
  const ids = await findProducts(trx, of, products);
  const missing = [...new Map(products.filter(({ id }) => !ids.has(id)).map((each) => [each.id, each])).values()];
  if (missing.length === 0) return { ids, made: new Set(), prices: {}, created: [] };
  const { workspaceId } = of;
  const collections = await named(
    trx,
    workspaceId,
    missing.flatMap(({ collection }) => collection ?? []),
  );
  const sets = await setsOf(trx, workspaceId, missing, collections.ids);
  const rows = missing.map((product) => ({
    ...deriveProductIds(of, product),
    name: product.name,
    customer: product.customer_product_id,
    verified: product.verified ?? false,
    meta: product.meta_data ?? {},
    collection: product.collection ? collections.ids.get(product.collection.name) : null,
    set: product.set ? sets.ids.get(product.set.name) : null,
  }));
  const inserted = await sql<{ id: string; at: number }>`
    insert into product (id, workspace_id, name, customer_product_id, verified, meta_data, collection_id, product_set_id)
    select case when exists (select from deleted_product d where d.id = t.own) then spare else own end,
      ${workspaceId}, name, customer, verified, meta, collection, "set"
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as
      (own uuid, spare uuid, name text, customer text, verified boolean, meta jsonb, collection int, "set" uuid)) with ordinality
      as t(own, spare, name, customer, verified, meta, collection, "set", at)
    order by at returning id`.execute(trx);
  const put = inserted.rows.map(({ id }, at) => ({ id, said: missing[at]! }));
  for (const { id, said } of put) ids.set(said.id, id);
  const prices = await insertProductPrices(trx, workspaceId, put);
  return { ids, made: new Set(put.map(({ id }) => id)), prices, created: [...sets.created, ...collections.created] };
}

/** Collections by their names, the oldest of each. */
async function named(trx: Db, workspaceId: string, wanted: readonly { name: string; type: string }[]) {
  const byName = new Map(wanted.map((each) => [each.name, each]));
  const { rows } = await sql<{ id: number; name: string }>`
    select distinct on (name) id, name from product_collection
    where workspace_id = ${workspaceId} and name = any(${[...byName.keys()]}::text[]) order by name, id`.execute(trx);
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  const missing = [...byName.values()].filter(({ name }) => !ids.has(name));
  const made = await sql<{ id: number; name: string }>`
    insert into product_collection (workspace_id, name, type)
    select ${workspaceId}, name, type from jsonb_to_recordset(${JSON.stringify(missing)}::jsonb) as t(name text, type text)
    returning id, name`.execute(trx);
  for (const { id, name } of made.rows) ids.set(name, id);
  const created: CreatedEntities['created'] = made.rows.map(({ id }) => ({ table: 'product_collection', id: String(id) }));
  return { ids, created };
}

/**
 * Sets by their names, the oldest of each, and those that they are in; a new one is put into the collection of the first product that
 * goes into it. A set comes after the one that it is put into, so none comes to be in itself.
 */
async function setsOf(trx: Db, workspaceId: string, products: readonly DeclaredProduct[], collections: ReadonlyMap<string, number>) {
  const byName = new Map<string, DeclaredProductSet & { collection: number | null; parent: string | null }>();
  for (const { set, collection } of products) {
    let parent: string | null = null;
    for (const { name, year } of set ? [set, ...(set.above ?? [])].reverse() : []) {
      if (!byName.has(name))
        byName.set(name, { name, year, collection: collections.get(collection?.name ?? '') ?? null, parent });
      parent = name;
    }
  }
  const { rows } = await sql<{ id: string; name: string }>`
    select distinct on (name) id, name from product_set
    where workspace_id = ${workspaceId} and name = any(${[...byName.keys()]}::text[]) order by name, created, id`.execute(trx);
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  const missing = [...byName.values()].filter(({ name }) => !ids.has(name));
  const made = await sql<{ id: string; name: string }>`
    insert into product_set (workspace_id, name, year, collection_id)
    select ${workspaceId}, name, year, collection
    from jsonb_to_recordset(${JSON.stringify(missing)}::jsonb) as t(name text, year int, collection int) returning id, name`.execute(
    trx,
  );
  for (const { id, name } of made.rows) ids.set(name, id);
  const placed = missing.flatMap(({ name, parent }) => (parent === null ? [] : { id: ids.get(name), parent: ids.get(parent) }));
  await sql`
    update product_set s set parent_id = t.parent from jsonb_to_recordset(${JSON.stringify(placed)}::jsonb) as t(id uuid, parent uuid)
    where s.id = t.id`.execute(trx);
  const created: CreatedEntities['created'] = missing.flatMap(({ name }) => ({ table: 'product_set' as const, id: ids.get(name)! }));
  return { ids, created };
}

