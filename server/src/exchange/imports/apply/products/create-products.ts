import { sql } from 'kysely';
import type { Db } from '../../../../platform/database/connection';
import type { DeclaredProduct, DeclaredProductSet } from '../../../readers/reader/reader';
import type { CreatedEntities } from '../../state/created-entities';
import type { ImportScope } from '../../plan/match-entities';
import { findProducts, deriveProductIds, type ProductIds } from '../../plan/match-products';
import { insertProductPrices } from './insert-prices';

interface CreatedBox {
  item: number;
  n: number;
  image: string;
  label: string;
  data: number[];
}

/**
 * Stores the object of each box with products in the import's row of the box. This is the created object, or an equal object that existed
 * before.
 */
export async function recordObjects(trx: Db, importId: string, boxes: readonly CreatedBox[]): Promise<void> {
  if (boxes.length === 0) return;
  const objectRows = boxes.map(({ item, n, image, label, data }) => ({ item, n, image, label, box: data }));
  await sql`
    update import_shape s set data = s.data || jsonb_build_object('object', o.id)
    from jsonb_to_recordset(${JSON.stringify(objectRows)}::jsonb) as b(item int, n int, image uuid, label uuid, box int[])
    cross join lateral (
      select id from detection_object d where d.image_id = b.image and d.detection_label_id = b.label and d.data = b.box
      order by seq limit 1) o
    where s.import_id = ${importId} and s.item = b.item and s.n = b.n`.execute(trx);
}

interface ResolvedProducts {
  /** All products, found or created. */
  ids: ProductIds;
  /** Ids of the created products. */
  createdIds: Set<string>;
  /** How many prices each created product has. */
  prices: Record<string, number>;
  /** Created sets and collections. */
  created: CreatedEntities['created'];
}

/**
 * Finds products, and creates missing products with the sets and collections that they need. A new product gets the id `own`, which is
 * derived from its id in the files.
 */
export async function findOrCreateProducts(
  trx: Db,
  scope: ImportScope,
  products: readonly DeclaredProduct[],
): Promise<ResolvedProducts> {
  const ids = await findProducts(trx, scope, products);
  const missingProducts = [
    ...new Map(products.filter(({ id }) => !ids.has(id)).map((product) => [product.id, product])).values(),
  ];
  if (missingProducts.length === 0) return { ids, createdIds: new Set(), prices: {}, created: [] };
  const { workspaceId } = scope;
  const collections = await findOrCreateCollections(
    trx,
    workspaceId,
    missingProducts.flatMap(({ collection }) => collection ?? []),
  );
  const sets = await findOrCreateSets(trx, workspaceId, missingProducts, collections.ids);
  const productValues = missingProducts.map((product) => ({
    ...deriveProductIds(scope, product),
    name: product.name,
    customer: product.customer_product_id,
    verified: product.verified ?? false,
    meta: product.meta_data ?? {},
    collection: product.collection ? collections.ids.get(product.collection.name) : null,
    set: product.set ? sets.ids.get(product.set.name) : null,
  }));
  const productRows = await sql<{ id: string }>`
    insert into product (id, workspace_id, name, customer_product_id, verified, meta_data, collection_id, product_set_id)
    select own, ${workspaceId}, name, customer, verified, meta, collection, "set"
    from rows from (jsonb_to_recordset(${JSON.stringify(productValues)}::jsonb) as
      (own uuid, spare uuid, name text, customer text, verified boolean, meta jsonb, collection int, "set" uuid)) with ordinality
      as t(own, spare, name, customer, verified, meta, collection, "set", at)
    order by at returning id`.execute(trx);
  const insertedProducts = productRows.rows.map(({ id }, index) => ({ id, declared: missingProducts[index]! }));
  for (const { id, declared } of insertedProducts) ids.set(declared.id, id);
  const priceCounts = await insertProductPrices(trx, workspaceId, insertedProducts);
  return {
    ids,
    createdIds: new Set(insertedProducts.map(({ id }) => id)),
    prices: priceCounts,
    created: [...sets.created, ...collections.created],
  };
}

/** Returns the collections with these names. Uses the oldest collection of each name, or creates a collection. */
async function findOrCreateCollections(trx: Db, workspaceId: string, collections: readonly { name: string; type: string }[]) {
  const collectionsByName = new Map(collections.map((collection) => [collection.name, collection]));
  const { rows } = await sql<{ id: number; name: string }>`
    select distinct on (name) id, name from product_collection
    where workspace_id = ${workspaceId} and name = any(${[...collectionsByName.keys()]}::text[]) order by name, id`.execute(trx);
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  const missingCollections = [...collectionsByName.values()].filter(({ name }) => !ids.has(name));
  const collectionRows = await sql<{ id: number; name: string }>`
    insert into product_collection (workspace_id, name, type)
    select ${workspaceId}, name, type from jsonb_to_recordset(${JSON.stringify(missingCollections)}::jsonb) as t(name text, type text)
    returning id, name`.execute(trx);
  for (const { id, name } of collectionRows.rows) ids.set(name, id);
  const created: CreatedEntities['created'] = collectionRows.rows.map(({ id }) => ({
    table: 'product_collection',
    id: String(id),
  }));
  return { ids, created };
}

/**
 * Returns the sets and parent sets with these names. Uses the oldest set of each name, or creates a set. A new set belongs to the
 * collection of its first product. Parents are processed first, so no set can contain itself.
 */
async function findOrCreateSets(
  trx: Db,
  workspaceId: string,
  products: readonly DeclaredProduct[],
  collections: ReadonlyMap<string, number>,
) {
  const setsByName = new Map<string, DeclaredProductSet & { collection: number | null; parent: string | null }>();
  for (const { set, collection } of products) {
    let parent: string | null = null;
    for (const { name, year } of set ? [set, ...(set.above ?? [])].reverse() : []) {
      if (!setsByName.has(name))
        setsByName.set(name, { name, year, collection: collections.get(collection?.name ?? '') ?? null, parent });
      parent = name;
    }
  }
  const { rows } = await sql<{ id: string; name: string }>`
    select distinct on (name) id, name from product_set
    where workspace_id = ${workspaceId} and name = any(${[...setsByName.keys()]}::text[]) order by name, created, id`.execute(
    trx,
  );
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  const missingSets = [...setsByName.values()].filter(({ name }) => !ids.has(name));
  const setRows = await sql<{ id: string; name: string }>`
    insert into product_set (workspace_id, name, year, collection_id)
    select ${workspaceId}, name, year, collection
    from jsonb_to_recordset(${JSON.stringify(missingSets)}::jsonb) as t(name text, year int, collection int) returning id, name`.execute(
    trx,
  );
  for (const { id, name } of setRows.rows) ids.set(name, id);
  const parentLinks = missingSets.flatMap(({ name, parent }) =>
    parent === null ? [] : { id: ids.get(name), parent: ids.get(parent) },
  );
  await sql`
    update product_set s set parent_id = t.parent from jsonb_to_recordset(${JSON.stringify(parentLinks)}::jsonb) as t(id uuid, parent uuid)
    where s.id = t.id`.execute(trx);
  const created: CreatedEntities['created'] = missingSets.flatMap(({ name }) => ({
    table: 'product_set' as const,
    id: ids.get(name)!,
  }));
  return { ids, created };
}
