import { EventEmitter } from 'node:events';
import { Logger, runOnce, type WorkerEvents } from 'graphile-worker';
import type { ClientConfig } from 'pg';
import { createPool } from '../../platform/database/connection';
import { toTaskList, type WorkerOptions } from '../../platform/queue/worker';

/** Runs all jobs of the queue in order, including jobs scheduled for later. Returns the number of jobs. */
export async function runQueue(config: ClientConfig, options: WorkerOptions): Promise<number> {
  // With one connection, a finished job is removed from the queue before the next one is fetched.
  const pgPool = createPool(config, 1);
  const events: WorkerEvents = new EventEmitter();
  let doneCount = 0;
  events.on('job:complete', () => {
    doneCount += 1;
  });
  try {
    await pgPool.query(
      'select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where run_at > now()), run_at => now())',
    );
    await runOnce({
      pgPool,
      taskList: toTaskList(options),
      concurrency: 1,
      noHandleSignals: true,
      schema: 'graphile_worker',
      events,
      logger: new Logger(() => () => undefined),
    });
    return doneCount;
  } finally {
    await pgPool.end();
  }
}
