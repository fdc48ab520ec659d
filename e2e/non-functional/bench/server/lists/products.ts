import { sql } from 'kysely';
import type { Db } from '../../../../../server/src/platform/database/connection';
import { expectBody, type TestClient } from '../../../../../server/src/testing/api/client';
import type { ListEnvelope } from '../../../../../server/src/testing/api/fixtures';
import type { BenchWorkspace } from './bench-workspace';
import { measureAlternately, percentile, type Cell } from '../../../support/measure';

const COLLECTION_COUNT = 8;
const PRODUCTS_PATH = '/product/v2/product/';
/** Page size of the console's lists. */
const PAGE_SIZE = 25;
const SETS_PAGE_SIZE = 10;

/** Ids for the filters of the catalogue lists. */
interface BenchProducts {
  count: number;
  collection: number;
  set: string;
  product: string;
}

/**
 * Creates products by SQL with enabled triggers, which maintain counts. 95 % have three images, two thirds a price, 60 % are
 * verified. There are six sets of meta data keys, eight collections, and a set for each hundred products.
 */
export async function loadProducts(db: Db, { workspaceId }: BenchWorkspace, products: number): Promise<BenchProducts> {
  const workspace = sql`${workspaceId}::uuid`;
  const collections = await db
    .insertInto('product_collection')
    .values(Array.from({ length: COLLECTION_COUNT }, (_, index) => ({ workspace_id: workspaceId, name: `Collection ${index}` })))
    .returning('id')
    .execute();
  const collectionIds = collections.map(({ id }) => id);
  await db.transaction().execute(async (tx) => {
    await sql`
      insert into product_set (workspace_id, name, year, collection_id)
      select ${workspace}, 'Set ' || n, 1990 + n % 30, (${collectionIds}::int[])[1 + n % ${sql.lit(COLLECTION_COUNT)}]
      from generate_series(0, ${Math.ceil(products / 100) - 1}::int) n`.execute(tx);
    await sql`
      insert into product (workspace_id, name, customer_product_id, collection_id, product_set_id, verified, meta_data)
      select ${workspace}, 'Product ' || md5(n::text) || ' #' || n, 'SKU-' || n, (${collectionIds}::int[])[1 + n % ${sql.lit(COLLECTION_COUNT)}], s.id, n % 10 < 6,
        jsonb_build_object('brand', md5((n % 400)::text), 'weight', n % 1000, 'description', repeat(md5(n::text) || ' ', 6))
          || case n % 6 when 0 then '{}' when 1 then jsonb_build_object('ean', n) when 2 then jsonb_build_object('size', n)
            when 3 then jsonb_build_object('ean', n, 'size', 'L') when 4 then jsonb_build_object('ean', n, 'colour', 'red') else '{"ean": ""}' end
      from generate_series(0, ${products - 1}::int) n
      join (select id, row_number() over (order by created, id) - 1 as at from product_set where workspace_id = ${workspace}) s on s.at = n / 100`.execute(
      tx,
    );
    await sql`create temporary table numbered_product on commit drop as
      select id, row_number() over (order by id) as n from product where workspace_id = ${workspace}`.execute(tx);
    await sql`
      insert into product_image (workspace_id, product_id, name, img_key, thumb_key, content_type, img_width, img_height)
      select ${workspace}, p.id, 'view ' || k, md5(p.id::text || k) || '0123456789abcdef.jpg', md5(p.id::text || k) || 'fedcba9876543210.webp', 'image/jpeg', 800, 600
      from numbered_product p cross join generate_series(1, 3) k where p.n % 20 > 0`.execute(tx);
    await sql`
      insert into price (workspace_id, product_id, price, currency)
      select ${workspace}, p.id, p.n % 1000 + 0.5, 'EUR' from numbered_product p where p.n % 3 > 0`.execute(tx);
  });
  await sql`vacuum analyze`.execute(db);
  const firstProduct = await db
    .selectFrom('product')
    .select(['id', 'product_set_id'])
    .where('workspace_id', '=', workspaceId)
    .where('images_count', '>', 0)
    .limit(1)
    .executeTakeFirstOrThrow();
  return { count: products, collection: collectionIds[0] ?? 0, set: firstProduct.product_set_id ?? '', product: firstProduct.id };
}

export const PRODUCTS_HEADER = ['catalogue', 'count', 'HTTP p50', 'HTTP p95'];

/** Measures all lists of the catalogue with each filter and deep pages. Returns table rows in milliseconds. */
export async function measureProducts(client: TestClient, products: BenchProducts, rounds: number): Promise<Cell[][]> {
  const listQueries: Record<string, Record<string, string | number | boolean>> = {
    'no filter': {},
    'middle page': { page: Math.max(1, Math.floor(products.count / 2 / PAGE_SIZE)) },
    'last page': { page: Math.max(1, Math.floor(products.count / PAGE_SIZE)) },
    'not verified': { verified: false },
    empty: { empty: true },
    'of a collection': { product_collection: products.collection },
    'of a set': { product_set: products.set },
    'customer id': { customer_product_id: 'SKU-77' },
    'name, one letter': { search: 'a' },
    'name, three letters': { search: 'abc' },
    'name, a word': { search: 'product' },
    'name, nothing found': { search: 'zzz' },
    'without images': { lacks: 'pictures' },
    'without meta data': { lacks: 'meta' },
    'without a price': { lacks: 'price' },
    incomplete: { lacks: 'anything' },
    complete: { lacks: 'nothing' },
    'five filters': { product_collection: products.collection, search: 'a', verified: false, empty: false, lacks: 'meta' },
  };
  const requests: [string, string, Record<string, string | number | boolean>][] = [
    ...Object.entries(listQueries).map(([name, filter]): (typeof requests)[number] => [
      name,
      PRODUCTS_PATH,
      { page_size: PAGE_SIZE, ...filter },
    ]),
    ['collections', '/product/v2/collection/', { page_size: 1000 }],
    ['sets', '/product/v2/set/', { page_size: SETS_PAGE_SIZE }],
    ['sets by name', '/product/v2/set/', { page_size: SETS_PAGE_SIZE, search: '7' }],
    ['images of a product', '/product/v2/image/', { product: products.product, page_size: 1000 }],
    ['prices of a product', '/product/v2/price/', { product_id: products.product, page_size: 5 }],
  ];
  const rows: Cell[][] = [];
  for (const [name, path, query] of requests) {
    const requestPage = async () => expectBody<ListEnvelope<unknown>>(await client.get(path, query));
    const { count } = await requestPage();
    const [durations = []] = await measureAlternately(rounds, [requestPage]);
    rows.push([name, String(count), percentile(durations, 0.5), percentile(durations, 0.95)]);
  }
  return rows;
}
