import { sql, type RawBuilder } from 'kysely';
import { createFieldError } from '../../../platform/errors';
import { writeCsv } from '../../../data-access/csv/write';
import type { Db } from '../../../platform/database/connection';
import { toProductConditions, type ProductFilters } from '../products/filter';
import { PRICE_COLUMNS } from './prices';
import { PRODUCT_COLUMNS } from './products';

/** Maximum number of rows per response, about a megabyte of CSV. Clients request the chunks of a larger export one after the other. */
const ROWS_PER_CHUNK = 5000;

export interface CsvChunk {
  csv: string;
  next: string | null;
}

type ExportCursor = readonly [string, string];
interface CursorRow {
  cursor: ExportCursor;
}

/** Parses the cursor of the previous chunk: the sort key and the id of its last row. Throws 400. */
function parseCursor(after: string | undefined): ExportCursor | null {
  if (after === undefined) return null;
  try {
    const [text, id] = JSON.parse(after) as unknown[];
    if (typeof text === 'string' && typeof id === 'string') return [text, id];
  } catch {
    // Reported like any other invalid cursor.
  }
  throw createFieldError('after', 'is not the cursor of a previous chunk');
}

interface ExportQuery extends ProductFilters {
  after?: string;
}

async function exportChunk<Column extends string>(
  db: Db,
  columns: readonly Column[],
  { after }: ExportQuery,
  selectRowsAfter: (afterCursor: RawBuilder<unknown>) => RawBuilder<CursorRow & Record<Column, string>>,
  sortKey: RawBuilder<unknown>,
): Promise<CsvChunk> {
  const cursor = parseCursor(after);
  const afterCursor = cursor ? sql`(${sortKey}) > (${cursor[0]}, ${cursor[1]})` : sql`true`;
  const { rows } = await selectRowsAfter(afterCursor).execute(db);
  const lastRow = rows.length === ROWS_PER_CHUNK ? rows.at(-1) : undefined;
  return { csv: writeCsv(columns, rows, !cursor), next: lastRow ? JSON.stringify(lastRow.cursor) : null };
}

const matchesFilter = (workspaceId: string, query: ExportQuery) => sql.join(toProductConditions(workspaceId, query), sql` and `);
type TextRow<Columns extends readonly string[]> = CursorRow & Record<Columns[number], string>;
/** Exports a chunk of the products that match the filters, sorted by name. */
export function exportProducts(db: Db, workspaceId: string, query: ExportQuery): Promise<CsvChunk> {
  const sortKey = sql`lower(p.name), p.id::text`;
  return exportChunk(
    db,
    PRODUCT_COLUMNS,
    query,
    (afterCursor) => sql<TextRow<typeof PRODUCT_COLUMNS>>`
      select json_build_array(${sortKey}) as cursor, p.id, p.name, p.customer_product_id, coalesce(c.name, '') as collection,
        coalesce(s.name, '') as set, case when p.verified then 'yes' else 'no' end as verified, p.meta_data::text as meta_data
      from product p left join product_collection c on c.id = p.collection_id left join product_set s on s.id = p.product_set_id
      where ${matchesFilter(workspaceId, query)} and ${afterCursor} order by ${sortKey} limit ${sql.lit(ROWS_PER_CHUNK)}`,
    sortKey,
  );
}

/** Exports a chunk of the prices of products that match the filters, sorted by the name of their product. */
export function exportPrices(db: Db, workspaceId: string, query: ExportQuery): Promise<CsvChunk> {
  const sortKey = sql`lower(p.name), r.id::text`;
  return exportChunk(
    db,
    PRICE_COLUMNS,
    query,
    (afterCursor) => sql<TextRow<typeof PRICE_COLUMNS>>`
      select json_build_array(${sortKey}) as cursor, r.id, p.id as product_id, p.customer_product_id, p.name as product,
        coalesce(s.name, '') as source, coalesce(g.name, '') as grade_company,
        to_char(r.price, 'FM999999999990.0099') as price, r.currency,
        to_char(r.date_of_creation at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as date_of_creation,
        coalesce(r.item_link, '') as item_link, coalesce(r.img_link, '') as img_link
      from price r join product p on p.id = r.product_id
      left join price_source s on s.id = r.source_id left join grade_company g on g.id = r.grade_company_id
      where ${matchesFilter(workspaceId, query)} and ${afterCursor} order by ${sortKey} limit ${sql.lit(ROWS_PER_CHUNK)}`,
    sortKey,
  );
}
