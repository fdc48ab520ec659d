import { hasPermission } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { findMemberRole } from '../access/member-role';
import type { Db } from '../database/connection';
import { isOutage, isTransient } from '../database/errors';
import { declareWriter } from '../database/change-log';
import { inTransaction } from '../database/transaction';
import { HttpError } from '../errors';
import { InterruptedError, type Checkpoint, type ClaimedWork, type UnsuccessfulOutcome, type WorkKind } from './kind';

/** If this many servers crash during the same work without a completed step, the work is assumed to be the cause. */
const MAX_SERVER_CRASHES = 5;
/** Attempts while a model server or bucket does not respond. Database outages are retried as long as the queue allows. */
const MAX_EXTERNAL_ATTEMPTS = 6;
/** Attempts after the process of the work was killed. Few, because a training that runs out of memory takes minutes each time. */
const MAX_PROCESS_KILLS = 3;
const CHECK_INTERVAL_MS = 2_000;
const NOT_A_MEMBER = 'The user who started this is no longer a member of the workspace.';
const ROLE_NOT_ALLOWED = 'The user who started this has a role that does not allow it any more.';

export class WorkCancelledError extends Error {
  override message = 'The work was cancelled.';
}
/** Thrown in an attempt that may no longer change anything: another attempt has started, or the work is finished or deleted. */
class SupersededError extends Error {
  override message = 'Another attempt has taken this work over.';
}

type WorkOutcome = { state: 'done'; result?: unknown } | UnsuccessfulOutcome;

export interface AttemptOptions {
  db: Db;
  /** How often the queue has started this work without progress. */
  starts: number;
  /** Whether the queue will not start this work again if the attempt fails. */
  isLast: boolean;
  /** The request that caused the work; null if unknown. */
  requestId: string | null;
  /** Called for work that failed with an unexpected error. */
  onError: (error: unknown, work: ClaimedWork) => void;
}

/**
 * Runs one attempt at background work. Returns how the work has ended, or `done` if it had ended before. Throws if the queue
 * should start the work again.
 */
export async function attemptWork(kind: WorkKind, id: string, options: AttemptOptions): Promise<WorkOutcome['state']> {
  const { db, requestId } = options;
  const startedAttempt = await startAttempt(db, id);
  if (!startedAttempt) return 'done';
  const { cancelled, serverCrashes } = startedAttempt;
  const work = { ...startedAttempt.work, requestId };
  if (cancelled) return finishAttempt(db, kind, work, { state: 'cancelled' });
  if (serverCrashes >= MAX_SERVER_CRASHES)
    return finishAttempt(db, kind, work, { state: 'failed', error: 'It was tried several times and never finished.' });
  const watcher = watchAttempt(db, work);
  try {
    await requirePermission(db, kind, work);
    const result = await kind.run({
      db,
      work,
      signal: watcher.signal,
      step: (checkpoint, change) =>
        inTransaction(
          db,
          async (trx) => {
            await saveCheckpoint(trx, work, checkpoint);
            await requirePermission(trx, kind, work);
            await declareWork(trx, kind, work);
            return change(trx);
          },
          () => undefined,
        ),
      runAtomically: (change) =>
        inTransaction(
          db,
          async (trx) => {
            await requirePermission(trx, kind, work);
            await declareWork(trx, kind, work);
            const { result: stepResult, checkpoint } = await change(trx);
            // Save the checkpoint last, because it locks the row: reports of progress and a cancellation would have to wait for the lock.
            await saveCheckpoint(trx, work, checkpoint);
            return stepResult;
          },
          () => undefined,
        ),
      progress: (done, total) => saveCheckpoint(db, work, { done, total }, false),
    });
    return await finishAttempt(db, kind, work, { state: 'done', result });
  } catch (error) {
    return await handleFailure(watcher.signal.aborted ? watcher.signal.reason : error, kind, work, options);
  } finally {
    watcher.end();
  }
}

async function requirePermission(db: Db, { permission }: WorkKind, { workspaceId, userId }: ClaimedWork): Promise<void> {
  if (!permission || userId === null) return;
  const role = await findMemberRole(db, workspaceId, userId);
  if (role === null) throw new Error(NOT_A_MEMBER);
  if (!hasPermission(role, permission)) throw new Error(ROLE_NOT_ALLOWED);
}

function declareWork(trx: Db, { name, createsManyRows }: WorkKind, { id, userId, requestId }: ClaimedWork): Promise<void> {
  const writer = { userId, origin: 'work', action: name, workId: id, key: id, requestId } as const;
  return declareWriter(trx, { ...writer, summarized: createsManyRows });
}

async function handleFailure(
  error: unknown,
  kind: WorkKind,
  work: ClaimedWork,
  options: AttemptOptions,
): Promise<WorkOutcome['state']> {
  const { db, starts, isLast, onError } = options;
  if (error instanceof WorkCancelledError) return finishAttempt(db, kind, work, { state: 'cancelled' });
  if (error instanceof SupersededError) throw error;
  if ((isOutage(error) || isTransient(error)) && !isLast) throw error;
  if (isExternalOutage(error) && starts < MAX_EXTERNAL_ATTEMPTS) throw error;
  if (error instanceof InterruptedError && starts < MAX_PROCESS_KILLS) throw error;
  onError(error, work);
  return finishAttempt(db, kind, work, { state: 'failed', error: error instanceof Error ? error.message : String(error) });
}

/** Whether the bucket (503) or the model server (502, 504) did not respond. */
function isExternalOutage(error: unknown): boolean {
  return error instanceof HttpError && error.status >= 502;
}

/** Assigns the number of this attempt, after which earlier attempts can change nothing. Null if the work is finished. */
async function startAttempt(
  db: Db,
  id: string,
): Promise<{ work: Omit<ClaimedWork, 'requestId'>; cancelled: boolean; serverCrashes: number } | null> {
  const row = await db
    .updateTable('long_work')
    .set((eb) => ({ state: 'running', attempt: eb('attempt', '+', 1) }))
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .returningAll()
    .executeTakeFirst();
  if (!row) return null;
  const { workspace_id: workspaceId, kind, input, created_by: userId, attempt } = row;
  return {
    work: { id, workspaceId, kind, input, userId, attempt },
    cancelled: row.cancel_requested,
    serverCrashes: row.attempts,
  };
}

/** Saves the checkpoint. This locks the row until the transaction ends, so that no other attempt can start meanwhile. */
async function saveCheckpoint(trx: Db, work: ClaimedWork, checkpoint: Checkpoint | null, isStep = true): Promise<void> {
  const row = await trx
    .updateTable('long_work')
    .set({
      state: 'running',
      ...(checkpoint && { progress_done: checkpoint.done, progress_total: checkpoint.total }),
      ...(checkpoint?.input !== undefined && { input: JSON.stringify(checkpoint.input) }),
      // A completed step shows that this work did not cause the crashes of earlier servers.
      ...(isStep && { attempts: 0 }),
    })
    .where('id', '=', work.id)
    .where('attempt', '=', work.attempt)
    .where('state', '=', 'running')
    .returning('cancel_requested')
    .executeTakeFirst();
  if (!row) throw new SupersededError();
  if (row.cancel_requested) throw new WorkCancelledError();
}

async function finishAttempt(db: Db, kind: WorkKind, work: ClaimedWork, outcome: WorkOutcome): Promise<WorkOutcome['state']> {
  await inTransaction(
    db,
    async (trx) => {
      const row = await trx
        .updateTable('long_work')
        .set({
          state: outcome.state,
          finished: sql<Date>`clock_timestamp()`,
          error: outcome.state === 'failed' ? outcome.error : null,
          result: outcome.state === 'done' && outcome.result !== undefined ? JSON.stringify(outcome.result) : null,
        })
        .where('id', '=', work.id)
        .where('attempt', '=', work.attempt)
        .where('state', '=', 'running')
        .returning('input')
        .executeTakeFirst();
      if (!row) throw new SupersededError();
      if (outcome.state !== 'done') await kind.onUnsuccessful?.(trx, row, outcome);
    },
    () => undefined,
  );
  return outcome.state;
}

/**
 * Checks regularly whether the attempt is still valid, for handlers that wait for an external response. `signal` aborts if the attempt is
 * no longer valid.
 */
function watchAttempt(db: Db, work: ClaimedWork): { signal: AbortSignal; end: () => void } {
  const controller = new AbortController();
  const checkAttempt = async () => {
    const row = await db
      .selectFrom('long_work')
      .select('cancel_requested')
      .where('id', '=', work.id)
      .where('attempt', '=', work.attempt)
      .where('state', '=', 'running')
      .executeTakeFirst();
    if (!row) controller.abort(new SupersededError());
    else if (row.cancel_requested) controller.abort(new WorkCancelledError());
  };
  // Ignore outages of the database: the attempt itself notices them.
  const timer = setInterval(() => void checkAttempt().catch(() => undefined), CHECK_INTERVAL_MS);
  timer.unref();
  return { signal: controller.signal, end: () => clearInterval(timer) };
}
