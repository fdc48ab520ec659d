import type { Db } from './connection';
import { CommitLostError, isOutage, isTransient } from './errors';

/** Things outside the database that must follow the fate of a transaction. */
export interface Aftermath {
  /** Runs once the write is certain, for instance to delete a file nothing refers to any more. */
  afterCommit: (action: () => Promise<void>) => void;
  /** Runs when the write did not happen, for instance to delete a file stored for it. */
  afterRollback: (action: () => Promise<void>) => void;
}

const ATTEMPTS = 4;

/**
 * Runs the work in one transaction, again after a deadlock or serialisation failure; the work must bear a repeat. Throws
 * CommitLostError where nobody knows whether it was committed: nothing is taken back then, for a file too many is better
 * than a row whose file is gone.
 */
export async function inTransaction<T>(
  db: Db,
  work: (trx: Db, aftermath: Aftermath) => Promise<T>,
  onLeftover: (error: unknown) => void,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const committed: (() => Promise<void>)[] = [];
    const rolledBack: (() => Promise<void>)[] = [];
    const aftermath: Aftermath = {
      afterCommit: (action) => void committed.push(action),
      afterRollback: (action) => void rolledBack.push(action),
    };
    let worked = false;
    try {
      const result = await db.transaction().execute(async (trx) => {
        const done = await work(trx, aftermath);
        worked = true;
        return done;
      });
      await runAll(committed, onLeftover);
      return result;
    } catch (error) {
      if (worked && isOutage(error)) throw new CommitLostError('The connection was lost at the commit.', { cause: error });
      await runAll(rolledBack, onLeftover);
      if (attempt === ATTEMPTS || !isTransient(error)) throw error;
    }
  }
}

/** A failure here leaves a file too many; the write's outcome stands and is what the caller is told. */
async function runAll(actions: (() => Promise<void>)[], onLeftover: (error: unknown) => void): Promise<void> {
  for (const action of actions) await action().catch(onLeftover);
}
