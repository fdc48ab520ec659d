import { MAX_EXACT_COUNT } from '@console/shared-contract/limits';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { estimateMatches } from './file-name-slices';
import { CHUNK_SHIFT, NO_REF } from './kinds';
import type { SeqRange } from './range';
import {
  EXACT_CHUNKS,
  getMatchBitmap,
  FETCH_COST_RATIO,
  CHUNK_GROWTH,
  hasSeq,
  listSeqs,
  isInRange,
  matchesTerm,
  searchFacets,
  type FacetFilter,
  type FacetTerm,
  type MatchBitmap,
  type SeqOrder,
  type SeqPage,
} from './search';

/** Maximum number of sequence numbers that one statement lists. Later numbers get further statements, which a page rarely needs. */
const MAX_LISTED_ROWS = 20_000;
/** Maximum number of matches that are put into lists. If more rows match, each row is tested against a bitmap instead. */
const MAX_LISTED_MATCHES = 1_000_000;
/** A text that at most this many rows contain is rare: the trigram index finds its rows. */
const MAX_RARE_MATCHES = 5_000;
/** Maximum cost of listing the rows with a rare text, in the planner's units. */
const MAX_RARE_COST = 10_000;
/** Cost of reading a listed row in the index of sequence numbers, in the planner's units. */
const LISTED_ROW_COST = 0.15;

type StoppableTerm = Extract<FacetTerm, { canStopEarly: true }>;

/** Sort orders for which there is an index. */
const SORT_ORDERS = { newest: sql`seq desc`, oldest: sql`seq`, name: sql`file_name, seq desc` };

/**
 * Returns a page of the matches. Counts matches only up to `maxCount` or the end of the page, so that few rows are read. Returns null if no
 * term of the filter can stop early: then counting all matches is as fast.
 *
 * In the order of creation, the function searches the first million rows. Then it searches ranges of four times the previous size until it
 * finds enough matches.
 */
export async function searchUpToBound(
  db: Db,
  filter: FacetFilter,
  order: keyof typeof SORT_ORDERS,
  offset: number,
  limit: number,
  maxCount: number = MAX_EXACT_COUNT,
): Promise<SeqPage | null> {
  const stoppableTerm = filter.terms.find((candidate): candidate is StoppableTerm => 'canStopEarly' in candidate);
  if (!stoppableTerm) return null;
  const otherTerms = filter.terms.filter((other) => other !== stoppableTerm);
  const candidates = stoppableTerm.listCandidates ? await stoppableTerm.listCandidates(db) : null;
  // Read the matches of the trigram index only if few are expected. Reading many of them would double the time of the search.
  if (!candidates || (await estimateMatches(db, filter.workspaceId, candidates.slices)) <= MAX_RARE_MATCHES) {
    const rareMatches = await listRareMatches(db, { ...filter, terms: otherTerms }, stoppableTerm, order);
    if (rareMatches) return { count: rareMatches.length, seqs: rareMatches.slice(offset, offset + limit), isMinimum: false };
  }
  const terms = candidates ? [...otherTerms, candidates] : otherTerms;
  const countBound = Math.max(maxCount, offset + limit);
  const page: SeqPage = { count: 0, seqs: [] };
  // A filter with subqueries is not divided, because the statement of each range would evaluate the subqueries again.
  const isDivisible = order !== 'name' && terms.length > 0 && terms.every((other) => !('seqs' in other));
  for (const range of isDivisible ? await listRanges(db, filter, order) : [filter]) {
    const selectInRange = sql`select * from (${stoppableTerm.seqs}) s where ${isInRange({ ...filter, ...range })}`;
    const matches = terms.length > 0 ? await getMatchBitmap(db, { ...filter, ...range, terms }) : null;
    for (const condition of await listConditions(db, matches, order, candidates ? null : selectInRange)) {
      const start = { offset: Math.max(0, offset - page.count), limit: limit - page.seqs.length, bound: countBound - page.count };
      const { count, seqs } = await readMatchesInRange(db, sql`${selectInRange} and ${condition}`, order, start);
      page.count += count;
      page.seqs.push(...seqs);
      if (page.count > countBound) return { ...page, isMinimum: true };
    }
  }
  return { ...page, isMinimum: false };
}

/**
 * Lists the rows that match a filter and a term, in the given order, if the term selects few rows. The trigram index finds few rows faster
 * than the Bloom filters of all names. Returns null if the term selects many rows.
 */
async function listRareMatches(
  db: Db,
  filter: FacetFilter,
  term: StoppableTerm,
  order: keyof typeof SORT_ORDERS,
): Promise<number[] | null> {
  const { 'Plan Rows': estimatedRows, 'Total Cost': cost } = await explain(db, term.seqs);
  // The cost is too high if PostgreSQL has to read all names: without the trigram index, or for a text of two characters.
  if (estimatedRows > MAX_RARE_MATCHES || cost > MAX_RARE_COST) return null;
  const terms: FacetTerm[] = [{ kind: `${filter.entity}.exists` }, ...filter.terms];
  const conditions = terms.map((other) => matchesTerm(filter.workspaceId, other));
  const { rows } = await sql<{ count: number; seqs: number[] }>`
    with rare as materialized (select * from (${term.seqs}) s limit ${MAX_RARE_MATCHES + 1})
    select count(*)::int as count,
      array(select seq from rare where ${isInRange(filter)} and ${sql.join(conditions, sql` and `)} order by ${SORT_ORDERS[order]}) as seqs
    from rare`.execute(db);
  return rows[0] && rows[0].count <= MAX_RARE_MATCHES ? rows[0].seqs : null;
}

/** Divides the range of a filter into parts of growing size, in the given order. */
async function listRanges(db: Db, filter: FacetFilter, order: SeqOrder): Promise<SeqRange[]> {
  const { rows } = await sql<{ chunk: number | null }>`
    select max(chunk) as chunk from public.facet
    where workspace_id = ${filter.workspaceId} and kind = ${`${filter.entity}.exists`} and ref = ${NO_REF}`.execute(db);
  const firstChunk = (filter.from ?? 0) >> CHUNK_SHIFT;
  const lastChunk = filter.to === undefined ? (rows[0]?.chunk ?? 0) : filter.to >> CHUNK_SHIFT;
  const ranges: SeqRange[] = [];
  for (
    let [position, rangeSize] = [firstChunk, EXACT_CHUNKS];
    position <= lastChunk;
    position += rangeSize, rangeSize *= CHUNK_GROWTH
  ) {
    const rangeEnd = Math.min(position + rangeSize - 1, lastChunk);
    const [low, high] =
      order === 'oldest' ? [position, rangeEnd] : [firstChunk + lastChunk - rangeEnd, firstChunk + lastChunk - position];
    ranges.push({
      from: Math.max(filter.from ?? 0, low << CHUNK_SHIFT),
      to: Math.min(filter.to ?? Infinity, ((high + 1) << CHUNK_SHIFT) - 1),
    });
  }
  return ranges;
}

/** Returns a page of the rows of `selectSeqs`, and counts them up to `bound + 1`. */
async function readMatchesInRange(
  db: Db,
  selectSeqs: RawBuilder<unknown>,
  order: keyof typeof SORT_ORDERS,
  { offset, limit, bound }: { offset: number; limit: number; bound: number },
): Promise<SeqPage> {
  // The limit lets the planner read rows in the requested order if the text is common, and use the trigram index if it is rare.
  // Without `materialized`, PostgreSQL searches once for each use of the result.
  const { rows } = await sql<SeqPage>`
    with found as materialized (select array(
      select seq from (${selectSeqs}) candidates order by ${SORT_ORDERS[order]} limit ${bound + 1}
    ) as seqs)
    select cardinality(seqs) as count, seqs[${offset + 1}::int:${offset + limit}::int] as seqs from found`.execute(db);
  return rows[0] ?? { count: 0, seqs: [] };
}

/**
 * Returns SQL conditions, one per statement. Together they select the matches of the other filters, in the given order. If few rows match,
 * the conditions list them, unless `selectTerm` reads fewer rows through the trigram index. A list is in a subquery, because planning a
 * statement with 90,000 listed numbers takes 150 ms. The planner then reads the index of sequence numbers.
 */
async function listConditions(
  db: Db,
  matches: MatchBitmap | null,
  order: keyof typeof SORT_ORDERS,
  selectTerm: RawBuilder<unknown> | null,
): Promise<RawBuilder<unknown>[]> {
  if (!matches) return [sql`true`];
  const seqParts = divideMatches(matches, order);
  if (!seqParts || (selectTerm && matches.count * LISTED_ROW_COST >= (await explain(db, selectTerm))['Total Cost']))
    return [hasSeq(matches, 'seq')];
  return seqParts.map((part) => sql`seq = any((select ${part}::int[])::int[])`);
}

/** Splits the matches into lists, one per statement. Returns null if testing each row against the bitmap is faster. */
export function divideMatches(matches: MatchBitmap, order: keyof typeof SORT_ORDERS): number[][] | null {
  const { count, bits } = matches;
  if (count > MAX_LISTED_MATCHES || count * FETCH_COST_RATIO >= bits.length * 8) return count === 0 ? [] : null;
  const seqs = listSeqs(matches);
  if (order === 'name') return [seqs];
  if (order === 'newest') seqs.reverse();
  return Array.from({ length: Math.ceil(count / MAX_LISTED_ROWS) }, (_, part) =>
    seqs.slice(part * MAX_LISTED_ROWS, (part + 1) * MAX_LISTED_ROWS),
  );
}

/** The planner's estimate of a query. The cost is in units of a sequentially read page. */
interface Estimate {
  'Plan Rows': number;
  'Total Cost': number;
}

async function explain(db: Db, query: RawBuilder<unknown>): Promise<Estimate> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Estimate }] }>`explain (format json) ${query}`.execute(db);
  return rows[0]?.['QUERY PLAN'][0].Plan ?? { 'Plan Rows': Infinity, 'Total Cost': Infinity };
}

/** Returns the first matches by creation time, for work that reads or changes all matches in batches. */
export async function listFirstSeqs(db: Db, filter: FacetFilter, limit: number, order: SeqOrder = 'newest'): Promise<number[]> {
  const page =
    (await searchUpToBound(db, filter, order, 0, limit, limit)) ?? (await searchFacets(db, filter, 0, limit, order, limit));
  return page.seqs;
}
