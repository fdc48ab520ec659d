import { MAX_EXACT_COUNT } from '@console/shared-contract/limits';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/database/connection';
import {
  getMatchBitmap,
  FETCH_COST_RATIO,
  hasSeq,
  listSeqs,
  isInRange,
  searchFacets,
  type FacetFilter,
  type FacetTerm,
  type MatchBitmap,
  type SeqOrder,
  type SeqPage,
} from './search';

/** Maximum number of matches that a statement lists. More matches are tested by a bitmap. */
const MAX_LISTED_ROWS = 1_000_000;
/** Cost of reading a listed row in the index of sequence numbers, in the planner's units. */
const LISTED_ROW_COST = 0.15;

type StoppableTerm = Extract<FacetTerm, { canStopEarly: true }>;

/**
 * Returns a page of the matches, and counts them up to `maxCount` or to the end of the page, without reading more rows. Returns null if no
 * term of the filter can stop early, because counting all matches is then no slower.
 * @param order sort order of the columns that the term selects
 */
export async function searchUpToBound(
  db: Db,
  filter: FacetFilter,
  order: RawBuilder<unknown>,
  offset: number,
  limit: number,
  maxCount: number = MAX_EXACT_COUNT,
): Promise<SeqPage | null> {
  const term = filter.terms.find((candidate): candidate is StoppableTerm => 'canStopEarly' in candidate);
  if (!term) return null;
  const terms = filter.terms.filter((candidate) => candidate !== term);
  const matches = terms.length === 0 ? null : await getMatchBitmap(db, { ...filter, terms });
  const bound = Math.max(maxCount, offset + limit);
  const condition = matches ? await isAmongMatches(db, matches, term) : sql`true`;
  // The limit lets the planner read rows in the requested order if the text is common, and use the trigram index if it is rare.
  // Without `materialized`, PostgreSQL searches once for each use of the result.
  const { rows } = await sql<{ count: number; seqs: number[] }>`
    with found as materialized (select array(
      select seq from (select * from (${term.seqs}) s where ${isInRange(filter)} and ${condition}) candidates
      order by ${order} limit ${bound + 1}
    ) as seqs)
    select cardinality(seqs) as count, seqs[${offset + 1}::int:${offset + limit}::int] as seqs from found`.execute(db);
  const { count, seqs } = rows[0] ?? { count: 0, seqs: [] };
  return { count, seqs, isMinimum: count > bound };
}

/**
 * Returns the SQL condition that a row matches the other filters. It lists the matches if there are few, unless the term alone is
 * cheaper, for example a rare text in the trigram index. The list is passed through a subquery, because planning a statement with 90,000
 * literal numbers takes 150 ms.
 */
async function isAmongMatches(db: Db, matches: MatchBitmap, term: StoppableTerm): Promise<RawBuilder<unknown>> {
  const isListCheaper =
    matches.count <= MAX_LISTED_ROWS &&
    matches.count * FETCH_COST_RATIO < matches.bits.length * 8 &&
    matches.count * LISTED_ROW_COST < (await estimateCost(db, term.seqs));
  return isListCheaper ? sql`seq = any((select ${listSeqs(matches)}::int[])::int[])` : hasSeq(matches, 'seq');
}

/** Returns the planner's estimate of the cost of a query, in units of a sequentially read page. */
async function estimateCost(db: Db, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Total Cost': number } }] }>`explain (format json) ${query}`.execute(db);
  return rows[0]?.['QUERY PLAN'][0].Plan['Total Cost'] ?? Infinity;
}

/** Returns the first matches by creation time, for work that reads or changes all matches in batches. */
export async function listFirstSeqs(db: Db, filter: FacetFilter, limit: number, order: SeqOrder = 'newest'): Promise<number[]> {
  const page =
    (await searchUpToBound(db, filter, order === 'newest' ? sql`seq desc` : sql`seq`, 0, limit, limit)) ??
    (await searchFacets(db, filter, 0, limit, order, limit));
  return page.seqs;
}
