import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema';
import type { FacetEntity } from './kinds';

/** A range of `seq` numbers that a transaction has reserved. */
export interface SeqAllocation {
  /** The first of the `count` allocated numbers. */
  first: number;
  /** Creation time for all of these rows; never earlier than that of a lower `seq`. */
  created: Date;
}

/**
 * Allocates the next `seq` numbers of a workspace. The counter stays locked until the transaction ends, which keeps `seq` dense
 * and ordered by creation time. Call it as late as possible.
 */
export async function allocateSeqs(
  tx: Kysely<Database>,
  workspaceId: string,
  entity: FacetEntity,
  count = 1,
): Promise<SeqAllocation> {
  await sql`
    insert into workspace_counter (workspace_id, kind) values (${workspaceId}, ${entity}) on conflict do nothing
  `.execute(tx);
  const { rows } = await sql<{ after: number; created: Date }>`
    update workspace_counter
    -- Truncated to milliseconds, the precision of responses and filters.
    set next_seq = next_seq + ${count}, last_created = greatest(last_created, date_trunc('milliseconds', clock_timestamp()))
    where workspace_id = ${workspaceId} and kind = ${entity}
    returning next_seq as after, last_created as created
  `.execute(tx);
  const allocated = rows[0];
  if (!allocated) throw new Error(`No counter of ${entity} in workspace ${workspaceId}`);
  return { first: allocated.after - count, created: allocated.created };
}
