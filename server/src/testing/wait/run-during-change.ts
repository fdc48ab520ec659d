import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { waitUntil } from './wait-until';

/**
 * Runs a change by one client and a bulk call by another client in a fixed order. The call starts while the change is not committed, and
 * the change commits once the call waits for its locks. Fails when the call does not wait.
 */
export async function runDuringChange<T>(db: Db, change: (trx: Db) => Promise<unknown>, bulkCall: () => Promise<T>): Promise<T> {
  let isFinished = false;
  const bulkCallStart = await db.transaction().execute(async (trx) => {
    await change(trx);
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    const pid = rows[0]?.pid;
    const startedCall = bulkCall().finally(() => {
      isFinished = true;
    });
    // Prevents an unhandled rejection. The caller awaits the call and gets the same error.
    startedCall.catch(() => undefined);
    await waitUntil(async () => {
      if (isFinished) throw new Error('the bulk call finished without waiting for the change');
      const blockedSessions = await sql`select 1 from pg_stat_activity where ${pid}::int = any(pg_blocking_pids(pid))`.execute(
        db,
      );
      return blockedSessions.rows.length > 0;
    });
    return { started: startedCall };
  });
  return bulkCallStart.started;
}
