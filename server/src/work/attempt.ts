import { sql } from 'kysely';
import type { Db } from '../database/connection';
import { isOutage, isTransient } from '../database/errors';
import { inTransaction } from '../database/transaction';
import { HttpError } from '../errors';
import { Interrupted, type Place, type TakenWork, type UndoneEnd, type WorkKind } from './kind';

/** So many servers may die over a piece, without a step between, before it is taken for the cause. */
const MOST_DEATHS = 5;
/** A model server or a bucket that does not answer is tried so often; the database, as long as the queue does. */
const MOST_TRIES_OUTSIDE = 6;
/** A training that is too large for the machine takes minutes each time. */
const MOST_INTERRUPTIONS = 3;
const LOOK_MS = 2_000;

export class Cancelled extends Error {
  override message = 'The work was cancelled.';
}
/** Another attempt has begun, or the row is gone or has ended. The job must not count as done: it may be another's. */
class Overtaken extends Error {
  override message = 'Another attempt has taken this work over.';
}

type WorkEnd = { state: 'done'; result?: unknown } | UndoneEnd;

export interface AttemptOptions {
  db: Db;
  /** How often the queue has handed this piece out without its having got anywhere. */
  tries: number;
  /** The queue will not hand it out again. */
  isLast: boolean;
  /** Told of work that failed for a reason nobody foresaw. */
  onError: (error: unknown, work: TakenWork) => void;
}

/** One attempt at a piece of long work. Throws when the queue shall hand it out again. */
export async function attemptWork(kind: WorkKind, id: string, options: AttemptOptions): Promise<void> {
  const { db } = options;
  const begun = await beginAttempt(db, id);
  if (!begun) return undefined;
  const { work, cancelled, deaths } = begun;
  if (cancelled) return endAttempt(db, kind, work, { state: 'cancelled' });
  if (deaths >= MOST_DEATHS)
    return endAttempt(db, kind, work, { state: 'failed', error: 'It was tried several times and never ended.' });
  const watch = watchAttempt(db, work);
  try {
    const result = await kind.run({
      db,
      work,
      signal: watch.signal,
      step: (place, change) =>
        inTransaction(
          db,
          async (trx) => {
            await keepPlace(trx, work, place);
            return change(trx);
          },
          () => undefined,
        ),
      progress: (done, total) => keepPlace(db, work, { done, total }, false),
    });
    await endAttempt(db, kind, work, { state: 'done', result });
  } catch (error) {
    await settle(watch.signal.aborted ? watch.signal.reason : error, kind, work, options);
  } finally {
    watch.end();
  }
  return undefined;
}

async function settle(error: unknown, kind: WorkKind, work: TakenWork, options: AttemptOptions): Promise<void> {
  const { db, tries, isLast, onError } = options;
  if (error instanceof Cancelled) return endAttempt(db, kind, work, { state: 'cancelled' });
  if (error instanceof Overtaken) throw error;
  if ((isOutage(error) || isTransient(error)) && !isLast) throw error;
  if (isOutageOutside(error) && tries < MOST_TRIES_OUTSIDE) throw error;
  if (error instanceof Interrupted && tries < MOST_INTERRUPTIONS) throw error;
  onError(error, work);
  return endAttempt(db, kind, work, { state: 'failed', error: error instanceof Error ? error.message : String(error) });
}

/** The bucket (503) or the model server (502, 504) did not answer. */
function isOutageOutside(error: unknown): boolean {
  return error instanceof HttpError && error.status >= 502;
}

/** Numbers this attempt; from now on every other one can change nothing. Null: there is nothing left to do. */
async function beginAttempt(db: Db, id: string): Promise<{ work: TakenWork; cancelled: boolean; deaths: number } | null> {
  const row = await db
    .updateTable('long_work')
    .set((eb) => ({ state: 'running', attempt: eb('attempt', '+', 1) }))
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .returningAll()
    .executeTakeFirst();
  if (!row) return null;
  const { workspace_id: workspaceId, kind, input, created_by: userId, attempt } = row;
  return { work: { id, workspaceId, kind, input, userId, attempt }, cancelled: row.cancel_requested, deaths: row.attempts };
}

/** Holds the row until the transaction ends, so that no other attempt can begin meanwhile. */
async function keepPlace(trx: Db, work: TakenWork, place: Place | null, isStep = true): Promise<void> {
  const row = await trx
    .updateTable('long_work')
    .set({
      state: 'running',
      ...(place && { progress_done: place.done, progress_total: place.total }),
      ...(place?.input !== undefined && { input: JSON.stringify(place.input) }),
      // A step that was done shows that the servers before did not die of this piece.
      ...(isStep && { attempts: 0 }),
    })
    .where('id', '=', work.id)
    .where('attempt', '=', work.attempt)
    .where('state', '=', 'running')
    .returning('cancel_requested')
    .executeTakeFirst();
  if (!row) throw new Overtaken();
  if (row.cancel_requested) throw new Cancelled();
}

async function endAttempt(db: Db, kind: WorkKind, work: TakenWork, end: WorkEnd): Promise<void> {
  await inTransaction(
    db,
    async (trx) => {
      const row = await trx
        .updateTable('long_work')
        .set({
          state: end.state,
          finished: sql<Date>`clock_timestamp()`,
          error: end.state === 'failed' ? end.error : null,
          result: end.state === 'done' && end.result !== undefined ? JSON.stringify(end.result) : null,
        })
        .where('id', '=', work.id)
        .where('attempt', '=', work.attempt)
        .where('state', '=', 'running')
        .returning('input')
        .executeTakeFirst();
      if (!row) throw new Overtaken();
      if (end.state !== 'done') await kind.undone?.(trx, row, end);
    },
    () => undefined,
  );
}

/** Looks now and then whether the attempt still counts, for a handler that waits for an answer from outside. */
function watchAttempt(db: Db, work: TakenWork): { signal: AbortSignal; end: () => void } {
  const controller = new AbortController();
  const look = async () => {
    const row = await db
      .selectFrom('long_work')
      .select('cancel_requested')
      .where('id', '=', work.id)
      .where('attempt', '=', work.attempt)
      .where('state', '=', 'running')
      .executeTakeFirst();
    if (!row) controller.abort(new Overtaken());
    else if (row.cancel_requested) controller.abort(new Cancelled());
  };
  // A database that is away is met by the attempt itself.
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_MS);
  timer.unref();
  return { signal: controller.signal, end: () => clearInterval(timer) };
}
