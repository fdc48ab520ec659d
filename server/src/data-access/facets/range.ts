import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import type { FacetEntity } from './kinds';

/** Inclusive bounds of sequence numbers (`seq`). An absent bound sets no limit. */
export interface SeqRange {
  from?: number;
  to?: number;
}

/** Finds the range of `seq` for rows created between two dates, both inclusive. Returns null if there are none. */
export async function findSeqRange(
  db: Db,
  workspaceId: string,
  entity: FacetEntity,
  createdAfter: Date | undefined,
  createdBefore: Date | undefined,
): Promise<SeqRange | null> {
  if (!createdAfter && !createdBefore) return {};
  const table = sql.table(entity === 'image' ? 'training_image' : 'detection_object');
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select
      (select seq from ${table} where workspace_id = ${workspaceId} ${createdAfter ? sql`and created >= ${createdAfter}` : sql``} order by created, seq limit 1) as first,
      (select seq from ${table} where workspace_id = ${workspaceId} ${createdBefore ? sql`and created <= ${createdBefore}` : sql``} order by created desc, seq desc limit 1) as last
  `.execute(db);
  const { first, last } = rows[0] ?? { first: null, last: null };
  if (first === null || last === null || first > last) return null;
  return { from: first, to: last };
}
