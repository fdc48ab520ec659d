import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import type { FacetEntity } from './kinds';

/**
 * A range of sequence numbers that a transaction has reserved. The sequence number (`seq`) of an image or object is its
 * position in its workspace by creation.
 */
interface SeqAllocation {
  /** The first of the `count` allocated numbers. */
  first: number;
  /** Creation time of the new rows. Rows with lower sequence numbers never have a later creation time. */
  created: Date;
}

/**
 * Allocates the next sequence numbers of a workspace. The counter stays locked until the transaction ends, so that the numbers
 * have no gaps and follow the creation time. Call it as late as possible.
 */
export async function allocateSeqs(tx: Db, workspaceId: string, entity: FacetEntity, count = 1): Promise<SeqAllocation> {
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
  const counter = rows[0];
  if (!counter) throw new Error(`No counter of ${entity} in workspace ${workspaceId}`);
  return { first: counter.after - count, created: counter.created };
}
