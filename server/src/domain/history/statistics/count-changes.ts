import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import { LOGGED_COUNTS, selectLoggedCounts } from './select-counts';

/** Maximum number of entries that one transaction counts. */
const BATCH_SIZE = 20_000;

/**
 * Adds new entries of the change log to `daily_statistics`, each exactly once. Transactions do not commit in the order of entry ids. An
 * entry is therefore counted only after all transactions have ended that were running when its id was assigned.
 */
export async function countNewChanges(db: Db): Promise<void> {
  const lastId = await readLastEntryId(db);
  await countCompleteEntries(db);
  // Transactions that wrote an entry up to lastId have a transaction id below the current one.
  await sql`
    update statistics_progress set pending_id = ${lastId}, pending_xid = pg_current_xact_id()
    where counted_id = pending_id and pending_id < ${lastId}`.execute(db);
  await countCompleteEntries(db);
}

/** Returns the last id that was assigned to an entry of the change log, even if its transaction has not ended. */
export async function readLastEntryId(db: Db): Promise<string> {
  const { rows } = await sql<{ id: string }>`select last_value as id from change_id`.execute(db);
  return rows[0]?.id ?? '0';
}

async function countCompleteEntries(db: Db): Promise<void> {
  while (await countBatch(db));
}

/** Counts the next complete entries. Returns whether there may be more of them. */
async function countBatch(db: Db): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // A transaction id that does not exist yet comes from a backup of another database. Its entries are complete.
    const { rows } = await sql<{ after: string; upTo: string; hasMore: boolean }>`
      select counted_id as after, least(pending_id, counted_id + ${BATCH_SIZE}) as "upTo", pending_id > counted_id + ${BATCH_SIZE} as "hasMore"
      from statistics_progress
      where counted_id < pending_id
        and (pending_xid <= pg_snapshot_xmin(pg_current_snapshot()) or pending_xid > pg_current_xact_id())
      for update`.execute(trx);
    const entryRange = rows[0];
    if (!entryRange) return false;
    const columns = LOGGED_COUNTS.map((count) => sql.ref(count));
    const summedCounts = LOGGED_COUNTS.map((count) => sql`${sql.ref(count)} = d.${sql.ref(count)} + excluded.${sql.ref(count)}`);
    await sql`
      insert into daily_statistics as d (workspace_id, day, user_id, job_id, label_id, ${sql.join(columns)})
      select * from (${selectLoggedCounts(entryRange)}) counts
      on conflict (workspace_id, day, user_id, job_id, label_id) do update set ${sql.join(summedCounts)}`.execute(trx);
    await sql`update statistics_progress set counted_id = ${entryRange.upTo}`.execute(trx);
    return entryRange.hasMore;
  });
}
