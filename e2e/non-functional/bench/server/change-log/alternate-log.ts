import { sql } from 'kysely';
import type { Db } from '../../../../../server/src/platform/database/connection';

/** Whether the triggers of the change log are enabled. */
export type LogState = 'on' | 'off';

/**
 * Calls `measure` in each round with and without the triggers of the change log. The order alternates, so that neither variant
 * always runs on the warmer server. The first round has the number -1 and fills caches. Finally, the triggers are enabled.
 */
export async function alternateLog(
  db: Db,
  rounds: number,
  measure: (state: LogState, round: number) => Promise<void>,
): Promise<void> {
  try {
    for (let round = -1; round < rounds; round += 1) {
      for (const state of round % 2 === 0 ? (['off', 'on'] as const) : (['on', 'off'] as const)) {
        await setLogTriggers(db, state === 'on' ? 'enable' : 'disable');
        await measure(state, round);
      }
    }
  } finally {
    await setLogTriggers(db, 'enable');
  }
}

/** Enables or disables the triggers of the change log on all tables. */
async function setLogTriggers(db: Db, action: 'enable' | 'disable'): Promise<void> {
  const { rows } = await sql<{ relation: string; name: string }>`
    select tgrelid::regclass::text as relation, tgname as name from pg_trigger
    where tgname in ('log_insert', 'log_update', 'log_delete')`.execute(db);
  await db.transaction().execute(async (trx) => {
    for (const { relation, name } of rows) await sql.raw(`alter table ${relation} ${action} trigger ${name}`).execute(trx);
  });
}
