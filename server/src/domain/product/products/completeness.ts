import type { Product, ProductGap } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/database/connection';

/**
 * Returns SQL for the meta data keys that at least half of a collection's products have. A row of `product_shape` is a
 * distinct set of keys; `shapeCondition` selects these rows.
 */
function selectCommonKeys(shapeCondition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select s.collection_id, k.key from product_shape s
    join (select collection_id, sum(products) as products from product_shape s where ${shapeCondition} and products > 0 group by collection_id) a
      on a.collection_id = s.collection_id
    cross join unnest(s.keys) k(key)
    where ${shapeCondition} and s.products > 0
    group by s.collection_id, k.key, a.products having sum(s.products) * 2 >= a.products`;
}

/** SQL condition: the product `p` has this gap: it lacks images, a price, a verification or a common meta data key. */
function hasGap(gap: ProductGap, workspaceId: string): RawBuilder<unknown> {
  switch (gap) {
    case 'pictures':
      return sql`p.images_count = 0`;
    case 'price':
      return sql`p.prices_count = 0`;
    case 'verification':
      return sql`not p.verified`;
    case 'meta':
      // Many products have the same set of keys. Find the sets that lack a common key, then compare each product by the id of its set.
      return sql`coalesce(p.shape_id = any(array(
        with usual as materialized (${selectCommonKeys(sql`s.workspace_id = ${workspaceId}`)})
        select s.id from product_shape s where s.workspace_id = ${workspaceId} and s.products > 0
          and exists (select 1 from usual u where u.collection_id = s.collection_id and u.key <> all(s.keys)))), false)`;
  }
}

const ALL_GAPS: readonly ProductGap[] = ['pictures', 'meta', 'price', 'verification'];

/** SQL condition: the product `p` has this gap, any gap, or none. */
export function hasGapCondition(gap: ProductGap | 'anything' | 'nothing', workspaceId: string): RawBuilder<unknown> {
  if (gap !== 'anything' && gap !== 'nothing') return hasGap(gap, workspaceId);
  const hasAnyGap = sql`(${sql.join(
    ALL_GAPS.map((gap) => hasGap(gap, workspaceId)),
    sql` or `,
  )})`;
  return gap === 'anything' ? hasAnyGap : sql`not ${hasAnyGap}`;
}

/** Reads the common meta data keys of collections in alphabetical order. Leaves out collections without common keys. */
export async function readCommonKeys(db: Db, collections: readonly (number | null)[]): Promise<Map<number, string[]>> {
  const uniqueIds = [...new Set(collections.filter((id) => id !== null))];
  if (uniqueIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; keys: string[] }>`
    select collection_id as id, array_agg(key order by key collate "C") as keys
    from (${selectCommonKeys(sql`s.collection_id = any(${uniqueIds}::int[])`)}) u group by collection_id`.execute(db);
  return new Map(rows.map(({ id, keys }) => [id, keys]));
}

/** Lists the gaps of a product, including missing common keys of its collection. */
export function listGaps(
  product: Pick<Product, 'images_count' | 'prices_count' | 'verified'>,
  missingKeys: readonly string[],
): ProductGap[] {
  const gapStates: Record<ProductGap, boolean> = {
    pictures: product.images_count === 0,
    meta: missingKeys.length > 0,
    price: product.prices_count === 0,
    verification: !product.verified,
  };
  return ALL_GAPS.filter((gap) => gapStates[gap]);
}

/** Deletes rows of `product_shape` (distinct sets of keys) that no product uses any more. */
export async function deleteUnusedShapes(db: Db): Promise<void> {
  await db.deleteFrom('product_shape').where('products', '=', 0).execute();
}
