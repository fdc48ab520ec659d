import { sql, type RawBuilder } from 'kysely';
import { badField } from '../../errors';
import { writeCsv } from '../../csv/write';
import type { Db } from '../../database/connection';
import { PRICE_COLUMNS } from './prices';
import { PRODUCT_COLUMNS } from './products';

/** Rows of one part of a file: a megabyte or so, whatever the size of the whole. */
const PART = 5000;

export interface CsvPart {
  csv: string;
  next: string | null;
}

type Place = readonly [string, string];
interface PlacedRow {
  place: Place;
}

/** Where a part ends: the sorted text and the id of its last row. */
function placeOf(after: string | undefined): Place | null {
  if (after === undefined) return null;
  try {
    const [text, id] = JSON.parse(after) as unknown[];
    if (typeof text === 'string' && typeof id === 'string') return [text, id];
  } catch {
    // As any other text that was not answered by the part before.
  }
  throw badField('after', 'is not what the part before has answered');
}

interface Filter {
  after?: string;
  product_collection?: number;
}

async function writePart<Column extends string>(
  db: Db,
  columns: readonly Column[],
  { after }: Filter,
  rowsAfter: (beyond: RawBuilder<unknown>) => RawBuilder<PlacedRow & Record<Column, string>>,
  sortedBy: RawBuilder<unknown>,
): Promise<CsvPart> {
  const place = placeOf(after);
  const beyond = place ? sql`(${sortedBy}) > (${place[0]}, ${place[1]})` : sql`true`;
  const { rows } = await rowsAfter(beyond).execute(db);
  const last = rows.length === PART ? rows.at(-1) : undefined;
  return { csv: writeCsv(columns, rows, !place), next: last ? JSON.stringify(last.place) : null };
}

type Texts<Columns extends readonly string[]> = PlacedRow & Record<Columns[number], string>;
const of = ({ product_collection: id }: Filter) => (id === undefined ? sql`` : sql`and p.collection_id = ${id}`);

/** Products by name. */
export function writeProducts(db: Db, workspaceId: string, filter: Filter): Promise<CsvPart> {
  const sortedBy = sql`lower(p.name), p.id::text`;
  return writePart(
    db,
    PRODUCT_COLUMNS,
    filter,
    (beyond) => sql<Texts<typeof PRODUCT_COLUMNS>>`
      select json_build_array(${sortedBy}) as place, p.id, p.name, p.customer_product_id, coalesce(c.name, '') as collection,
        coalesce(s.name, '') as set, case when p.verified then 'yes' else 'no' end as verified, p.meta_data::text as meta_data
      from product p left join product_collection c on c.id = p.collection_id left join product_set s on s.id = p.product_set_id
      where p.workspace_id = ${workspaceId} ${of(filter)} and ${beyond} order by ${sortedBy} limit ${sql.lit(PART)}`,
    sortedBy,
  );
}

/** Prices by the name of their product. */
export function writePrices(db: Db, workspaceId: string, filter: Filter): Promise<CsvPart> {
  const sortedBy = sql`lower(p.name), r.id::text`;
  return writePart(
    db,
    PRICE_COLUMNS,
    filter,
    (beyond) => sql<Texts<typeof PRICE_COLUMNS>>`
      select json_build_array(${sortedBy}) as place, r.id, p.id as product_id, p.customer_product_id, p.name as product,
        coalesce(s.name, '') as source, coalesce(g.name, '') as grade_company,
        to_char(r.price, 'FM999999999990.0099') as price, r.currency,
        to_char(r.date_of_creation at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as date_of_creation,
        coalesce(r.item_link, '') as item_link, coalesce(r.img_link, '') as img_link
      from price r join product p on p.id = r.product_id
      left join price_source s on s.id = r.source_id left join grade_company g on g.id = r.grade_company_id
      where r.workspace_id = ${workspaceId} ${of(filter)} and ${beyond} order by ${sortedBy} limit ${sql.lit(PART)}`,
    sortedBy,
  );
}
