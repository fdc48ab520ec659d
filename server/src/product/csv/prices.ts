import { randomUUID } from 'node:crypto';
import type { CsvPlan } from '@console/shared-contract/api';
import { NAME_LENGTH } from '@console/shared-contract/limits';
import { sql } from 'kysely';
import { CLEARED_CELL, readCsv, type CsvLine } from '../../csv/read';
import type { Db } from '../../database/connection';
import { messages as words } from './messages';
import { byKey, meant, Problems, ProductIndex, UUID, type ProductMatch } from './lookup';

export const PRICE_COLUMNS = [
  'id',
  'product_id',
  'customer_product_id',
  'product',
  'source',
  'grade_company',
  'price',
  'currency',
  'date_of_creation',
  'item_link',
  'img_link',
] as const;
type Line = CsvLine<(typeof PRICE_COLUMNS)[number]>;
/** What a line may empty by `(none)`. */
const EMPTIABLE = ['source', 'grade_company', 'item_link', 'img_link'] as const;

/** What a file can say of a price, as its row has it. */
export interface PriceFields {
  product: string;
  source: string | null;
  grade_company: string | null;
  price: string;
  currency: string;
  date_of_creation: string;
  item_link: string | null;
  img_link: string | null;
}
interface Stored extends PriceFields {
  id: string;
  version: number;
}
type Given = Partial<Omit<PriceFields, 'product'>>;
export interface PriceChange {
  id: string;
  /** Null: it is new. */
  stored: Stored | null;
  /** Without a date: now. */
  fields: Omit<PriceFields, 'date_of_creation'> & { date_of_creation: string | null };
}

const namesOf = ({ cells }: Line) => ({
  id: cells.product_id ?? '',
  customer: cells.customer_product_id ?? '',
  name: cells.product ?? '',
});

/**
 * What a file of prices would make and change. A line with the id of a price changes that, an empty cell leaving what is
 * there; another adds one to its product, unless the product has the same already.
 */
export async function planPrices(
  db: Db,
  workspaceId: string,
  text: string,
  isLocked: boolean,
): Promise<{ plan: CsvPlan; changes: PriceChange[] }> {
  const needed = [['product_id', 'customer_product_id', 'product'], ['price']] as const;
  const { lines, errors } = readCsv(text, PRICE_COLUMNS, needed, EMPTIABLE);
  const problems = new Problems(errors);
  const products = await namedProducts(db, workspaceId, lines, isLocked);
  const known = new ProductIndex(products);
  const stored = await storedPrices(
    db,
    workspaceId,
    products.map(({ id }) => id),
  );
  const ids = new Map(stored.map((price) => [price.id, price]));
  const same = byKey(stored, keyOf);
  const seen = new Map<string, number>();
  const changes: PriceChange[] = [];
  const plan: CsvPlan = { created: [], changed: [], unchanged: 0, errors: [], applied: false };
  for (const line of lines) {
    const { row } = line;
    const product = productOf(line, known, problems);
    const given = read(line, problems);
    if (!product || !given) continue;
    const id = line.cells.id ?? '';
    const now = id === '' ? null : ids.get(id.toLowerCase());
    if (now === undefined) {
      problems.add(row, UUID.test(id) ? words.unknownId('price', id) : words.badId(id));
      continue;
    }
    if (now && now.product !== product.id) {
      problems.add(row, words.moved);
      continue;
    }
    const fields = { ...(now ?? empty(product.id)), ...given };
    if (fields.price === '' || fields.currency === '') {
      problems.add(row, words.noPrice);
      continue;
    }
    const identity = now?.id ?? `${keyOf(fields)} ${fields.date_of_creation ?? ''}`;
    const before = seen.get(identity);
    seen.set(identity, before ?? row);
    const isThere = same.get(keyOf(fields))?.some(({ date_of_creation: date }) => isSameTime(date, fields.date_of_creation));
    if (before !== undefined) problems.add(row, words.twice(before));
    else if (!now && isThere) plan.unchanged += 1;
    else if (!now) {
      plan.created.push({ row, name: product.name });
      changes.push({ id: randomUUID(), stored: null, fields: pricePart(fields) });
    } else change(plan, changes, { row, name: product.name, now, fields: pricePart(fields) });
  }
  return { plan: { ...plan, errors: problems.sorted() }, changes };
}

interface Differing {
  row: number;
  name: string;
  now: Stored;
  fields: PriceChange['fields'];
}

function change(plan: CsvPlan, changes: PriceChange[], { row, name, now, fields }: Differing): void {
  const keys = Object.keys(fields) as (keyof PriceFields)[];
  const isSame = (field: keyof PriceFields) =>
    field === 'date_of_creation' ? isSameTime(now[field], fields[field]) : now[field] === fields[field];
  const differing = keys.filter((field) => !isSame(field));
  if (differing.length === 0) {
    plan.unchanged += 1;
    return;
  }
  const shown = differing.map((field) => ({ field, before: now[field] ?? '', after: fields[field] ?? '' }));
  plan.changed.push({ row, id: now.id, name, fields: shown });
  changes.push({ id: now.id, stored: now, fields });
}

const empty = (product: string) => ({
  product,
  source: null,
  grade_company: null,
  price: '',
  currency: '',
  date_of_creation: null,
  item_link: null,
  img_link: null,
});

export const pricePart = <Price extends PriceChange['fields']>(row: Price) => ({
  product: row.product,
  source: row.source,
  grade_company: row.grade_company,
  price: row.price,
  currency: row.currency,
  date_of_creation: row.date_of_creation,
  item_link: row.item_link,
  img_link: row.img_link,
});

/** What makes a price the same as another, its date aside. */
const keyOf = ({ product, source, grade_company, price, currency }: Omit<PriceFields, 'date_of_creation'>) =>
  JSON.stringify([product, source, grade_company, price, currency]);
/** No date is any date: a file without dates can be imported twice. */
const isSameTime = (stored: string, wanted: string | null) =>
  wanted === null || new Date(stored).getTime() === new Date(wanted).getTime();

function productOf(line: Line, known: ProductIndex<ProductMatch>, problems: Problems): ProductMatch | null {
  const name = namesOf(line);
  if (name.id === '' && name.customer === '' && name.name === '') return problems.add(line.row, words.noProduct) ?? null;
  const found = known.find(name, line.row, problems);
  if (found === null)
    problems.add(line.row, name.customer !== '' ? words.noCustomerId(name.customer) : words.none('product', name.name));
  return found ?? null;
}

async function namedProducts(db: Db, workspaceId: string, lines: readonly Line[], isLocked: boolean): Promise<ProductMatch[]> {
  const { rows } = await sql<ProductMatch>`
    select p.id, p.name, p.customer_product_id from product p
    where p.workspace_id = ${workspaceId} and ${meant(lines.map(namesOf))} order by p.id
    ${isLocked ? sql`for update` : sql``}`.execute(db);
  return rows;
}

/** The prices of products, which a writer holds already. */
async function storedPrices(db: Db, workspaceId: string, products: readonly string[]): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    select r.id, r.product_id as product, s.name as source, g.name as grade_company, trim_scale(r.price)::text as price, r.currency,
      to_char(r.date_of_creation at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as date_of_creation,
      r.item_link, r.img_link, r.version
    from price r left join price_source s on s.id = r.source_id left join grade_company g on g.id = r.grade_company_id
    where r.workspace_id = ${workspaceId} and r.product_id = any(${products}) order by r.id`.execute(db);
  return rows;
}

/** What a line says of a price; null where something in it is wrong, which is said. */
function read({ row, cells }: Line, problems: Problems): Given | null {
  const count = problems.errors.length;
  const given: Given = {};
  const { price = '', currency = '', date_of_creation: date = '' } = cells;
  if (price !== '') {
    if (!/^\d{1,12}(\.\d{1,4})?$/.test(price)) problems.add(row, words.price(price));
    given.price = price
      .replace(/^0+(?=\d)/, '')
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, '');
  }
  if (currency !== '') {
    if (!/^[A-Za-z]{3}$/.test(currency)) problems.add(row, words.currency(currency));
    given.currency = currency.toUpperCase();
  }
  if (date !== '') {
    const time = /^\d{4}-\d\d-\d\d([T ].*)?$/.test(date) ? Date.parse(date) : NaN;
    if (Number.isNaN(time)) problems.add(row, words.date(date));
    else given.date_of_creation = new Date(time).toISOString();
  }
  for (const column of ['source', 'grade_company'] as const) {
    const text = cells[column] ?? '';
    if (text.length > NAME_LENGTH.max) problems.add(row, words.tooLong(column, NAME_LENGTH.max));
    if (text !== '') given[column] = text === CLEARED_CELL ? null : text;
  }
  for (const column of ['item_link', 'img_link'] as const) {
    const text = cells[column] ?? '';
    if (text === '') continue;
    if (text === CLEARED_CELL) {
      given[column] = null;
      continue;
    }
    if (!isLink(text)) problems.add(row, words.link(column));
    given[column] = text;
  }
  return problems.errors.length === count ? given : null;
}

const isLink = (text: string) => text.length <= 4096 && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
