import type { Product, ProductOrdering } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import {
  toIsoTimestamp,
  readBounded,
  readOne,
  type PageRequest,
  type RowPage,
  type RowView,
} from '../../../data-access/rows/view';
import { listGaps, readCommonKeys } from './completeness';

/** Up to this number of matches, sorting the matches is faster than scanning an index in the requested order. */
const MAX_SORTED_ROWS = 1000;

type FileUrl = (key: string) => string;
type ProductRow = Omit<Product, 'thumb' | 'lacks' | 'missing_keys'> & { thumb_key: string | null; keys: string[] };

const productView: RowView<ProductRow> = {
  from: sql`product p left join product_set s on s.id = p.product_set_id`,
  id: sql`p.id`,
  columns: sql<ProductRow>`
    p.id, p.workspace_id as workspace, p.name, p.customer_product_id, p.collection_id as product_collection,
    case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end as product_set,
    p.verified, p.meta_data, ${toIsoTimestamp('p.created')} as created, p.version,
    (select i.thumb_key from product_image i where i.product_id = p.id order by i.created, i.id limit 1) as thumb_key,
    p.images_count, p.prices_count, carried_keys(p.meta_data) as keys`,
};

async function toProducts(db: Db, rows: readonly ProductRow[], fileUrl: FileUrl): Promise<Product[]> {
  const commonKeys = await readCommonKeys(
    db,
    rows.map((row) => row.product_collection),
  );
  return rows.map(({ thumb_key, keys, ...row }) => {
    const expectedKeys = row.product_collection === null ? [] : (commonKeys.get(row.product_collection) ?? []);
    const missing_keys = expectedKeys.filter((key) => !keys.includes(key));
    return {
      ...row,
      thumb: thumb_key === null ? null : fileUrl(thumb_key),
      lacks: listGaps(row, missing_keys),
      missing_keys,
    };
  });
}

export async function readProduct(db: Db, id: string, fileUrl: FileUrl): Promise<Product> {
  const [product] = await toProducts(db, [await readOne(db, productView, id)], fileUrl);
  if (!product) throw new Error('toProducts() returned no product');
  return product;
}

const ORDER_COLUMNS = {
  name: sql`lower(p.name)`,
  number: sql`nullif(lower(p.customer_product_id), '')`,
  created: sql`p.created`,
} as const;

/**
 * SQL of the sort order. Each order has an index. PostgreSQL reads the index backwards for descending orders, except for the order with
 * `nulls last`.
 */
function toProductOrder(ordering: ProductOrdering): RawBuilder<unknown> {
  const column = ordering.replace('-', '') as keyof typeof ORDER_COLUMNS;
  const direction = ordering.startsWith('-') ? sql`desc` : sql`asc`;
  const nullsOrder = column === 'number' ? sql`nulls last` : sql``;
  return sql`order by ${ORDER_COLUMNS[column]} ${direction} ${nullsOrder}, p.id ${direction}`;
}

/**
 * Reads a page of sorted products, and the exact count. Both read ids from an index only (ADR 0008). Complete rows are read
 * only for the ids of the page, because reading all complete rows before a late page would be slow.
 */
export async function readProductPage(
  db: Db,
  { where, ordering = 'name', limit, offset }: Omit<PageRequest, 'order'> & { ordering?: ProductOrdering },
  fileUrl: FileUrl,
): Promise<RowPage<Product>> {
  const condition = sql.join(where, sql` and `);
  const countResult = await sql<{ n: number }>`select count(*)::int as n from product p where ${condition}`.execute(db);
  const count = countResult.rows[0]?.n ?? 0;
  if (count <= offset) return { count, rows: [] };
  const order = toProductOrder(ordering);
  // `offset 0` prevents the planner from scanning the complete list in order if another index finds the few matches at once.
  const optimizationFence = count <= MAX_SORTED_ROWS ? sql`offset 0` : sql``;
  const pageIds = sql`
    select p.id from (select p.id, p.name, p.customer_product_id, p.created from product p where ${condition} ${optimizationFence}) p ${order} limit ${limit} offset ${offset}`;
  const rows = await readBounded(
    db,
    sql<ProductRow>`select ${productView.columns} from ${productView.from} where p.id = any(array(${pageIds})) ${order}`,
  );
  return { count, rows: await toProducts(db, rows, fileUrl) };
}
