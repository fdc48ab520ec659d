import { randomUUID } from 'node:crypto';
import type { Db } from '../database/connection';
import { isTransient } from '../database/errors';
import { endWork, reportProgress, takeWork, type TakenWork } from './queue';

export interface WorkContext {
  db: Db;
  work: TakenWork;
  /** Says how far it is and keeps the lease; throws when the work was cancelled. Call it between short transactions. */
  progress: (done: number, total: number | null) => Promise<void>;
}

/** Does one kind of long work; what it answers is kept as the result. It must bear being run again from the start. */
export type WorkHandler = (context: WorkContext) => Promise<unknown>;
export type WorkHandlers = Readonly<Record<string, WorkHandler>>;

class Cancelled extends Error {}

export interface WorkerOptions {
  db: Db;
  handlers: WorkHandlers;
  /** Told of work that failed for a reason nobody foresaw. */
  onError: (error: unknown, work: TakenWork) => void;
}

export interface Worker {
  /** Looks at the queue now instead of at the next turn. */
  nudge: () => void;
  /** Ends after the piece in hand. */
  stop: () => Promise<void>;
}

const IDLE_MS = 1000;

/** Does all work that is waiting, one after the other. Answers how many pieces there were. */
export async function runWaitingWork(
  { db, handlers, onError }: WorkerOptions,
  worker: string = randomUUID(),
  isStopped: () => boolean = () => false,
): Promise<number> {
  let count = 0;
  while (!isStopped()) {
    const work = await takeWork(db, Object.keys(handlers), worker);
    if (!work) return count;
    count += 1;
    await runOne({ db, handlers, onError }, work);
  }
  return count;
}

/** Starts a worker that looks at the queue every second. */
export function startWorker(options: WorkerOptions): Worker {
  const worker = randomUUID();
  let isStopped = false;
  let wake = () => {};
  const running = (async () => {
    while (!isStopped) {
      // The database may be away for a while; the next turn tries again.
      await runWaitingWork(options, worker, () => isStopped).catch(() => 0);
      if (!isStopped)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, IDLE_MS);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
    }
  })();
  return {
    nudge: () => wake(),
    stop: async () => {
      isStopped = true;
      wake();
      await running;
    },
  };
}

async function runOne({ db, handlers, onError }: WorkerOptions, work: TakenWork): Promise<void> {
  const handler = handlers[work.kind];
  if (!handler) return;
  try {
    const result = await handler({
      db,
      work,
      progress: async (done, total) => {
        if (!(await reportProgress(db, work.id, done, total))) throw new Cancelled();
      },
    });
    await endWork(db, work.id, { state: 'done', result });
  } catch (error) {
    if (error instanceof Cancelled) return endWork(db, work.id, { state: 'cancelled' });
    // Left as it is, it is taken again when its lease has ended.
    if (isTransient(error)) return undefined;
    onError(error, work);
    await endWork(db, work.id, { state: 'failed', error: error instanceof Error ? error.message : String(error) });
  }
  return undefined;
}
