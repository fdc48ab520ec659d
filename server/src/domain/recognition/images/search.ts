import type { ImageQuery } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../../platform/database/connection';
import { badField } from '../../../platform/errors';
import {
  FETCH_COST_RATIO,
  countMatches,
  hasSeq,
  getMatchBitmap,
  searchFacets,
  searchUpToBound,
  listSeqs,
  type FacetFilter,
  type SeqPage,
} from '../../../data-access/facets';
import { selectUncertainImages, selectSuspectImages } from '../../../ml/prediction-runs/queries';
import { messages } from './messages';

/** Sort orders for which there is an index. */
const ORDERS = { newest: sql`seq desc`, oldest: sql`seq`, name: sql`file_name, seq desc` };

/**
 * Returns the count and a page of the images that match a filter, in the requested order; default newest first. Throws 400 if
 * the order needs a filter that is missing.
 */
export async function searchImages(
  db: Db,
  filter: FacetFilter,
  { sort = 'newest', bounded_count: isBounded, suspects_of: queue, sureness_from: minConfidence, predicted_by: run }: SortQuery,
  offset: number,
  limit: number,
): Promise<ScoredPage> {
  if (isBounded && sort !== 'surest' && sort !== 'uncertain') {
    const page = await searchUpToBound(db, filter, ORDERS[sort], offset, limit);
    if (page) return page;
  }
  if (sort === 'name') return searchByName(db, filter, offset, limit);
  if (sort === 'surest')
    return searchByScore(db, filter, selectSuspectImages(requireFilter('suspects_of', queue), minConfidence), offset, limit);
  if (sort === 'uncertain')
    return searchByScore(db, filter, selectUncertainImages(requireFilter('predicted_by', run)), offset, limit);
  return searchFacets(db, filter, offset, limit, sort);
}

/** A page with the scores by `seq`, if sorted by score. */
type ScoredPage = SeqPage & { scores?: ReadonlyMap<number, number> };
type SortQuery = Pick<z.output<typeof ImageQuery>, 'sort' | 'bounded_count' | 'suspects_of' | 'sureness_from' | 'predicted_by'>;

function requireFilter(field: string, id: string | undefined): string {
  if (id === undefined) throw badField('sort', messages.sortNeedsFilter(field));
  return id;
}

/** Sorts by score, highest first; images with the same score newest first. Every image that matches the filter has a score. */
async function searchByScore(
  db: Db,
  filter: FacetFilter,
  scores: RawBuilder<{ seq: number; score: number }>,
  offset: number,
  limit: number,
): Promise<ScoredPage> {
  const matches = await getMatchBitmap(db, filter);
  if (offset >= matches.count) return { count: matches.count, seqs: [] };
  const { rows } = await sql<{ seq: number; score: number }>`
    select seq, score from (${scores}) scored where ${hasSeq(matches, 'seq')} order by score desc, seq desc offset ${offset} limit ${limit}`.execute(
    db,
  );
  const scoresBySeq = new Map(rows.map(({ seq, score }) => [seq, score]));
  return { count: matches.count, seqs: [...scoresBySeq.keys()], scores: scoresBySeq };
}

/**
 * Sorts by file name ignoring case, images without a name last; images with the same name newest first. If few images match,
 * their names are fetched and sorted. Otherwise the index by name is scanned from its start or end, whichever is nearer to the page.
 */
async function searchByName(db: Db, filter: FacetFilter, offset: number, limit: number): Promise<SeqPage> {
  const isUnfiltered = filter.terms.length === 0 && filter.from === undefined && filter.to === undefined;
  const matches = isUnfiltered ? null : await getMatchBitmap(db, filter);
  const count = matches ? matches.count : await countMatches(db, filter);
  const size = Math.min(limit, count - offset);
  if (size <= 0) return { count, seqs: [] };

  const isFromEnd = offset > count / 2;
  const skippedCount = isFromEnd ? count - offset - size : offset;
  const scannedRows = matches ? ((skippedCount + size) * matches.bits.length * 8) / count : 0;
  const order = isFromEnd ? sql`file_name desc nulls first, seq` : sql`file_name, seq desc`;
  const selectAll = sql`select seq, file_name from training_image where workspace_id = ${filter.workspaceId}`;
  // `offset 0` is an optimization fence: the planner cannot estimate how many rows match, nor where they are, so it must not
  // merge the subquery.
  const rows =
    matches && count * FETCH_COST_RATIO < scannedRows
      ? sql`select seq, file_name from (${selectAll} and seq = any(${listSeqs(matches)}::int[]) offset 0) matching`
      : sql`select seq, file_name from (${selectAll} order by ${order} offset 0) named ${matches ? sql`where ${hasSeq(matches, 'seq')}` : sql``}`;
  const page = await sql<{ seq: number }>`${rows} order by ${order} offset ${skippedCount} limit ${size}`.execute(db);
  const seqs = page.rows.map(({ seq }) => seq);
  return { count, seqs: isFromEnd ? seqs.reverse() : seqs };
}
