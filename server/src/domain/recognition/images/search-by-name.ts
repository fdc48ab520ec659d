import { sql } from 'kysely';
import {
  FETCH_COST_RATIO,
  countMatches,
  getMatchBitmap,
  hasSeq,
  listSeqs,
  type FacetFilter,
  type MatchBitmap,
  type SeqPage,
} from '../../../data-access/facets';
import type { Db } from '../../../platform/database/connection';

/** Where a page starts: `skip` rows after the image with the sequence number `seq`. */
export interface PageStart {
  seq: number;
  skip: number;
}

/**
 * Writes the cursor of the page that starts after an image. The cursor is valid for this page only, because clients may change
 * `page`.
 */
export const formatCursor = (page: number, seq: number): string => `${page}.${seq}`;

/** Reads the cursor of a page. Without a cursor, or with the cursor of another page, the page is found by its number. */
export function parseCursor(query: { after?: string; page: number; skip: number }): PageStart | undefined {
  const [page, seq] = (query.after ?? '').split('.').map(Number);
  return page === query.page && seq !== undefined ? { seq, skip: query.skip } : undefined;
}

/**
 * Sorts by file name ignoring case, images without a name last; images with the same name newest first. If few images match,
 * their names are fetched and sorted. Otherwise the index by name is scanned from `start`, or from the end that is nearer.
 */
export async function searchByName(
  db: Db,
  filter: FacetFilter,
  offset: number,
  limit: number,
  start?: PageStart,
): Promise<SeqPage> {
  const isUnfiltered = filter.terms.length === 0 && filter.from === undefined && filter.to === undefined;
  const matches = isUnfiltered ? null : await getMatchBitmap(db, filter);
  const count = matches ? matches.count : await countMatches(db, filter);
  const rowCount = Math.min(limit, count - offset);
  if (rowCount <= 0) return { count, seqs: [] };

  const isFromEnd = offset > count / 2;
  const skippedCount = isFromEnd ? count - offset - rowCount : offset;
  const scannedRows = matches ? ((skippedCount + rowCount) * matches.bits.length * 8) / count : 0;
  const isListCheaper = matches !== null && count * FETCH_COST_RATIO < scannedRows;
  if (start && !isListCheaper) {
    const seqs = await listFollowing(db, filter.workspaceId, matches, start, rowCount);
    if (seqs) return { count, seqs };
  }
  const order = isFromEnd ? sql`file_name desc nulls first, seq` : sql`file_name, seq desc`;
  const selectAll = sql`select seq, file_name from training_image where workspace_id = ${filter.workspaceId}`;
  // `offset 0` is an optimization fence: the planner cannot estimate how many rows match, nor where they are, so it must not
  // merge the subquery.
  const rows = isListCheaper
    ? sql`select seq, file_name from (${selectAll} and seq = any(${listSeqs(matches)}::int[]) offset 0) matching`
    : sql`select seq, file_name from (${selectAll} order by ${order} offset 0) named ${matches ? sql`where ${hasSeq(matches, 'seq')}` : sql``}`;
  const page = await sql<{ seq: number }>`${rows} order by ${order} offset ${skippedCount} limit ${rowCount}`.execute(db);
  const seqs = page.rows.map(({ seq }) => seq);
  return { count, seqs: isFromEnd ? seqs.reverse() : seqs };
}

/**
 * Lists the matches that follow an image. Returns null if the image has been deleted. Each of the queries reads one range of the index by
 * name.
 */
async function listFollowing(
  db: Db,
  workspaceId: string,
  matches: MatchBitmap | null,
  { seq, skip }: PageStart,
  rowCount: number,
): Promise<number[] | null> {
  const { rows: startRows } = await sql<{ file_name: string | null }>`
    select file_name from training_image where workspace_id = ${workspaceId} and seq = ${seq}`.execute(db);
  if (!startRows[0]) return null;
  const { file_name: name } = startRows[0];
  const ranges =
    name === null
      ? [sql`file_name is null and seq < ${seq}`]
      : [sql`file_name = ${name} and seq < ${seq}`, sql`file_name > ${name}`, sql`file_name is null`];
  const rangeQueries = ranges.map(
    (range) => sql`(
      select seq, file_name from training_image
      where workspace_id = ${workspaceId} and ${range} and ${matches ? hasSeq(matches, 'seq') : sql`true`}
      order by file_name, seq desc limit ${skip + rowCount})`,
  );
  const { rows } = await sql<{ seq: number }>`
    select seq from (${sql.join(rangeQueries, sql` union all `)}) following order by file_name, seq desc offset ${skip} limit ${rowCount}`.execute(
    db,
  );
  return rows.map((row) => row.seq);
}
