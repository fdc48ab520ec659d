import { setTimeout as delay } from 'node:timers/promises';
import type { JobHelpers, TaskList } from 'graphile-worker';
import { sql } from 'kysely';
import type { Db } from '../database/connection';
import { isOutage, isTransient } from '../database/errors';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;
/** A run this long was no failure of the one before: the pauses begin anew. */
const LONG_RUN_MS = 30_000;

/**
 * Tasks that begin again by themselves, as soon as the database answers, when it was lost under them. The queue would wait
 * e, e^2, e^3 ... seconds, which after a few cuts is minutes, and give up at the 25th. A task is left to the queue when its
 * job has become another's meanwhile, or when the server ends.
 */
export function retryDuringOutage(tasks: TaskList, db: Db, isEnding: () => boolean): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]): [string, TaskList[string]] => [
      name,
      async (payload, helpers) => {
        let pause = FIRST_PAUSE_MS;
        for (;;) {
          const began = performance.now();
          try {
            return await task?.(payload, helpers);
          } catch (error) {
            if (!isOutage(error) && !isTransient(error)) throw error;
            if (performance.now() - began > LONG_RUN_MS) pause = FIRST_PAUSE_MS;
            for (let there = false; !there;) {
              if (isEnding()) throw error;
              await delay(pause);
              pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS);
              const owner = await ownerOf(db, helpers.job).catch(() => 'unknown');
              if (owner !== 'unknown' && owner !== helpers.job.locked_by) throw error;
              there = owner !== 'unknown';
            }
          }
        }
      },
    ]),
  );
}

/** The pool of workers that has the job in hand; null when it is nobody's, or gone. */
async function ownerOf(db: Db, { id }: JobHelpers['job']): Promise<string | null> {
  const { rows } = await sql<{ locked_by: string | null }>`
    select locked_by from graphile_worker.jobs where id = ${id}`.execute(db);
  return rows[0]?.locked_by ?? null;
}
