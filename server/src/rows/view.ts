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

/** A page and the exact count, in two statements whatever the number of rows. */
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
 * The rows of a statement, in its order, which together may have MOST_ANSWER_BYTES. Throws 413 when they have more: measured by
 * the database, so that they never come here (ADR 0036).
 */
export async function readBounded<Row>(db: Db, rows: RawBuilder<Row>): Promise<Row[]> {
  const found = await sql<Row>`
    with answer_rows as materialized (${rows})
    select answer_rows.* from answer_rows
    where (select sum(octet_length(answer_rows::text)) from answer_rows) <= ${MOST_ANSWER_BYTES}
  `.execute(db);
  if (found.rows.length > 0) return found.rows;
  const { rows: any } = await sql<{ are: boolean }>`select exists (${rows}) as are`.execute(db);
  if (any[0]?.are) throw new HttpError(413, messages.answerTooLarge(MOST_ANSWER_BYTES));
  return [];
}

/** One row that is known to be there, for instance because the scope has found or the handler has written it. */
export async function readOne<Row>(db: Db, view: View<Row>, id: string | number): Promise<Row> {
  const { rows } = await sql<Row>`select ${view.columns} from ${view.from} where ${view.id} = ${id}`.execute(db);
  const row = rows[0];
  // Someone else has deleted it since it was found.
  if (!row) throw notFound();
  return row;
}

/** Rows by their ids, in one statement; those that are not there are left out. */
export async function readMany<Row extends { id: string }>(
  db: Db,
  view: View<Row>,
  ids: readonly string[],
): Promise<Map<string, Row>> {
  if (ids.length === 0) return new Map();
  const wanted = sql<Row>`select ${view.columns} from ${view.from} where ${view.id} = any(${ids}::uuid[])`;
  const rows = await readBounded(db, wanted);
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
