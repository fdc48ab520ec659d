import type { ImageSort } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../database/connection';
import { countFacets, hasSeq, matchedBits, searchFacets, seqsOf, type FacetFilter, type SeqPage } from '../../facets';

/** What a row costs that is fetched by its seq and sorted, in rows that are passed in the index by name. */
const FETCH_COST = 12;

/** The count of what a filter over images matches, and a page of it in the order asked for; by default the newest first. */
export function searchImages(
  db: Db,
  filter: FacetFilter,
  sort: z.output<typeof ImageSort> | undefined,
  offset: number,
  limit: number,
): Promise<SeqPage> {
  return sort === 'name' ? byName(db, filter, offset, limit) : searchFacets(db, filter, offset, limit, sort);
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
