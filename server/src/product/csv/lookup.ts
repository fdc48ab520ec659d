import { sql } from 'kysely';
import type { RowError } from '../../csv/read';
import type { Db } from '../../database/connection';
import { messages as words } from './messages';

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Collects what is wrong, by row. */
export class Problems {
  readonly errors: RowError[];
  constructor(errors: readonly RowError[]) {
    this.errors = [...errors];
  }

  /** Notes a problem; undefined, so that it can stand in place of a value. */
  add(row: number, detail: string): undefined {
    this.errors.push({ row, detail });
    return undefined;
  }

  sorted(): RowError[] {
    return this.errors.sort((a, b) => a.row - b.row);
  }
}

/** Rows by a key, several of which may be the same. */
export function byKey<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const same = found.get(key);
    if (same) same.push(row);
    else found.set(key, [row]);
  }
  return found;
}

/** A row of a table that others name. */
export interface Named<Id> {
  id: Id;
  name: string;
}

/** The rows of a workspace with these names. */
export async function namedRows<Id>(
  db: Db,
  table: 'product_collection' | 'product_set',
  workspaceId: string,
  names: readonly string[],
): Promise<Map<string, Named<Id>[]>> {
  const { rows } = await sql<Named<Id>>`
    select id, name from ${sql.table(table)} where workspace_id = ${workspaceId} and name = any(${names})`.execute(db);
  return byKey(rows, ({ name }) => name);
}

/** The one row of a name; what is wrong otherwise is said of a line. */
export function onlyNamed<Id>(
  rows: ReadonlyMap<string, readonly Named<Id>[]>,
  what: string,
  name: string,
  row: number,
  problems: Problems,
): Named<Id> | undefined {
  const [first, second] = rows.get(name) ?? [];
  if (!first) return problems.add(row, words.none(what, name));
  return second ? problems.add(row, words.many(what, name)) : first;
}

/** What a line names a product by. */
export interface ProductName {
  id: string;
  customer: string;
  name: string;
}

export interface ProductMatch {
  id: string;
  name: string;
  customer_product_id: string;
}

/** Finds products by id, else by the customer's id, else by name. */
export class ProductIndex<Row extends ProductMatch> {
  private readonly ids: ReadonlyMap<string, Row>;
  private readonly customers: ReadonlyMap<string, readonly Row[]>;
  private readonly names: ReadonlyMap<string, readonly Row[]>;

  constructor(rows: readonly Row[]) {
    this.ids = new Map(rows.map((row) => [row.id, row]));
    this.customers = byKey(rows, (row) => row.customer_product_id);
    this.names = byKey(rows, (row) => row.name);
  }

  /** null: there is none, which is no fault where one may be made; undefined: something is wrong, and has been said. */
  find({ id, customer, name }: ProductName, row: number, problems: Problems): Row | null | undefined {
    if (id !== '') {
      if (!UUID.test(id)) return problems.add(row, words.badId(id));
      return this.ids.get(id.toLowerCase()) ?? problems.add(row, words.unknownId('product', id));
    }
    const [first, second] = (customer !== '' ? this.customers.get(customer) : this.names.get(name)) ?? [];
    if (!second) return first ?? null;
    return problems.add(row, customer !== '' ? words.manyCustomerIds(customer) : words.many('product', name));
  }
}

/** A condition: the product `p` is one that these lines may mean. */
export function meant(names: readonly ProductName[]) {
  const ids = names.map(({ id }) => id).filter((id) => UUID.test(id));
  const customers = names.filter(({ id, customer }) => id === '' && customer !== '').map(({ customer }) => customer);
  const plain = names.filter(({ id, customer, name }) => id === '' && customer === '' && name !== '').map(({ name }) => name);
  return sql`(p.id = any(${ids}::uuid[]) or p.customer_product_id = any(${customers}) or lower(p.name) = any(${plain.map((name) => name.toLowerCase())}))`;
}
