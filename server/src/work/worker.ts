import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Logger, parseCronItems, run, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker';
import type { ClientConfig, Pool } from 'pg';
import { makePool, type Db } from '../database/connection';
import { attemptWork } from './attempt';
import type { TakenWork, Task, WorkKind } from './kind';
import { retryDuringOutage } from './retry-during-outage';
import { laneLimits } from './lanes';
import { keepPresence, takeOver, type Presence } from './presence';
import { adoptUnfinished } from './queue';

export interface WorkerOptions {
  db: Db;
  kinds: readonly WorkKind[];
  tasks: readonly Task[];
  /** Told of work that failed for a reason nobody foresaw. */
  onError: (error: unknown, work: TakenWork) => void;
  /** Told of what the queue met and goes on after, such as a lost connection. */
  onTrouble?: (message: string) => void;
}

export interface Worker {
  /** Takes nothing new and ends after what is in hand, or after so long: what is left then is another server's. */
  stop: (patienceMs: number) => Promise<void>;
}

/** The queue's own connections: one listens, the others fetch and settle jobs. */
const QUEUE_CONNECTIONS = 4;
/** How late a repeat may be taken; new jobs are told of. */
const POLL_MS = 2_000;
const REOPEN_MS = 500;
const FREE_MS = 100;
/** The schedules' one, besides the shares of the lanes. */
const SPARE_WORKERS = 1;

/** The library's form of what there is to do. */
export function taskListOf({ db, kinds, tasks, onError }: WorkerOptions): TaskList {
  const work = kinds.map((kind): [string, TaskList[string]] => [
    kind.name,
    (payload, { job }) =>
      attemptWork(kind, (payload as { work: string }).work, {
        db,
        onError,
        tries: job.attempts,
        isLast: job.attempts >= job.max_attempts,
      }),
  ]);
  return Object.fromEntries([...work, ...tasks.map((task) => [task.name, (payload: unknown) => task.run(payload)])]);
}

/** Takes part in the work of all servers on this database, until it is stopped. */
export async function startWorker(options: WorkerOptions & { config: ClientConfig; lookMs?: number }): Promise<Worker> {
  const { db, config, onTrouble = () => undefined } = options;
  await adoptUnfinished(db);
  const presence = await keepPresence(db, config, { onError: (error) => onTrouble(String(error)), lookMs: options.lookMs });
  const pool = makePool(config, QUEUE_CONNECTIONS);
  const crew = new Crew(options, pool, presence, onTrouble);
  try {
    await crew.open();
  } catch (error) {
    await presence.stop();
    await pool.end();
    throw error;
  }
  return {
    stop: async (patienceMs) => {
      const ended = await crew.stop(patienceMs);
      await presence.stop();
      // What is still in hand needs it to hear that it was given away.
      void ended.all.then(() => pool.end()).catch(() => undefined);
    },
  };
}

/** The library's pool of workers, replaced when it gives up, which it does when the database was away for long. */
class Crew {
  private readonly living = new Map<string, Runner>();
  private stopping = false;

  constructor(
    private readonly options: WorkerOptions,
    private readonly pool: Pool,
    private readonly presence: Presence,
    private readonly onTrouble: (message: string) => void,
  ) {}

  async open(): Promise<void> {
    const { kinds, tasks } = this.options;
    const shares = new Map([
      ...kinds.map((kind) => [kind.name, kind.atOnce] as const),
      ...tasks.map((task) => [task.name, 1] as const),
    ]);
    const events: WorkerEvents = new EventEmitter();
    const hands = { working: new Set<string>(), settling: new Set<string>() };
    let id = '';
    let nudge = () => {};
    let isEnding = false;
    events.once('pool:create', ({ workerPool }) => {
      id = workerPool.id;
      void this.presence.join(id, hands);
      nudge = () => workerPool.nudge(1);
    });
    events.once('pool:gracefulShutdown', () => {
      nudge = () => {};
      isEnding = true;
      void this.reopen();
    });
    // As text: a pool of ours reads int8 as numbers, whatever the library's types say.
    events.on('job:start', ({ job }) => void hands.working.add(String(job.id)));
    events.on('job:complete', ({ job }) => {
      hands.working.delete(String(job.id));
      hands.settling.add(String(job.id));
    });
    // A worker that has ended a piece looks for the next before the queue of that workspace is free again.
    events.on('job:complete', () => setTimeout(() => nudge(), FREE_MS).unref());
    const runner = await run({
      pgPool: this.pool,
      taskList: retryDuringOutage(taskListOf(this.options), this.options.db, () => isEnding || this.stopping),
      parsedCronItems: parseCronItems(scheduled(tasks)),
      concurrency: [...shares.values()].reduce((sum, share) => sum + share, SPARE_WORKERS),
      forbiddenFlags: laneLimits(events, shares),
      events,
      pollInterval: POLL_MS,
      noHandleSignals: true,
      schema: 'graphile_worker',
      logger: new Logger(() => (level, message) => {
        if (level === 'error') this.onTrouble(message);
      }),
      // The unbatched way leaves a rejection unhandled when the connection is cut, which would end the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
    this.living.set(id, runner);
    // A pool that gave up ends when its last piece has; only then is what it left locked nobody's.
    void runner.promise.catch(() => undefined).then(() => this.ended(id));
  }

  /** Answers what comes to pass when the last piece has ended, be it given away. */
  async stop(patienceMs: number): Promise<{ all: Promise<unknown> }> {
    this.stopping = true;
    const ends = [...this.living].map(async ([id, runner]) => {
      await runner.stop().catch(() => undefined);
      this.living.delete(id);
    });
    const all = Promise.all(ends);
    await Promise.race([all, delay(patienceMs, undefined, { ref: false })]);
    const left = [...this.living.keys()];
    if (left.length > 0) await takeOver(this.options.db, left, 'ended').catch((error: unknown) => this.onTrouble(String(error)));
    return { all };
  }

  private async ended(id: string): Promise<void> {
    if (!this.living.delete(id) || this.stopping) return;
    await this.presence.leave(id);
  }

  private async reopen(): Promise<void> {
    while (!this.stopping) {
      await delay(REOPEN_MS);
      if (this.stopping) return;
      try {
        return await this.open();
      } catch (error) {
        this.onTrouble(String(error));
      }
    }
  }
}

function scheduled(tasks: readonly Task[]) {
  return tasks.flatMap(({ name, schedule }) =>
    schedule === undefined
      ? []
      : [
          {
            task: name,
            match: schedule,
            identifier: name,
            // Missed while no server ran: once, at the next start.
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
