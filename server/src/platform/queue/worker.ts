import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Logger, parseCronItems, run, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker';
import type { ClientConfig, Pool } from 'pg';
import { createPool, type Db } from '../database/connection';
import { attemptWork } from './attempt';
import type { ClaimedWork, MaintenanceTask, WorkKind } from './kind';
import { retryDuringOutage } from './retry-during-outage';
import { getRequestId, observeTask, type JobReport } from './observe-job';
import { createTaskLimiter } from './task-limits';
import { startPresence, takeOver, type PoolPresence } from './presence';
import { enqueueUnfinished } from './queue';

export interface WorkerOptions {
  db: Db;
  kinds: readonly WorkKind[];
  tasks: readonly MaintenanceTask[];
  /** Called for work that failed with an unexpected error. */
  onError: (error: unknown, work: ClaimedWork) => void;
  /** Called after each attempt at a job. */
  onJob?: (report: JobReport) => void;
  /** Called for problems from which the queue recovers, such as a lost connection. */
  onWarning?: (message: string) => void;
}

export interface Worker {
  /** Starts no new jobs and waits for running ones, at most this long. Unfinished jobs then return to the queue. */
  stop: (timeoutMs: number) => Promise<void>;
}

/** Connections of the queue: one listens, the others fetch and complete jobs. */
const QUEUE_CONNECTIONS = 4;
/** Maximum delay before a retried job is picked up. New jobs are announced through LISTEN/NOTIFY. */
const POLL_INTERVAL_MS = 2_000;
const REOPEN_DELAY_MS = 500;
const NUDGE_DELAY_MS = 100;
/** Workers for scheduled tasks, in addition to the sum of the limits of all tasks. */
const SCHEDULE_WORKERS = 1;

/** Converts work kinds and maintenance tasks to the task list of the queue library. */
export function toTaskList({ db, kinds, tasks, onError, onJob }: WorkerOptions): TaskList {
  const workTasks = kinds.map((kind): [string, TaskList[string]] => [
    kind.name,
    observeTask(
      kind.name,
      (payload, job) =>
        attemptWork(kind, (payload as { work: string }).work, {
          db,
          onError,
          starts: job.attempts,
          isLast: job.attempts >= job.max_attempts,
          requestId: getRequestId(payload),
        }),
      onJob,
    ),
  ]);
  const maintenanceTasks = tasks.map(({ name, run: runTask }) => [name, observeTask(name, runTask, onJob)]);
  return Object.fromEntries([...workTasks, ...maintenanceTasks]);
}

/** Starts to run jobs of the queue that all servers of this database share. */
export async function startWorker(options: WorkerOptions & { config: ClientConfig; checkIntervalMs?: number }): Promise<Worker> {
  const { db, config, onWarning = () => undefined } = options;
  await enqueueUnfinished(db);
  const presence = await startPresence(db, config, {
    onError: (error) => onWarning(String(error)),
    checkIntervalMs: options.checkIntervalMs,
  });
  const pool = createPool(config, QUEUE_CONNECTIONS);
  const workerPool = new WorkerPool(options, pool, presence, onWarning);
  try {
    await workerPool.open();
  } catch (error) {
    await presence.stop();
    await pool.end();
    throw error;
  }
  return {
    stop: async (timeoutMs) => {
      const stopResult = await workerPool.stop(timeoutMs);
      await presence.stop();
      // The running work still needs the pool until it notices that another server has taken over.
      void stopResult.completion.then(() => pool.end()).catch(() => undefined);
    },
  };
}

/** Wraps the library's worker pool. Starts a new pool when the library gives up after a long outage of the database. */
class WorkerPool {
  private readonly runners = new Map<string, Runner>();
  private isStopping = false;

  constructor(
    private readonly options: WorkerOptions,
    private readonly pool: Pool,
    private readonly presence: PoolPresence,
    private readonly onWarning: (message: string) => void,
  ) {}

  async open(): Promise<void> {
    const { kinds, tasks } = this.options;
    const limits = new Map([
      ...kinds.map((kind) => [kind.name, kind.concurrency] as const),
      ...tasks.map((task) => [task.name, task.concurrency ?? 1] as const),
    ]);
    const events: WorkerEvents = new EventEmitter();
    const poolJobs = { working: new Set<string>(), completing: new Set<string>() };
    let id = '';
    let wakeWorkers = () => {};
    let isEnding = false;
    events.once('pool:create', ({ workerPool }) => {
      id = workerPool.id;
      void this.presence.join(id, poolJobs);
      wakeWorkers = () => workerPool.nudge(1);
    });
    events.once('pool:gracefulShutdown', () => {
      wakeWorkers = () => {};
      isEnding = true;
      void this.reopen();
    });
    // Convert to text: our connections parse int8 as numbers, although the library's types say string.
    events.on('job:start', ({ job }) => void poolJobs.working.add(String(job.id)));
    events.on('job:complete', ({ job }) => {
      poolJobs.working.delete(String(job.id));
      poolJobs.completing.add(String(job.id));
    });
    // After a job, a worker looks for the next job before the library has unlocked the queue of the workspace. Wake the worker again later.
    events.on('job:complete', () => setTimeout(() => wakeWorkers(), NUDGE_DELAY_MS).unref());
    const runner = await run({
      pgPool: this.pool,
      taskList: retryDuringOutage(toTaskList(this.options), this.options.db, () => isEnding || this.isStopping),
      parsedCronItems: parseCronItems(toCronItems(tasks)),
      concurrency: [...limits.values()].reduce((sum, share) => sum + share, SCHEDULE_WORKERS),
      forbiddenFlags: createTaskLimiter(events, limits),
      events,
      pollInterval: POLL_INTERVAL_MS,
      noHandleSignals: true,
      schema: 'graphile_worker',
      // Failed jobs are not logged here, because `onJob` reports them with their request.
      logger: new Logger(() => (level, message, meta) => {
        if (level === 'error' && !meta?.failure) this.onWarning(message);
      }),
      // Unbatched completion leaves an unhandled rejection after a lost connection, which would end the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
    this.runners.set(id, runner);
    // A pool that gave up ends after its last job. Its locked jobs can only be released after that.
    void runner.promise.catch(() => undefined).then(() => this.leavePresence(id));
  }

  /**
   * Stops the pool. The promise resolves after the timeout at the latest. `completion` resolves when the last job has ended, even
   * if the job was passed to another server.
   */
  async stop(timeoutMs: number): Promise<{ completion: Promise<unknown> }> {
    this.isStopping = true;
    const runnerEnds = [...this.runners].map(async ([id, runner]) => {
      await runner.stop().catch(() => undefined);
      this.runners.delete(id);
    });
    const completion = Promise.all(runnerEnds);
    await Promise.race([completion, delay(timeoutMs, undefined, { ref: false })]);
    const unfinishedPools = [...this.runners.keys()];
    if (unfinishedPools.length > 0)
      await takeOver(this.options.db, unfinishedPools, 'ended').catch((error: unknown) => this.onWarning(String(error)));
    return { completion };
  }

  private async leavePresence(id: string): Promise<void> {
    if (!this.runners.delete(id) || this.isStopping) return;
    await this.presence.leave(id);
  }

  private async reopen(): Promise<void> {
    while (!this.isStopping) {
      await delay(REOPEN_DELAY_MS);
      if (this.isStopping) return;
      try {
        return await this.open();
      } catch (error) {
        this.onWarning(String(error));
      }
    }
  }
}

function toCronItems(tasks: readonly MaintenanceTask[]) {
  return tasks.flatMap(({ name, schedule }) =>
    schedule === undefined
      ? []
      : [
          {
            task: name,
            match: schedule,
            identifier: name,
            // Schedules missed while no server was running are run once at the next start.
            options: {
              backfillPeriod: 86_400_000,
              queueName: 'schedules',
              jobKey: `schedule:${name}`,
              jobKeyMode: 'replace' as const,
            },
          },
        ],
  );
}
