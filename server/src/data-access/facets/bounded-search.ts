import { MAX_EXACT_COUNT } from '@console/shared-contract/limits';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { getMatchBitmap, hasSeq, type FacetFilter, type FacetTerm, type SeqPage } from './search';

type StoppableTerm = Extract<FacetTerm, { canStopEarly: true }>;

/**
 * Returns a page of the matches and counts them up to `MAX_EXACT_COUNT` or to the end of the page, without reading more rows.
 * Returns null if the filter has no term that can stop early: counting all matches is then no slower.
 * @param order sort order of the columns that the term selects
 */
export async function searchUpToBound(
  db: Db,
  filter: FacetFilter,
  order: RawBuilder<unknown>,
  offset: number,
  limit: number,
): Promise<SeqPage | null> {
  const term = filter.terms.find((each): each is StoppableTerm => 'canStopEarly' in each);
  if (!term) return null;
  const terms = filter.terms.filter((each) => each !== term);
  const isUnfiltered = terms.length === 0 && filter.from === undefined && filter.to === undefined;
  const isMatch = isUnfiltered ? sql`true` : hasSeq(await getMatchBitmap(db, { ...filter, terms }), 'seq');
  const bound = Math.max(MAX_EXACT_COUNT, offset + limit);
  // The limit lets the planner read rows in the requested order if the text is common, and use the trigram index if it is rare.
  const { rows } = await sql<{ count: number; seqs: number[] }>`
    select cardinality(found) as count, found[${offset + 1}::int:${offset + limit}::int] as seqs
    from (select array(select seq from (${term.seqs}) s where ${isMatch} order by ${order} limit ${bound + 1}) as found) f`.execute(
    db,
  );
  const { count, seqs } = rows[0] ?? { count: 0, seqs: [] };
  return { count, seqs, isMinimum: count > bound };
}
