import { setTimeout as delay } from 'node:timers/promises';
import type { JobHelpers, TaskList } from 'graphile-worker';
import { sql } from 'kysely';
import type { Db } from '../database/connection';
import { isOutage, isTransient } from '../database/errors';

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 1_000;
/** If a run took longer than this, its failure counts as unrelated to the previous failure. The pauses then start again from the first. */
const LONG_RUN_MS = 30_000;

/**
 * Wraps tasks so that they restart as soon as the database responds again after an outage. The queue alone would wait
 * e, e^2, e^3 ... seconds, which soon means minutes, and give up after 25 attempts. The error is passed to the queue if
 * another worker has taken the job meanwhile, or if the server is stopping.
 */
export function retryDuringOutage(tasks: TaskList, db: Db, isEnding: () => boolean): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]): [string, TaskList[string]] => [
      name,
      async (payload, helpers) => {
        let pauseMs = FIRST_PAUSE_MS;
        for (;;) {
          const startedAt = performance.now();
          try {
            return await task?.(payload, helpers);
          } catch (error) {
            if (!isOutage(error) && !isTransient(error)) throw error;
            if (performance.now() - startedAt > LONG_RUN_MS) pauseMs = FIRST_PAUSE_MS;
            for (let isReachable = false; !isReachable;) {
              if (isEnding()) throw error;
              await delay(pauseMs);
              pauseMs = Math.min(pauseMs * 1.5, MAX_PAUSE_MS);
              const owner = await readOwner(db, helpers.job).catch(() => 'unknown');
              if (owner !== 'unknown' && owner !== helpers.job.locked_by) throw error;
              isReachable = owner !== 'unknown';
            }
          }
        }
      },
    ]),
  );
}

/** Returns the worker pool that has locked the job. Null if the job is not locked or does not exist. */
async function readOwner(db: Db, { id }: JobHelpers['job']): Promise<string | null> {
  const { rows } = await sql<{ locked_by: string | null }>`
    select locked_by from graphile_worker.jobs where id = ${id}`.execute(db);
  return rows[0]?.locked_by ?? null;
}
