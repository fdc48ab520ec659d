import type { ImportPlan } from '@console/shared-contract/api';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../database/connection';
import type { SaidProduct, SaidSet } from '../readers/reader';
import type { Made } from './apply/create-labels';
import { putPrices } from './prices';

interface Box {
  item: number;
  n: number;
  image: string;
  label: string;
  data: number[];
}

/** Notes beside boxes that products show which object each is: the one that was made, or the one that was there just so. */
export async function noteObjects(trx: Db, importId: string, boxes: readonly Box[]): Promise<void> {
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

/**
 * The id that a product of a file gets here: the same each time, so that it is known again, and two of one name stay two; and the one it
 * gets when the first is that of a product in the trash. They have the form of random ones, as all ids have.
 */
const ownIds = ({ importId, workspaceId }: Of, { id }: SaidProduct) => ({
  own: ownId(workspaceId, id),
  spare: ownId(workspaceId, id, importId),
});

function ownId(...by: readonly string[]): string {
  const hex = createHash('sha256').update(by.join(' ')).digest('hex');
  const variant = '89ab'[parseInt(hex.charAt(16), 16) % 4];
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `${variant}${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

interface Of {
  importId: string;
  workspaceId: string;
}

/** By the id that a file has for it. */
type ById = Map<string, string>;

/** What of the workspace a file's product is: the one of its id, or that an import made of it, or else of its customer's id or name in its collection. */
export async function findProducts(db: Db, of: Of, products: readonly SaidProduct[]): Promise<ById> {
  const { importId, workspaceId } = of;
  const wanted = products.map((product) => ({
    said: product.id,
    ...ownIds(of, product),
    customer: product.customer_product_id,
    name: product.name,
    collection: product.collection?.name ?? null,
  }));
  const began = sql`(select created from data_import where id = ${importId})`;
  // What was made since this import began is another product of its file, and no older one of the same name.
  const { rows } = await sql<{ said: string; id: string }>`
    select t.said, f.id
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as t(said text, own uuid, spare uuid, customer text, name text, collection text)
    cross join lateral (
      select p.id from (
        select id, 0 as rank, created from product where workspace_id = ${workspaceId} and id = case when t.said ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then t.said::uuid end
        union all
        select id, 1, created from product where workspace_id = ${workspaceId} and id in (t.own, t.spare)
        union all
        select p.id, 2, p.created from product p left join product_collection c on c.id = p.collection_id
        where p.workspace_id = ${workspaceId} and t.customer <> '' and p.customer_product_id = t.customer
          and c.name is not distinct from t.collection and p.created < ${began}
        union all
        select p.id, 2, p.created from product p left join product_collection c on c.id = p.collection_id
        where p.workspace_id = ${workspaceId} and t.customer = '' and lower(p.name) = lower(t.name) and p.name = t.name
          and p.customer_product_id = '' and c.name is not distinct from t.collection and p.created < ${began}
      ) p order by p.rank, p.created, p.id limit 1) f`.execute(db);
  return new Map(rows.map(({ said, id }) => [said, id]));
}

export interface MadeProducts {
  /** All of the products, found or made. */
  ids: ById;
  /** Those that were made. */
  made: Set<string>;
  /** How many prices each of these got. */
  prices: Record<string, number>;
  /** Sets and collections that there were none of. */
  created: Made['created'];
}

/** Finds products, and makes those that there are none of, with the sets and collections that they need. */
export async function findOrMake(trx: Db, of: Of, products: readonly SaidProduct[]): Promise<MadeProducts> {
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
    ...ownIds(of, product),
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
  const prices = await putPrices(trx, workspaceId, put);
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
  const created: Made['created'] = made.rows.map(({ id }) => ({ table: 'product_collection', id: String(id) }));
  return { ids, created };
}

/**
 * Sets by their names, the oldest of each, and those that they are in; a new one is put into the collection of the first product that
 * goes into it. A set comes after the one that it is put into, so none comes to be in itself.
 */
async function setsOf(trx: Db, workspaceId: string, products: readonly SaidProduct[], collections: ReadonlyMap<string, number>) {
  const byName = new Map<string, SaidSet & { collection: number | null; parent: string | null }>();
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
  const created: Made['created'] = missing.flatMap(({ name }) => ({ table: 'product_set' as const, id: ids.get(name)! }));
  return { ids, created };
}

/** Products that are looked for together for a plan. */
const AT_ONCE = 20_000;

/** How many products boxes of the files show, as a plan says it; undefined where there are none. */
export async function countProducts(trx: Db, of: Of): Promise<ImportPlan['products']> {
  let [here, all] = [0, 0];
  for (let after = ''; ;) {
    const { rows } = await sql<{ product: SaidProduct }>`
      select distinct on (p ->> 'id') p - array['meta_data', 'prices'] as product from import_shape s, jsonb_array_elements(s.data -> 'products') p
      where s.import_id = ${of.importId} and s.kind = 'box' and s.data ? 'products' and p ->> 'id' > ${after}
      order by p ->> 'id' limit ${AT_ONCE}`.execute(trx);
    const products = rows.map(({ product }) => product);
    here += (await findProducts(trx, of, products)).size;
    all += products.length;
    const last = products.at(-1);
    if (!last) break;
    after = last.id;
  }
  return all > 0 ? { new: all - here, here } : undefined;
}
