import { sql } from 'kysely';
import type { RowError } from '../../../data-access/csv/read';
import type { Db } from '../../../platform/database/connection';
import { messages } from './messages';
import { groupByKey } from '../../../data-access/rows/group-by-key';

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Collects the errors of the rows of a file. */
export class RowErrors {
  readonly errors: RowError[];
  constructor(errors: readonly RowError[]) {
    this.errors = [...errors];
  }

  /** Adds an error. Returns undefined so that the call can replace a missing value. */
  add(row: number, detail: string): undefined {
    this.errors.push({ row, detail });
    return undefined;
  }

  listSorted(): RowError[] {
    return this.errors.sort((a, b) => a.row - b.row);
  }
}

/** A row that other rows reference by name. */
export interface NamedRow<Id> {
  id: Id;
  name: string;
}

/** Finds the rows of a workspace with the given names, grouped by name. A name that no row has may be the id of a row. */
export async function findByNames<Id>(
  db: Db,
  table: 'product_collection' | 'product_set',
  workspaceId: string,
  names: readonly string[],
): Promise<Map<string, NamedRow<Id>[]>> {
  const { rows } = await sql<NamedRow<Id>>`
    select id, name from ${sql.table(table)}
    where workspace_id = ${workspaceId} and (name = any(${names}) or id::text = any(${names.map((name) => name.toLowerCase())}))`.execute(
    db,
  );
  const rowsByName = groupByKey(rows, ({ name }) => name);
  const rowsById = new Map(rows.map((row) => [String(row.id), row]));
  for (const name of names) {
    const row = rowsById.get(name.toLowerCase());
    if (row && !rowsByName.has(name)) rowsByName.set(name, [row]);
  }
  return rowsByName;
}

/** Returns the only row with a name. Otherwise adds an error to the line and returns undefined. */
export function requireUnique<Id>(
  rows: ReadonlyMap<string, readonly NamedRow<Id>[]>,
  entityName: string,
  name: string,
  row: number,
  rowErrors: RowErrors,
): NamedRow<Id> | undefined {
  const [firstMatch, secondMatch] = rows.get(name) ?? [];
  if (!firstMatch) return rowErrors.add(row, messages.notFound(entityName, name));
  return secondMatch ? rowErrors.add(row, messages.ambiguous(entityName, name)) : firstMatch;
}

/** How a line refers to a product; empty cells are ''. */
export interface ProductReference {
  id: string;
  customerId: string;
  name: string;
}

export interface ProductMatch {
  id: string;
  name: string;
  customer_product_id: string;
}

/** Finds products by id, else by customer product id, else by name. */
export class ProductIndex<Row extends ProductMatch> {
  private readonly ids: ReadonlyMap<string, Row>;
  private readonly productsByCustomerId: ReadonlyMap<string, readonly Row[]>;
  private readonly names: ReadonlyMap<string, readonly Row[]>;

  constructor(rows: readonly Row[]) {
    this.ids = new Map(rows.map((row) => [row.id, row]));
    this.productsByCustomerId = groupByKey(rows, (row) => row.customer_product_id);
    this.names = groupByKey(rows, (row) => row.name);
  }

  /** Returns null if there is no such product, and undefined if the reference is invalid and an error was added. */
  find({ id, customerId, name }: ProductReference, row: number, rowErrors: RowErrors): Row | null | undefined {
    if (id !== '') {
      if (!UUID.test(id)) return rowErrors.add(row, messages.invalidId(id));
      return this.ids.get(id.toLowerCase()) ?? rowErrors.add(row, messages.unknownId('product', id));
    }
    const [firstMatch, secondMatch] =
      (customerId !== '' ? this.productsByCustomerId.get(customerId) : this.names.get(name)) ?? [];
    if (!secondMatch) return firstMatch ?? null;
    return rowErrors.add(row, customerId !== '' ? messages.ambiguousCustomerId(customerId) : messages.ambiguous('product', name));
  }

  /** Finds a product by a text that is its name, else its customer product id, else its id. Returns null or undefined like `find`. */
  findByAnyKey(text: string, row: number, rowErrors: RowErrors): Row | null | undefined {
    const matchByName = this.find({ id: '', customerId: '', name: text }, row, rowErrors);
    if (matchByName !== null) return matchByName;
    const matchByNumber = this.find({ id: '', customerId: text, name: '' }, row, rowErrors);
    return matchByNumber === null ? (this.ids.get(text.toLowerCase()) ?? null) : matchByNumber;
  }
}

/** SQL condition: the product `p` may match one of the references. */
export function matchesAny(references: readonly ProductReference[]) {
  const ids = references.map(({ id }) => id).filter((id) => UUID.test(id));
  const customerIds = references
    .filter(({ id, customerId }) => id === '' && customerId !== '')
    .map(({ customerId }) => customerId);
  const plainNames = references
    .filter(({ id, customerId, name }) => id === '' && customerId === '' && name !== '')
    .map(({ name }) => name);
  return sql`(p.id = any(${ids}::uuid[]) or p.customer_product_id = any(${customerIds}) or lower(p.name) = any(${plainNames.map((name) => name.toLowerCase())}))`;
}
