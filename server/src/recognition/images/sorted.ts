import type { ImageQuery } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../database/connection';
import { badField } from '../../errors';
import { countFacets, hasSeq, matchedBits, searchFacets, seqsOf, type FacetFilter, type SeqPage } from '../../facets';
import { imagesByUncertainty, imagesInQueue } from '../../prediction-runs/queries';
import { messages } from './messages';

/** What a row costs that is fetched by its seq and sorted, in rows that are passed in the index by name. */
const FETCH_COST = 12;

/**
 * The count of what a filter over images matches, and a page of it in the order asked for; by default the newest first. Throws
 * 400 where the order is by what no filter names.
 */
export function searchImages(
  db: Db,
  filter: FacetFilter,
  { sort, suspects_of: queue, predicted_by: run }: Sorting,
  offset: number,
  limit: number,
): Promise<ScoredPage> {
  if (sort === 'name') return byName(db, filter, offset, limit);
  if (sort === 'surest') return byScore(db, filter, imagesInQueue(required('suspects_of', queue)), offset, limit);
  if (sort === 'uncertain') return byScore(db, filter, imagesByUncertainty(required('predicted_by', run)), offset, limit);
  return searchFacets(db, filter, offset, limit, sort);
}

/** With what it is sorted by, where that is a score. */
type ScoredPage = SeqPage & { scores?: ReadonlyMap<number, number> };
type Sorting = Pick<z.output<typeof ImageQuery>, 'sort' | 'suspects_of' | 'predicted_by'>;

function required(field: string, id: string | undefined): string {
  if (id === undefined) throw badField('sort', messages.sortNeeds(field));
  return id;
}

/** By a score, the highest first and the newest of one score first. The filter matches no images without one. */
async function byScore(
  db: Db,
  filter: FacetFilter,
  scores: RawBuilder<{ seq: number; score: number }>,
  offset: number,
  limit: number,
): Promise<ScoredPage> {
  const matched = await matchedBits(db, filter);
  if (offset >= matched.count) return { count: matched.count, seqs: [] };
  const { rows } = await sql<{ seq: number; score: number }>`
    select seq, score from (${scores}) scored where ${hasSeq(matched, 'seq')} order by score desc, seq desc offset ${offset} limit ${limit}`.execute(
    db,
  );
  const scoreOf = new Map(rows.map(({ seq, score }) => [seq, score]));
  return { count: matched.count, seqs: [...scoreOf.keys()], scores: scoreOf };
}

/**
 * By the name of the file in whatever case, those without one last and the newest of one name first. The facets say what
 * matches; where it is little, its names are fetched and sorted, else the index by name is walked from the nearer end.
 */
async function byName(db: Db, filter: FacetFilter, offset: number, limit: number): Promise<SeqPage> {
  const isAll = filter.terms.length === 0 && filter.from === undefined && filter.to === undefined;
  const matched = isAll ? null : await matchedBits(db, filter);
  const count = matched ? matched.count : await countFacets(db, filter);
  const size = Math.min(limit, count - offset);
  if (size <= 0) return { count, seqs: [] };

  const isFromEnd = offset > count / 2;
  const skipped = isFromEnd ? count - offset - size : offset;
  const passed = matched ? ((skipped + size) * matched.bits.length * 8) / count : 0;
  const order = isFromEnd ? sql`file_name desc nulls first, seq` : sql`file_name, seq desc`;
  const all = sql`select seq, file_name from training_image where workspace_id = ${filter.workspaceId}`;
  // "offset 0" keeps the planner to it: it cannot tell how many rows have the bit, nor where in the order the rows stand.
  const rows =
    matched && count * FETCH_COST < passed
      ? sql`select seq, file_name from (${all} and seq = any(${seqsOf(matched)}::int[]) offset 0) found`
      : sql`select seq, file_name from (${all} order by ${order} offset 0) named ${matched ? sql`where ${hasSeq(matched, 'seq')}` : sql``}`;
  const page = await sql<{ seq: number }>`${rows} order by ${order} offset ${skipped} limit ${size}`.execute(db);
  const seqs = page.rows.map(({ seq }) => seq);
  return { count, seqs: isFromEnd ? seqs.reverse() : seqs };
}
