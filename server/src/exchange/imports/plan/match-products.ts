import { createHash } from 'node:crypto';
import type { ImportPlan } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../../database/connection';
import type { DeclaredProduct } from '../../readers/reader';
import type { ImportScope } from './match-entities';

/**
 * The id that a product of a file gets here: the same each time, so that it is known again, and two of one name stay two; and the one it
 * gets when the first is that of a product in the trash. They have the form of random ones, as all ids have.
 */
export const deriveProductIds = ({ importId, workspaceId }: OfImportImport, { id }: DeclaredProduct) => ({
  own: deriveId(workspaceId, id),
  spare: deriveId(workspaceId, id, importId),
});

function deriveId(...by: readonly string[]): string {
  const hex = createHash('sha256').update(by.join(' ')).digest('hex');
  const variant = '89ab'[parseInt(hex.charAt(16), 16) % 4];
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `${variant}${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

/** By the id that a file has for it. */
export type ById = Map<string, string>;

/** What of the workspace a file's product is: the one of its id, or that an import made of it, or else of its customer's id or name in its collection. */
export async function findProducts(db: Db, of: ImportScope, products: readonly DeclaredProduct[]): Promise<ById> {
  const { importId, workspaceId } = of;
  const wanted = products.map((product) => ({
    said: product.id,
    ...deriveProductIds(of, product),
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

/** Products that are looked for together for a plan. */
const AT_ONCE = 20_000;

/** How many products boxes of the files show, as a plan says it; undefined where there are none. */
export async function countProducts(trx: Db, of: Of): Promise<ImportPlan['products']> {
  let [here, all] = [0, 0];
  for (let after = ''; ;) {
    const { rows } = await sql<{ product: DeclaredProduct }>`
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
