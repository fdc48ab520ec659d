import { createHash } from 'node:crypto';
import type { ImportPlan } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import type { DeclaredProduct } from '../../readers/reader/reader';
import type { ImportScope } from './match-entities';

/**
 * Derives the id that a declared product gets in the workspace. Each import derives the same id, so it recognizes the product, and products
 * with the same name stay distinct. Earlier versions used the id `spare` if a deleted product had the id `own`.
 */
export const deriveProductIds = ({ importId, workspaceId }: ImportScope, { id }: DeclaredProduct) => ({
  own: deriveId(workspaceId, id),
  spare: deriveId(workspaceId, id, importId),
});

function deriveId(...idParts: readonly string[]): string {
  const hex = createHash('sha256').update(idParts.join(' ')).digest('hex');
  const variant = '89ab'[parseInt(hex.charAt(16), 16) % 4];
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `${variant}${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

/** Ids of products in the workspace, by the ids that the files declare. */
export type ProductIds = Map<string, string>;

/**
 * Matches declared products with products of the workspace: by id, by the id that an earlier import derived, or by customer id or name
 * within the collection of the same name.
 */
export async function findProducts(db: Db, scope: ImportScope, products: readonly DeclaredProduct[]): Promise<ProductIds> {
  const { importId, workspaceId } = scope;
  const declaredProducts = products.map((product) => ({
    declared_id: product.id,
    ...deriveProductIds(scope, product),
    customer: product.customer_product_id,
    name: product.name,
    collection: product.collection?.name ?? null,
  }));
  const importCreationTime = sql`(select created from data_import where id = ${importId})`;
  // A product that is newer than this import came from the same file, so it does not match by name.
  const { rows } = await sql<{ declared_id: string; id: string }>`
    select t.declared_id, f.id
    from jsonb_to_recordset(${JSON.stringify(declaredProducts)}::jsonb) as t(declared_id text, own uuid, spare uuid, customer text, name text, collection text)
    cross join lateral (
      select p.id from (
        select id, 0 as rank, created from product where workspace_id = ${workspaceId} and id = case when t.declared_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then t.declared_id::uuid end
        union all
        select id, 1, created from product where workspace_id = ${workspaceId} and id in (t.own, t.spare)
        union all
        select p.id, 2, p.created from product p left join product_collection c on c.id = p.collection_id
        where p.workspace_id = ${workspaceId} and t.customer <> '' and p.customer_product_id = t.customer
          and c.name is not distinct from t.collection and p.created < ${importCreationTime}
        union all
        select p.id, 2, p.created from product p left join product_collection c on c.id = p.collection_id
        where p.workspace_id = ${workspaceId} and t.customer = '' and lower(p.name) = lower(t.name) and p.name = t.name
          and p.customer_product_id = '' and c.name is not distinct from t.collection and p.created < ${importCreationTime}
      ) p order by p.rank, p.created, p.id limit 1) f`.execute(db);
  return new Map(rows.map(({ declared_id, id }) => [declared_id, id]));
}

const PRODUCTS_PER_BATCH = 20_000;

/** Counts the products for the plan. `here` counts products that already exist. Undefined if the files declare no products. */
export async function countProducts(trx: Db, scope: ImportScope): Promise<ImportPlan['products']> {
  let [existingCount, totalCount] = [0, 0];
  for (let lastKey = ''; ;) {
    const { rows } = await sql<{ product: DeclaredProduct }>`
      select distinct on (p ->> 'id') p - array['meta_data', 'prices'] as product from import_shape s, jsonb_array_elements(s.data -> 'products') p
      where s.import_id = ${scope.importId} and s.kind = 'box' and s.data ? 'products' and p ->> 'id' > ${lastKey}
      order by p ->> 'id' limit ${PRODUCTS_PER_BATCH}`.execute(trx);
    const products = rows.map(({ product }) => product);
    existingCount += (await findProducts(trx, scope, products)).size;
    totalCount += products.length;
    const lastRow = products.at(-1);
    if (!lastRow) break;
    lastKey = lastRow.id;
  }
  return totalCount > 0 ? { new: totalCount - existingCount, here: existingCount } : undefined;
}
