import type { Product, ProductGap } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../database/connection';

/** Keys of meta data that at least half of the products of a collection carry, of the collections whose shapes are meant. */
function usualKeys(which: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select s.collection_id, k.key from product_shape s
    join (select collection_id, sum(products) as products from product_shape s where ${which} and products > 0 group by collection_id) a
      on a.collection_id = s.collection_id
    cross join unnest(s.keys) k(key)
    where ${which} and s.products > 0
    group by s.collection_id, k.key, a.products having sum(s.products) * 2 >= a.products`;
}

/** Whether a product of alias `p` lacks it. */
function isWithout(lack: ProductGap, workspaceId: string): RawBuilder<unknown> {
  switch (lack) {
    case 'pictures':
      return sql`p.images_count = 0`;
    case 'price':
      return sql`p.prices_count = 0`;
    case 'verification':
      return sql`not p.verified`;
    case 'meta':
      // Products share a few shapes: which of them lack a key is found once, and a product goes by its shape's number.
      return sql`coalesce(p.shape_id = any(array(
        with usual as materialized (${usualKeys(sql`s.workspace_id = ${workspaceId}`)})
        select s.id from product_shape s where s.workspace_id = ${workspaceId} and s.products > 0
          and exists (select 1 from usual u where u.collection_id = s.collection_id and u.key <> all(s.keys)))), false)`;
  }
}

const ALL: readonly ProductGap[] = ['pictures', 'meta', 'price', 'verification'];

/** The condition that a product of alias `p` lacks this, or one of them at least, or nothing. */
export function lacksCondition(lack: ProductGap | 'anything' | 'nothing', workspaceId: string): RawBuilder<unknown> {
  if (lack !== 'anything' && lack !== 'nothing') return isWithout(lack, workspaceId);
  const any = sql`(${sql.join(
    ALL.map((each) => isWithout(each, workspaceId)),
    sql` or `,
  )})`;
  return lack === 'anything' ? any : sql`not ${any}`;
}

/** The usual keys of collections, in order; a collection of which none are is not among them. */
export async function readUsualKeys(db: Db, collections: readonly (number | null)[]): Promise<Map<number, string[]>> {
  const wanted = [...new Set(collections.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<{ id: number; keys: string[] }>`
    select collection_id as id, array_agg(key order by key collate "C") as keys
    from (${usualKeys(sql`s.collection_id = any(${wanted}::int[])`)}) u group by collection_id`.execute(db);
  return new Map(rows.map(({ id, keys }) => [id, keys]));
}

/** What a product lacks, of the usual keys of its collection too. */
export function lacksOf(
  product: Pick<Product, 'images_count' | 'prices_count' | 'verified'>,
  missingKeys: readonly string[],
): ProductGap[] {
  const lacks: Record<ProductGap, boolean> = {
    pictures: product.images_count === 0,
    meta: missingKeys.length > 0,
    price: product.prices_count === 0,
    verification: !product.verified,
  };
  return ALL.filter((each) => lacks[each]);
}

/** Removes the shapes that no product has any more. */
export async function clearShapes(db: Db): Promise<void> {
  await db.deleteFrom('product_shape').where('products', '=', 0).execute();
}
