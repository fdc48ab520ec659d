import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../database/connection';
import { HttpError, notFound } from '../errors';
import { messages } from '../errors/messages';

/** Of the rows of one answer. As objects and as JSON they take some six times as much while it is written. */
const MOST_ANSWER_BYTES = 16_000_000;

/** What a row looks like in an answer, as SQL: one statement gives a whole page with all that hangs on its rows. */
export interface View<Row> {
  /** The table with its alias, such as `polygon p`, and what every reading of it joins. */
  from: RawBuilder<unknown>;
  /** What is enough to count, where the joins only add columns and no condition names them; default `from`. */
  counted?: RawBuilder<unknown>;
  columns: RawBuilder<Row>;
  /** The alias's id, such as `p.id`. */
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

/** A page, as far as it fits into one answer, and the exact count: in two statements whatever the number of rows. */
export async function readPage<Row>(
  db: Db,
  view: View<Row>,
  { where, order, limit, offset }: PageRequest,
): Promise<RowPage<Row>> {
  const condition = where.length > 0 ? sql.join(where, sql` and `) : sql`true`;
  const counted = await sql<{
    n: number;
  }>`select count(*)::int as n from ${view.counted ?? view.from} where ${condition}`.execute(db);
  const count = counted.rows[0]?.n ?? 0;
  if (count <= offset) return { count, rows: [] };
  const rows = await readBounded(
    db,
    sql<Row>`select ${view.columns} from ${view.from} where ${condition} order by ${order} limit ${limit} offset ${offset}`,
  );
  return { count, rows };
}

/**
 * The first rows of a statement, in its order: as many as have MOST_ANSWER_BYTES together, and at least one. Measured by the
 * database, so that the others never come here (ADR 0036).
 */
export function bounded<Row>(rows: RawBuilder<Row>): RawBuilder<Row> {
  return sql<Row>`
    with answer_rows as materialized (${rows})
    select (answer_row).* from (
      select r as answer_row, sum(octet_length(r::text)) over up_to_row as bytes, count(*) over up_to_row as place
      from answer_rows r window up_to_row as (rows unbounded preceding)) measured
    where place = 1 or bytes <= ${sql.lit(MOST_ANSWER_BYTES)}`;
}

/** Reads the rows of a page that fit into one answer. `page` of the call links to the others. */
export async function readBounded<Row>(db: Db, rows: RawBuilder<Row>): Promise<Row[]> {
  return (await bounded(rows).execute(db)).rows;
}

/** One row that is known to be there, for instance because the scope has found or the handler has written it. */
export async function readOne<Row>(db: Db, view: View<Row>, id: string | number): Promise<Row> {
  const { rows } = await sql<Row>`select ${view.columns} from ${view.from} where ${view.id} = ${id}`.execute(db);
  const row = rows[0];
  // Someone else has deleted it since it was found.
  if (!row) throw notFound();
  return row;
}

/** Rows by their ids; those that do not exist are left out. Throws 413 when they do not fit into one answer. */
export async function readMany<Row extends { id: string }>(
  db: Db,
  view: View<Row>,
  ids: readonly string[],
): Promise<Map<string, Row>> {
  if (ids.length === 0) return new Map();
  const condition = sql`${view.id} = any(${ids}::uuid[])`;
  const rows = await readBounded(db, sql<Row>`select ${view.columns} from ${view.from} where ${condition}`);
  if (rows.length < ids.length) {
    const existing = await sql<{
      n: number;
    }>`select count(*)::int as n from ${view.counted ?? view.from} where ${condition}`.execute(db);
    if (rows.length < (existing.rows[0]?.n ?? 0)) throw new HttpError(413, messages.answerTooLarge(MOST_ANSWER_BYTES));
  }
  return new Map(rows.map((row) => [row.id, row]));
}

/** A timestamp as the API writes it: ISO 8601 in UTC, to the millisecond. */
export function iso(column: string): RawBuilder<string> {
  return sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** `name` has the text somewhere, in whatever case. */
export function nameHas(column: string, text: string): RawBuilder<unknown> {
  return sql`strpos(lower(${sql.ref(column)}), lower(${text})) > 0`;
}
