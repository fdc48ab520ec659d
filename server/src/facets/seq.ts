import { sql, type Kysely } from 'kysely';
import type { Database } from '../database/schema';
import type { FacetEntity } from './kinds';

export interface SeqRun {
  /** The first of the `count` numbers taken. */
  first: number;
  /** The moment of creation of all of them; never before that of a lower seq. */
  created: Date;
}

/**
 * Takes the next numbers of a workspace. The counter stays locked until the transaction ends, which
 * is what keeps seq dense and in the order of creation: take it late.
 */
export async function takeSeq(tx: Kysely<Database>, workspaceId: string, entity: FacetEntity, count = 1): Promise<SeqRun> {
  await sql`
    insert into workspace_counter (workspace_id, kind) values (${workspaceId}, ${entity}) on conflict do nothing
  `.execute(tx);
  const { rows } = await sql<{ after: number; created: Date }>`
    update workspace_counter
    -- to the millisecond: that is what an answer shows and a filter names
    set next_seq = next_seq + ${count}, last_created = greatest(last_created, date_trunc('milliseconds', clock_timestamp()))
    where workspace_id = ${workspaceId} and kind = ${entity}
    returning next_seq as after, last_created as created
  `.execute(tx);
  const taken = rows[0];
  if (!taken) throw new Error(`No counter of ${entity} in workspace ${workspaceId}`);
  return { first: taken.after - count, created: taken.created };
}
