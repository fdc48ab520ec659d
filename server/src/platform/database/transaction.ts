import type { Db } from './connection';
import { CommitLostError, isOutage, isTransient } from './errors';

/** Registers side effects outside the database that depend on the outcome of a transaction. */
export interface TransactionHooks {
  /** Runs after the commit, for example to delete a file that is no longer referenced. */
  afterCommit: (action: () => Promise<void>) => void;
  /** Runs after a rollback, for example to delete a file that was stored for the write. */
  afterRollback: (action: () => Promise<void>) => void;
}

const MAX_ATTEMPTS = 4;

/**
 * Runs the work in one transaction and retries it after a deadlock or serialization failure, so the work must be repeatable. Throws
 * CommitLostError if the outcome is unknown. It then runs no `afterRollback` actions, because an orphaned file is better than a row without
 * its file.
 */
export async function inTransaction<T>(
  db: Db,
  work: (trx: Db, hooks: TransactionHooks) => Promise<T>,
  onCleanupError: (error: unknown) => void,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const commitActions: (() => Promise<void>)[] = [];
    const rollbackActions: (() => Promise<void>)[] = [];
    const hooks: TransactionHooks = {
      afterCommit: (action) => void commitActions.push(action),
      afterRollback: (action) => void rollbackActions.push(action),
    };
    let isWorkDone = false;
    try {
      const result = await db.transaction().execute(async (trx) => {
        const workResult = await work(trx, hooks);
        isWorkDone = true;
        return workResult;
      });
      await runActions(commitActions, onCleanupError);
      return result;
    } catch (error) {
      if (isWorkDone && isOutage(error)) throw new CommitLostError('The connection was lost at the commit.', { cause: error });
      await runActions(rollbackActions, onCleanupError);
      if (attempt === MAX_ATTEMPTS || !isTransient(error)) throw error;
    }
  }
}

/**
 * Runs the work of a read that needs a transaction. If `db` is already a transaction, the work runs in it. Otherwise, it runs in a new one
 * and is retried like `inTransaction`.
 */
export function joinTransaction<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : inTransaction(db, work, () => undefined);
}

/** A failed action leaves an orphaned file, but does not change the outcome of the transaction for the caller. */
async function runActions(actions: (() => Promise<void>)[], onCleanupError: (error: unknown) => void): Promise<void> {
  for (const action of actions) await action().catch(onCleanupError);
}
