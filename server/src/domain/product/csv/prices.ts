import { randomUUID } from 'node:crypto';
import type { CsvPlan } from '@console/shared-contract/api';
import { NAME_LENGTH } from '@console/shared-contract/limits';
import { sql } from 'kysely';
import { CLEARED_CELL, readCsv, type CsvLine, type CsvLines } from '../../../data-access/csv/read';
import type { Db } from '../../../platform/database/connection';
import { messages } from './messages';
import { groupByKey } from '../../../data-access/rows/group-by-key';
import { matchesAny, RowErrors, ProductIndex, UUID, type ProductMatch, type ProductReference } from './lookup';

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
type PriceColumn = (typeof PRICE_COLUMNS)[number];
type PriceLine = CsvLine<PriceColumn>;
/** Columns that a line may clear with `(none)`. */
const CLEARABLE_COLUMNS = ['source', 'grade_company', 'item_link', 'img_link'] as const;

/** The fields of a price in a file. */
interface PriceFields {
  product: string;
  source: string | null;
  grade_company: string | null;
  price: string;
  currency: string;
  date_of_creation: string;
  item_link: string | null;
  img_link: string | null;
}
interface StoredPrice extends PriceFields {
  id: string;
  version: number;
}
type ParsedPrice = Partial<Omit<PriceFields, 'product'>>;
export interface PriceChange {
  id: string;
  /** The stored price; null for a new one. */
  stored: StoredPrice | null;
  /** A missing date means the time of the import. */
  fields: Omit<PriceFields, 'date_of_creation'> & { date_of_creation: string | null };
}

const getReference = ({ cells }: PriceLine) => ({
  id: cells.product_id ?? '',
  customerId: cells.customer_product_id ?? '',
  name: cells.product ?? '',
});

export const readPriceCsv = (text: string) =>
  readCsv(text, PRICE_COLUMNS, [['product_id', 'customer_product_id', 'product'], ['price']], CLEARABLE_COLUMNS);

/** Lists the products that a line may refer to. The column `product` contains a name, a customer product id or an id. */
const listReferences = (line: PriceLine): ProductReference[] => {
  const reference = getReference(line);
  const { id, customerId, name } = reference;
  return id !== '' || customerId !== ''
    ? [reference]
    : [reference, { id: '', customerId: name, name: '' }, ...(UUID.test(name) ? [{ id: name, customerId: '', name: '' }] : [])];
};

/**
 * Plans the import of a file of prices. A line with a price id changes that price; its empty cells change nothing. A line without a price
 * id adds a price to its product, unless the product already has the same price. `lockRows` locks the products.
 */
export async function planPrices(
  db: Db,
  workspaceId: string,
  { lines, errors }: CsvLines<PriceColumn>,
  lockRows: boolean,
): Promise<{ plan: CsvPlan; changes: PriceChange[] }> {
  const rowErrors = new RowErrors(errors);
  const products = await readProducts(db, workspaceId, lines, lockRows);
  const productIndex = new ProductIndex(products);
  const storedPrices = await readStoredPrices(
    db,
    workspaceId,
    products.map(({ id }) => id),
  );
  const storedPriceById = new Map(storedPrices.map((price) => [price.id, price]));
  const storedByKey = groupByKey(storedPrices, getKey);
  const firstRows = new Map<string, number>();
  const changes: PriceChange[] = [];
  const plan: CsvPlan = { created: [], changed: [], unchanged: 0, errors: [], applied: false };
  for (const line of lines) {
    const { row } = line;
    const product = findProduct(line, productIndex, rowErrors);
    const parsedLine = parseLine(line, rowErrors);
    if (!product || !parsedLine) continue;
    const id = line.cells.id ?? '';
    const storedPrice = id === '' ? null : storedPriceById.get(id.toLowerCase());
    if (storedPrice === undefined) {
      rowErrors.add(row, UUID.test(id) ? messages.unknownId('price', id) : messages.invalidId(id));
      continue;
    }
    if (storedPrice && storedPrice.product !== product.id) {
      rowErrors.add(row, messages.cannotChangeProduct);
      continue;
    }
    const fields = { ...(storedPrice ?? createEmptyPrice(product.id)), ...parsedLine };
    if (fields.price === '' || fields.currency === '') {
      rowErrors.add(row, messages.priceRequired);
      continue;
    }
    const identity = storedPrice?.id ?? `${getKey(fields)} ${fields.date_of_creation ?? ''}`;
    const firstRow = firstRows.get(identity);
    firstRows.set(identity, firstRow ?? row);
    const isStored = storedByKey
      .get(getKey(fields))
      ?.some(({ date_of_creation: date }) => isSameDate(date, fields.date_of_creation));
    if (firstRow !== undefined) rowErrors.add(row, messages.duplicateRow(firstRow));
    else if (!storedPrice && isStored) plan.unchanged += 1;
    else if (!storedPrice) {
      plan.created.push({ row, name: product.name });
      changes.push({ id: randomUUID(), stored: null, fields: pickPriceFields(fields) });
    } else addPriceChange(plan, changes, { row, name: product.name, storedPrice, fields: pickPriceFields(fields) });
  }
  return { plan: { ...plan, errors: rowErrors.listSorted() }, changes };
}

interface PlannedEdit {
  row: number;
  name: string;
  storedPrice: StoredPrice;
  fields: PriceChange['fields'];
}

function addPriceChange(plan: CsvPlan, changes: PriceChange[], { row, name, storedPrice, fields }: PlannedEdit): void {
  const keys = Object.keys(fields) as (keyof PriceFields)[];
  const isSameField = (field: keyof PriceFields) =>
    field === 'date_of_creation' ? isSameDate(storedPrice[field], fields[field]) : storedPrice[field] === fields[field];
  const changedFields = keys.filter((field) => !isSameField(field));
  if (changedFields.length === 0) {
    plan.unchanged += 1;
    return;
  }
  const fieldChanges = changedFields.map((field) => ({ field, before: storedPrice[field] ?? '', after: fields[field] ?? '' }));
  plan.changed.push({ row, id: storedPrice.id, name, fields: fieldChanges });
  changes.push({ id: storedPrice.id, stored: storedPrice, fields });
}

const createEmptyPrice = (productId: string) => ({
  product: productId,
  source: null,
  grade_company: null,
  price: '',
  currency: '',
  date_of_creation: null,
  item_link: null,
  img_link: null,
});

const pickPriceFields = <Price extends PriceChange['fields']>(row: Price) => ({
  product: row.product,
  source: row.source,
  grade_company: row.grade_company,
  price: row.price,
  currency: row.currency,
  date_of_creation: row.date_of_creation,
  item_link: row.item_link,
  img_link: row.img_link,
});

/** Returns a key that is equal for prices that only differ in the date or links. */
const getKey = ({ product, source, grade_company, price, currency }: Omit<PriceFields, 'date_of_creation'>) =>
  JSON.stringify([product, source, grade_company, price, currency]);
/** Whether two dates are equal. A missing date equals every date, so importing a file without dates twice adds nothing. */
const isSameDate = (stored: string, date: string | null) =>
  date === null || new Date(stored).getTime() === new Date(date).getTime();

function findProduct(line: PriceLine, productIndex: ProductIndex<ProductMatch>, rowErrors: RowErrors): ProductMatch | null {
  const reference = getReference(line);
  const { id, customerId, name } = reference;
  const isNameOnly = id === '' && customerId === '';
  if (isNameOnly && name === '') return rowErrors.add(line.row, messages.productRequired) ?? null;
  const product = isNameOnly
    ? productIndex.findByAnyKey(name, line.row, rowErrors)
    : productIndex.find(reference, line.row, rowErrors);
  if (product === null)
    rowErrors.add(line.row, customerId !== '' ? messages.noCustomerId(customerId) : messages.notFound('product', name));
  return product ?? null;
}

async function readProducts(
  db: Db,
  workspaceId: string,
  lines: readonly PriceLine[],
  lockRows: boolean,
): Promise<ProductMatch[]> {
  const { rows } = await sql<ProductMatch>`
    select p.id, p.name, p.customer_product_id from product p
    where p.workspace_id = ${workspaceId} and ${matchesAny(lines.flatMap(listReferences))} order by p.id
    ${lockRows ? sql`for update` : sql``}`.execute(db);
  return rows;
}

/** Reads the prices of products. An import that writes must lock the products first. */
async function readStoredPrices(db: Db, workspaceId: string, products: readonly string[]): Promise<StoredPrice[]> {
  const { rows } = await sql<StoredPrice>`
    select r.id, r.product_id as product, s.name as source, g.name as grade_company, trim_scale(r.price)::text as price, r.currency,
      to_char(r.date_of_creation at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as date_of_creation,
      r.item_link, r.img_link, r.version
    from price r left join price_source s on s.id = r.source_id left join grade_company g on g.id = r.grade_company_id
    where r.workspace_id = ${workspaceId} and r.product_id = any(${products}) order by r.id`.execute(db);
  return rows;
}

/** Parses a line. Returns null if it is invalid and errors were added. */
function parseLine({ row, cells }: PriceLine, rowErrors: RowErrors): ParsedPrice | null {
  const errorCountBefore = rowErrors.errors.length;
  const parsedPrice: ParsedPrice = {};
  const { price = '', currency = '', date_of_creation: date = '' } = cells;
  if (price !== '') {
    if (!/^\d{1,12}(\.\d{1,4})?$/.test(price)) rowErrors.add(row, messages.invalidPrice(price));
    parsedPrice.price = price
      .replace(/^0+(?=\d)/, '')
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, '');
  }
  if (currency !== '') {
    if (!/^[A-Za-z]{3}$/.test(currency)) rowErrors.add(row, messages.invalidCurrency(currency));
    parsedPrice.currency = currency.toUpperCase();
  }
  if (date !== '') {
    const timestamp = /^\d{4}-\d\d-\d\d([T ].*)?$/.test(date) ? Date.parse(date) : NaN;
    if (Number.isNaN(timestamp)) rowErrors.add(row, messages.invalidDate(date));
    else parsedPrice.date_of_creation = new Date(timestamp).toISOString();
  }
  for (const column of ['source', 'grade_company'] as const) {
    const text = cells[column] ?? '';
    if (text.length > NAME_LENGTH.max) rowErrors.add(row, messages.tooLong(column, NAME_LENGTH.max));
    if (text !== '') parsedPrice[column] = text === CLEARED_CELL ? null : text;
  }
  for (const column of ['item_link', 'img_link'] as const) {
    const text = cells[column] ?? '';
    if (text === '') continue;
    if (text === CLEARED_CELL) {
      parsedPrice[column] = null;
      continue;
    }
    if (!isLink(text)) rowErrors.add(row, messages.invalidLink(column));
    parsedPrice[column] = text;
  }
  return rowErrors.errors.length === errorCountBefore ? parsedPrice : null;
}

const isLink = (text: string) => text.length <= 4096 && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
