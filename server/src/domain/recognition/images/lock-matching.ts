import { sql } from 'kysely';
import { searchFacets, type FacetFilter } from '../../../data-access/facets';
import type { Db } from '../../../platform/database/connection';

/**
 * Locks images that a filter by search facets has found. Returns the ids of those that still exist and match once they are
 * locked, newest first. All writers of facets lock the images, so the facets of locked images do not change.
 * @param isDeletion whether the images will be deleted, so that nothing may refer to them meanwhile
 */
export async function lockMatchingImages(
  trx: Db,
  filter: FacetFilter,
  seqs: readonly number[],
  isDeletion = false,
): Promise<string[]> {
  if (seqs.length === 0) return [];
  const { rows } = await sql<{ id: string; seq: number }>`
    select id, seq from training_image where workspace_id = ${filter.workspaceId} and seq = any(${seqs}::int[])
    order by id ${isDeletion ? sql`for update` : sql`for no key update`}`.execute(trx);
  const selectedSeqs = sql<{ seq: number }>`select unnest(${seqs}::int[]) as seq`;
  const matchingImages = await searchFacets(
    trx,
    // The range limits the rows that subqueries read.
    { ...filter, terms: [...filter.terms, { seqs: selectedSeqs }], from: Math.min(...seqs), to: Math.max(...seqs) },
    0,
    seqs.length,
  );
  const ids = new Map(rows.map((row) => [row.seq, row.id]));
  return matchingImages.seqs.flatMap((seq) => ids.get(seq) ?? []);
}
