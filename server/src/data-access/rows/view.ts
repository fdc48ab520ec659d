import { Id } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import { PREPARED, type Db } from '../../platform/database/connection';
import { HttpError, notFound } from '../../platform/errors';
import { messages } from '../../platform/errors/messages';
import { MAX_RESPONSE_BYTES } from './response-limit';

/** SQL that selects a row as the API returns it. One statement reads a page with all related data. */
export interface RowView<Row> {
  /** SQL of the table with its alias, such as `polygon p`, and the joins that every read needs. */
  from: RawBuilder<unknown>;
  /** A shorter `from` list for counts, if its joins only add columns that no condition uses; default `from`. */
  countFrom?: RawBuilder<unknown>;
  columns: RawBuilder<Row>;
  /** SQL of the id, such as `p.id`. */
  id: RawBuilder<unknown>;
}

export interface RowPage<Row> {
  count: number;
  rows: Row[];
}

export interface PageRequest {
  where: readonly RawBuilder<unknown>[];
  order: RawBuilder<unknown>;
  limit: number;
  offset: number;
}

/** Reads the exact count and a page of rows, truncated to the maximum response size. Takes two statements for any number of rows. */
export async function readPage<Row>(
  db: Db,
  view: RowView<Row>,
  { where, order, limit, offset }: PageRequest,
): Promise<RowPage<Row>> {
  const condition = where.length > 0 ? sql.join(where, sql` and `) : sql`true`;
  const countResult = await sql<{
    n: number;
  }>`select count(*)::int as n from ${view.countFrom ?? view.from} where ${condition}`.execute(db);
  const count = countResult.rows[0]?.n ?? 0;
  if (count <= offset) return { count, rows: [] };
  const rows = await readBounded(
    db,
    sql<Row>`select ${view.columns} from ${view.from} where ${condition} order by ${order} limit ${limit} offset ${offset}`,
  );
  return { count, rows };
}

/**
 * Limits a statement to its first rows: as many as fit into `MAX_RESPONSE_BYTES`, but at least one row. The database measures the size, so
 * that the omitted rows are never transferred (ADR 0037).
 */
export function limitToResponseSize<Row>(rows: RawBuilder<Row>): RawBuilder<Row> {
  return sql<Row>`
    with response_rows as materialized (${rows})
    select (response_row).* from (
      select r as response_row, sum(octet_length(r::text)) over up_to_row as bytes, count(*) over up_to_row as position
      from response_rows r window up_to_row as (rows unbounded preceding)) measured
    where position = 1 or bytes <= ${sql.lit(MAX_RESPONSE_BYTES)}`;
}

/** Reads the rows of a page that fit into one response. The `next` link of the response leads to the other rows. */
export async function readBounded<Row>(db: Db, rows: RawBuilder<Row>, { isFrequent = false } = {}): Promise<Row[]> {
  const statement = limitToResponseSize(rows);
  return (await (isFrequent ? sql<Row>`${sql.raw(PREPARED)} ${statement}` : statement).execute(db)).rows;
}

/**
 * Reads a row that is expected to exist, for example because the scope found it. Throws 404 if it was deleted since. The SQL text of `view`
 * must be constant, because the statement is prepared: planning the statement for a job takes longer than executing it.
 */
export async function readOne<Row>(db: Db, view: RowView<Row>, id: string | number): Promise<Row> {
  const { rows } = await sql<Row>`${sql.raw(PREPARED)} select ${view.columns} from ${view.from} where ${view.id} = ${id}`.execute(
    db,
  );
  const row = rows[0];
  if (!row) throw notFound();
  return row;
}

/** Reads rows by their ids and leaves out missing ones. Throws 413 if they do not fit into one response. */
export async function readMany<Row extends { id: string }>(
  db: Db,
  view: RowView<Row>,
  ids: readonly string[],
): Promise<Map<string, Row>> {
  if (ids.length === 0) return new Map();
  const condition = sql`${view.id} = any(${ids}::uuid[])`;
  const rows = await readBounded(db, sql<Row>`select ${view.columns} from ${view.from} where ${condition}`);
  if (rows.length < ids.length) {
    const existing = await sql<{
      n: number;
    }>`select count(*)::int as n from ${view.countFrom ?? view.from} where ${condition}`.execute(db);
    if (rows.length < (existing.rows[0]?.n ?? 0)) throw new HttpError(413, messages.responseTooLarge(MAX_RESPONSE_BYTES));
  }
  return new Map(rows.map((row) => [row.id, row]));
}

/** SQL of a timestamp in the format of the API: ISO 8601 in UTC with milliseconds. */
export function toIsoTimestamp(column: string): RawBuilder<string> {
  return sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** SQL condition: the id column equals the text. False for a text that is not an id. */
export function equalsId(column: string, text: string): RawBuilder<unknown> {
  const id = Id.safeParse(text.trim());
  return id.success ? sql`${sql.ref(column)} = ${id.data}` : sql`false`;
}

/** SQL condition: the column contains the text, ignoring case. */
export function containsText(column: string, text: string): RawBuilder<unknown> {
  return sql`strpos(lower(${sql.ref(column)}), lower(${text})) > 0`;
}
