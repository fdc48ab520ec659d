import type { ImageQuery } from '@console/shared-contract/api';
import { MAX_EXACT_COUNT } from '@console/shared-contract/limits';
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../../platform/database/connection';
import { createFieldError } from '../../../platform/errors';
import {
  hasSeq,
  getMatchBitmap,
  searchFacets,
  searchUpToBound,
  type FacetFilter,
  type SeqPage,
} from '../../../data-access/facets';
import { selectUncertainImages, selectSuspectImages } from '../../../ml/prediction-runs/queries';
import { messages } from './messages';
import { searchByName, type PageStart } from './search-by-name';

/**
 * Returns the count and a page of the images that match a filter, in the requested order; default newest first. Throws 400 if the
 * order needs a filter that is missing. With `start`, a list by name does not read all earlier pages.
 */
export async function searchImages(
  db: Db,
  filter: FacetFilter,
  {
    sort = 'newest',
    bounded_count: isBounded,
    suspects_of: suspectRun,
    sureness_from: minConfidence,
    predicted_by: predictionRun,
  }: SortQuery,
  offset: number,
  limit: number,
  start?: PageStart,
): Promise<ScoredPage> {
  if (isBounded && sort !== 'surest' && sort !== 'uncertain') {
    const page = await searchUpToBound(db, filter, sort, offset, limit);
    if (page) return page;
  }
  if (sort === 'name') return searchByName(db, filter, offset, limit, start);
  if (sort === 'surest')
    return searchByScore(db, filter, selectSuspectImages(requireFilter('suspects_of', suspectRun), minConfidence), offset, limit);
  if (sort === 'uncertain')
    return searchByScore(db, filter, selectUncertainImages(requireFilter('predicted_by', predictionRun)), offset, limit);
  return searchFacets(db, filter, offset, limit, sort, isBounded ? MAX_EXACT_COUNT : undefined);
}

/** A page with the scores by `seq`, if sorted by score. */
type ScoredPage = SeqPage & { scores?: ReadonlyMap<number, number> };
type SortQuery = Pick<z.output<typeof ImageQuery>, 'sort' | 'bounded_count' | 'suspects_of' | 'sureness_from' | 'predicted_by'>;

function requireFilter(field: string, id: string | undefined): string {
  if (id === undefined) throw createFieldError('sort', messages.sortNeedsFilter(field));
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
