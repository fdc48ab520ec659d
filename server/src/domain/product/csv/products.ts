import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Json, type CsvPlan } from '@console/shared-contract/api';
import { NAME_LENGTH } from '@console/shared-contract/limits';
import { sql } from 'kysely';
import { CLEARED_CELL, readCsv, type CsvLine, type CsvLines } from '../../../data-access/csv/read';
import type { Db } from '../../../platform/database/connection';
import { messages } from './messages';
import { lockCsvImports } from '../../../data-access/csv/import-lock';
import { findMissing, listNames, type MissingEntities } from './missing';
import { matchesAny, findByNames, requireUnique, RowErrors, ProductIndex, type NamedRow, type ProductMatch } from './lookup';

export const PRODUCT_COLUMNS = ['id', 'name', 'customer_product_id', 'collection', 'set', 'verified', 'meta_data'] as const;
type ProductColumn = (typeof PRODUCT_COLUMNS)[number];
type ProductLine = CsvLine<ProductColumn>;

/** The fields of a product in a file. */
export interface ProductFields {
  name: string;
  customer_product_id: string;
  product_collection: number | null;
  product_set: string | null;
  verified: boolean;
  meta_data: unknown;
}
interface StoredProduct extends ProductMatch, ProductFields {
  version: number;
  collection_name: string;
  set_name: string;
}
/** The parsed fields of a line; undefined fields stay unchanged. */
interface ParsedProduct extends Partial<ProductFields> {
  row: number;
  collection_name?: string;
  set_name?: string;
}
export interface ProductChange {
  id: string;
  /** The stored product; null for a new one. */
  stored: StoredProduct | null;
  fields: ProductFields;
}
interface PlannedProducts {
  plan: CsvPlan;
  changes: ProductChange[];
  /** The collections and sets that the plan creates; null if it creates none. */
  missing: MissingEntities | null;
}

const NEW_PRODUCT: ProductFields = {
  name: '',
  customer_product_id: '',
  product_collection: null,
  product_set: null,
  verified: false,
  meta_data: {},
};
/** Columns that a line may clear with `(none)`. */
const CLEARABLE_COLUMNS = ['customer_product_id', 'collection', 'set', 'meta_data'] as const;
const getReference = ({ cells }: ProductLine) => ({
  id: cells.id ?? '',
  customerId: (cells.customer_product_id ?? '').replace(CLEARED_CELL, ''),
  name: cells.name ?? '',
});

export const readProductCsv = (text: string) =>
  readCsv(text, PRODUCT_COLUMNS, [['name', 'id', 'customer_product_id']], CLEARABLE_COLUMNS);

/**
 * Plans the import of a file of products. Empty cells change nothing. A product is identified by its id, else by the customer
 * product id, else by its name. `lockRows` locks the rows until the transaction ends. With `createMissing`, collections and
 * sets that do not exist are created with just a name.
 */
export async function planProducts(
  db: Db,
  workspaceId: string,
  { lines, errors }: CsvLines<ProductColumn>,
  { lockRows, createMissing }: { lockRows: boolean; createMissing: boolean },
): Promise<PlannedProducts> {
  const rowErrors = new RowErrors(errors);
  const listCells = (column: 'collection' | 'set') =>
    [...new Set(lines.map(({ cells }) => cells[column] ?? ''))].filter((name) => name !== CLEARED_CELL);
  const names = { collections: listCells('collection'), sets: listCells('set') };
  if (lockRows) await lockCsvImports(db, workspaceId);
  const collections = await findByNames<number>(db, 'product_collection', workspaceId, names.collections);
  const productSets = await findByNames<string>(db, 'product_set', workspaceId, names.sets);
  const missingEntities = findMissing(names, { collections, sets: productSets });
  if (createMissing) {
    for (const row of missingEntities.collections) collections.set(row.name, [row]);
    for (const row of missingEntities.sets) productSets.set(row.name, [row]);
  }
  const productIndex = new ProductIndex(await readStoredProducts(db, workspaceId, lines.map(getReference), lockRows));
  const firstRows = new Map<string, number>();
  const changes: ProductChange[] = [];
  const plan: CsvPlan = {
    created: [],
    changed: [],
    unchanged: 0,
    errors: [],
    missing: listNames(missingEntities),
    applied: false,
  };
  for (const line of lines) {
    const storedProduct = productIndex.find(getReference(line), line.row, rowErrors);
    const parsedProduct = parseLine(line, collections, productSets, rowErrors);
    if (storedProduct === undefined || parsedProduct === null) continue;
    const { customerId, name } = getReference(line);
    const identity = storedProduct?.id ?? (customerId === '' ? `name ${name}` : `customer ${customerId}`);
    const firstRow = firstRows.get(identity);
    if (firstRow !== undefined) rowErrors.add(line.row, messages.duplicateRow(firstRow));
    else if (!storedProduct && parsedProduct.name === undefined) rowErrors.add(line.row, messages.nameRequired);
    else addProductChange(plan, changes, storedProduct, parsedProduct);
    firstRows.set(identity, firstRow ?? line.row);
  }
  return { plan: { ...plan, errors: rowErrors.listSorted() }, changes, missing: createMissing ? missingEntities : null };
}

function addProductChange(
  plan: CsvPlan,
  changes: ProductChange[],
  storedProduct: StoredProduct | null,
  parsedProduct: ParsedProduct,
): void {
  const { row, collection_name, set_name, ...parsedFields } = parsedProduct;
  const sentFields = Object.fromEntries(
    Object.entries(parsedFields).filter(([, value]) => value !== undefined),
  ) as Partial<ProductFields>;
  const fields: ProductFields = { ...(storedProduct ? pickProductFields(storedProduct) : NEW_PRODUCT), ...sentFields };
  if (!storedProduct) {
    plan.created.push({ row, name: fields.name });
    changes.push({ id: randomUUID(), stored: storedProduct, fields });
    return;
  }
  const changedFields = (Object.keys(sentFields) as (keyof ProductFields)[]).filter(
    (field) => !isDeepStrictEqual(storedProduct[field], fields[field]),
  );
  if (changedFields.length === 0) {
    plan.unchanged += 1;
    return;
  }
  const changedValues: Record<keyof ProductFields, [string, string | undefined]> = {
    name: [storedProduct.name, parsedFields.name],
    customer_product_id: [storedProduct.customer_product_id, parsedFields.customer_product_id],
    product_collection: [storedProduct.collection_name, collection_name],
    product_set: [storedProduct.set_name, set_name],
    verified: [formatYesNo(storedProduct.verified), formatYesNo(fields.verified)],
    meta_data: [JSON.stringify(storedProduct.meta_data), JSON.stringify(fields.meta_data)],
  };
  plan.changed.push({
    row,
    id: storedProduct.id,
    name: storedProduct.name,
    fields: changedFields.map((field) => ({
      field,
      before: truncate(changedValues[field][0]),
      after: truncate(changedValues[field][1] ?? ''),
    })),
  });
  changes.push({ id: storedProduct.id, stored: storedProduct, fields });
}

const formatYesNo = (value: boolean) => (value ? 'yes' : 'no');
const truncate = (text: string) => (text.length > 200 ? `${text.slice(0, 199)}…` : text);
const pickProductFields = ({
  name,
  customer_product_id,
  product_collection,
  product_set,
  verified,
  meta_data,
}: StoredProduct): ProductFields => ({ name, customer_product_id, product_collection, product_set, verified, meta_data });

async function readStoredProducts(
  db: Db,
  workspaceId: string,
  names: readonly { id: string; customerId: string; name: string }[],
  lockRows: boolean,
): Promise<StoredProduct[]> {
  const { rows } = await sql<StoredProduct>`
    select p.id, p.name, p.customer_product_id, p.collection_id as product_collection, p.product_set_id as product_set,
      p.verified, p.meta_data, p.version, coalesce(c.name, '') as collection_name, coalesce(s.name, '') as set_name
    from product p left join product_collection c on c.id = p.collection_id left join product_set s on s.id = p.product_set_id
    where p.workspace_id = ${workspaceId} and ${matchesAny(names)} order by p.id
    ${lockRows ? sql`for update of p` : sql``}`.execute(db);
  return rows;
}

/** Parses a line. Returns null if it is invalid and errors were added. */
function parseLine(
  { row, cells }: ProductLine,
  collections: ReadonlyMap<string, readonly NamedRow<number>[]>,
  productSets: ReadonlyMap<string, readonly NamedRow<string>[]>,
  rowErrors: RowErrors,
): ParsedProduct | null {
  const errorCountBefore = rowErrors.errors.length;
  const parsedProduct: ParsedProduct = { row };
  const {
    name = '',
    customer_product_id: customerId = '',
    collection = '',
    set = '',
    verified = '',
    meta_data: json = '',
  } = cells;
  if (name !== '') {
    if (name.length < NAME_LENGTH.min || name.length > NAME_LENGTH.max) rowErrors.add(row, messages.invalidName);
    parsedProduct.name = name;
  }
  if (customerId === CLEARED_CELL) parsedProduct.customer_product_id = '';
  else if (customerId !== '') {
    if (customerId.length > NAME_LENGTH.max) rowErrors.add(row, messages.tooLong('customer_product_id', NAME_LENGTH.max));
    parsedProduct.customer_product_id = customerId;
  }
  if (collection === CLEARED_CELL) parsedProduct.product_collection = null;
  else if (collection !== '') {
    const matchingCollection = requireUnique(collections, 'collection', collection, row, rowErrors);
    parsedProduct.product_collection = matchingCollection?.id;
    parsedProduct.collection_name = matchingCollection?.name;
  }
  if (set === CLEARED_CELL) parsedProduct.product_set = null;
  else if (set !== '') {
    const matchingSet = requireUnique(productSets, 'set', set, row, rowErrors);
    parsedProduct.product_set = matchingSet?.id;
    parsedProduct.set_name = matchingSet?.name;
  }
  if (verified !== '') {
    const flagMatch = /^(?:(yes|true|1)|no|false|0)$/i.exec(verified);
    if (flagMatch) parsedProduct.verified = flagMatch[1] !== undefined;
    else rowErrors.add(row, messages.invalidVerified(verified));
  }
  if (json === CLEARED_CELL) parsedProduct.meta_data = {};
  // Other tools write `null` for empty meta data, but the database column does not allow null.
  else if (json !== '') parsedProduct.meta_data = readJson(json, row, rowErrors) ?? {};
  return rowErrors.errors.length === errorCountBefore ? parsedProduct : null;
}

function readJson(text: string, row: number, rowErrors: RowErrors): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return rowErrors.add(row, messages.invalidJson);
  }
  const result = Json.safeParse(value);
  return result.success ? value : rowErrors.add(row, messages.jsonLimitExceeded(result.error.issues[0]?.message ?? ''));
}
