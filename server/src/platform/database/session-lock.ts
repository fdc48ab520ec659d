import { setTimeout as delay } from 'node:timers/promises';
import type { Client, ClientConfig } from 'pg';
import { openPersistentSession } from './persistent-session';
import { FolderInUseError } from './supervisor';

/** Arbitrary fixed key of the advisory lock that the server of a data folder holds. */
const LOCK_KEY = 7_302_114;
/** How long to wait for the lock. The session of a killed server survives until its running statement ends. */
const TIMEOUT_MS = 5_000;
const RETRY_MS = 200;

interface DatabaseLock {
  release: () => Promise<void>;
}

/**
 * Locks the database of a data folder for this process, on a separate connection. PostgreSQL releases the lock when the
 * process dies, so it is more reliable than a lock file. After a restart of the database the lock is acquired again;
 * `onLost` is called if another server acquired it first. Throws FolderInUseError if another server has the lock.
 */
export async function lockDatabase(
  config: ClientConfig,
  onLost: (reason: string) => void = () => undefined,
): Promise<DatabaseLock> {
  const session = await openPersistentSession(config, acquireLock, (error) => {
    if (!(error instanceof FolderInUseError)) return 'retry';
    onLost(error.message);
    return 'stop';
  });
  return { release: session.close };
}

async function acquireLock(client: Client): Promise<void> {
  for (const deadline = Date.now() + TIMEOUT_MS; ; await delay(RETRY_MS)) {
    const { rows } = await client.query<{ is_locked: boolean }>('select pg_try_advisory_lock($1) as is_locked', [LOCK_KEY]);
    if (rows[0]?.is_locked) return;
    if (Date.now() > deadline)
      throw new FolderInUseError('The database of this data folder is in use by another server. Stop that one first.');
  }
}
