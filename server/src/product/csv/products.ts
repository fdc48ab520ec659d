import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Json, type CsvPlan } from '@console/shared-contract/api';
import { NAME_LENGTH } from '@console/shared-contract/limits';
import { sql } from 'kysely';
import { CLEARED_CELL, readCsv, type CsvLine } from '../../csv/read';
import type { Db } from '../../database/connection';
import { messages as words } from './messages';
import { lockCsvImports } from '../../csv/import-lock';
import { missingOf, namesIn, type Missing } from './missing';
import { meant, namedRows, onlyNamed, Problems, ProductIndex, type Named, type ProductMatch } from './lookup';

export const PRODUCT_COLUMNS = ['id', 'name', 'customer_product_id', 'collection', 'set', 'verified', 'meta_data'] as const;
type Line = CsvLine<(typeof PRODUCT_COLUMNS)[number]>;

/** What a file can say of a product. */
export interface ProductFields {
  name: string;
  customer_product_id: string;
  product_collection: number | null;
  product_set: string | null;
  verified: boolean;
  meta_data: unknown;
}
type Fields = ProductFields;
interface Stored extends ProductMatch, Fields {
  version: number;
  collection_name: string;
  set_name: string;
}
/** What a line says of a product; undefined: as it is. */
interface Wanted extends Partial<Fields> {
  row: number;
  collection_name?: string;
  set_name?: string;
}
export interface ProductChange {
  id: string;
  /** Null: it is new. */
  stored: Stored | null;
  fields: Fields;
}
export interface PlannedProducts {
  plan: CsvPlan;
  changes: ProductChange[];
  /** What the plan makes for them; null: it makes nothing. */
  missing: Missing | null;
}

const NEW: Fields = {
  name: '',
  customer_product_id: '',
  product_collection: null,
  product_set: null,
  verified: false,
  meta_data: {},
};
/** What a line may empty by `(none)`. */
const EMPTIABLE = ['customer_product_id', 'collection', 'set', 'meta_data'] as const;
const cellsIn = ({ cells }: Line) => ({
  id: cells.id ?? '',
  customer: (cells.customer_product_id ?? '').replace(CLEARED_CELL, ''),
  name: cells.name ?? '',
});

/**
 * What a file would make and change, an empty cell leaving what is there. A product is known by its id, else by the
 * customer's id, else by its name. `isLocked` holds the rows until the transaction ends; `isMaking`: collections and sets
 * that are not there yet are made, by a name alone.
 */
export async function planProducts(
  db: Db,
  workspaceId: string,
  text: string,
  { isLocked, isMaking }: { isLocked: boolean; isMaking: boolean },
): Promise<PlannedProducts> {
  const { lines, errors } = readCsv(text, PRODUCT_COLUMNS, [['name', 'id', 'customer_product_id']], EMPTIABLE);
  const problems = new Problems(errors);
  const cellsOf = (column: 'collection' | 'set') =>
    [...new Set(lines.map(({ cells }) => cells[column] ?? ''))].filter((name) => name !== CLEARED_CELL);
  const names = { collections: cellsOf('collection'), sets: cellsOf('set') };
  if (isLocked) await lockCsvImports(db, workspaceId);
  const collections = await namedRows<number>(db, 'product_collection', workspaceId, names.collections);
  const sets = await namedRows<string>(db, 'product_set', workspaceId, names.sets);
  const missing = missingOf(names, { collections, sets });
  if (isMaking) {
    for (const row of missing.collections) collections.set(row.name, [row]);
    for (const row of missing.sets) sets.set(row.name, [row]);
  }
  const known = new ProductIndex(await storedProducts(db, workspaceId, lines.map(cellsIn), isLocked));
  const seen = new Map<string, number>();
  const changes: ProductChange[] = [];
  const plan: CsvPlan = { created: [], changed: [], unchanged: 0, errors: [], missing: namesIn(missing), applied: false };
  for (const line of lines) {
    const stored = known.find(cellsIn(line), line.row, problems);
    const wanted = read(line, collections, sets, problems);
    if (stored === undefined || wanted === null) continue;
    const { customer, name } = cellsIn(line);
    const identity = stored?.id ?? (customer === '' ? `name ${name}` : `customer ${customer}`);
    const before = seen.get(identity);
    if (before !== undefined) problems.add(line.row, words.twice(before));
    else if (!stored && wanted.name === undefined) problems.add(line.row, words.noName);
    else take(plan, changes, stored, wanted);
    seen.set(identity, before ?? line.row);
  }
  return { plan: { ...plan, errors: problems.sorted() }, changes, missing: isMaking ? missing : null };
}

function take(plan: CsvPlan, changes: ProductChange[], stored: Stored | null, wanted: Wanted): void {
  const { row, collection_name, set_name, ...given } = wanted;
  const sent = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<Fields>;
  const fields: Fields = { ...(stored ? fieldsOf(stored) : NEW), ...sent };
  if (!stored) {
    plan.created.push({ row, name: fields.name });
    changes.push({ id: randomUUID(), stored, fields });
    return;
  }
  const differing = (Object.keys(sent) as (keyof Fields)[]).filter((field) => !isDeepStrictEqual(stored[field], fields[field]));
  if (differing.length === 0) {
    plan.unchanged += 1;
    return;
  }
  const shown: Record<keyof Fields, [string, string | undefined]> = {
    name: [stored.name, given.name],
    customer_product_id: [stored.customer_product_id, given.customer_product_id],
    product_collection: [stored.collection_name, collection_name],
    product_set: [stored.set_name, set_name],
    verified: [yesNo(stored.verified), yesNo(fields.verified)],
    meta_data: [JSON.stringify(stored.meta_data), JSON.stringify(fields.meta_data)],
  };
  plan.changed.push({
    row,
    id: stored.id,
    name: stored.name,
    fields: differing.map((field) => ({ field, before: short(shown[field][0]), after: short(shown[field][1] ?? '') })),
  });
  changes.push({ id: stored.id, stored, fields });
}

export const yesNo = (is: boolean) => (is ? 'yes' : 'no');
const short = (text: string) => (text.length > 200 ? `${text.slice(0, 199)}…` : text);
export const fieldsOf = ({
  name,
  customer_product_id,
  product_collection,
  product_set,
  verified,
  meta_data,
}: Stored): Fields => ({ name, customer_product_id, product_collection, product_set, verified, meta_data });

async function storedProducts(
  db: Db,
  workspaceId: string,
  names: readonly { id: string; customer: string; name: string }[],
  isLocked: boolean,
): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    select p.id, p.name, p.customer_product_id, p.collection_id as product_collection, p.product_set_id as product_set,
      p.verified, p.meta_data, p.version, coalesce(c.name, '') as collection_name, coalesce(s.name, '') as set_name
    from product p left join product_collection c on c.id = p.collection_id left join product_set s on s.id = p.product_set_id
    where p.workspace_id = ${workspaceId} and ${meant(names)} order by p.id
    ${isLocked ? sql`for update of p` : sql``}`.execute(db);
  return rows;
}

/** What a line says; null where something in it is wrong, which is said. */
function read(
  { row, cells }: Line,
  collections: ReadonlyMap<string, readonly Named<number>[]>,
  sets: ReadonlyMap<string, readonly Named<string>[]>,
  problems: Problems,
): Wanted | null {
  const count = problems.errors.length;
  const wanted: Wanted = { row };
  const { name = '', customer_product_id: customer = '', collection = '', set = '', verified = '', meta_data: json = '' } = cells;
  if (name !== '') {
    if (name.length < NAME_LENGTH.min || name.length > NAME_LENGTH.max) problems.add(row, words.name);
    wanted.name = name;
  }
  if (customer === CLEARED_CELL) wanted.customer_product_id = '';
  else if (customer !== '') {
    if (customer.length > NAME_LENGTH.max) problems.add(row, words.tooLong('customer_product_id', NAME_LENGTH.max));
    wanted.customer_product_id = customer;
  }
  if (collection === CLEARED_CELL) wanted.product_collection = null;
  else if (collection !== '') {
    wanted.product_collection = onlyNamed(collections, 'collection', collection, row, problems)?.id;
    wanted.collection_name = collection;
  }
  if (set === CLEARED_CELL) wanted.product_set = null;
  else if (set !== '') {
    wanted.product_set = onlyNamed(sets, 'set', set, row, problems)?.id;
    wanted.set_name = set;
  }
  if (verified !== '') {
    const flag = /^(?:(yes|true|1)|no|false|0)$/i.exec(verified);
    if (flag) wanted.verified = flag[1] !== undefined;
    else problems.add(row, words.verified(verified));
  }
  if (json === CLEARED_CELL) wanted.meta_data = {};
  // What other tools write for nothing; the column of the database takes no null.
  else if (json !== '') wanted.meta_data = readJson(json, row, problems) ?? {};
  return problems.errors.length === count ? wanted : null;
}

function readJson(text: string, row: number, problems: Problems): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return problems.add(row, words.json);
  }
  const judged = Json.safeParse(value);
  return judged.success ? value : problems.add(row, words.jsonLimit(judged.error.issues[0]?.message ?? ''));
}
