import { setTimeout as delay } from 'node:timers/promises';
import type { Client, ClientConfig } from 'pg';
import { keepSession } from './kept-session';
import { FolderInUseError } from './supervisor';

/** Any fixed number: the key of the one advisory lock a server of a data folder holds. */
const LOCK_KEY = 7_302_114;
/** A killed server's connection lives on until its running statement ends. */
const PATIENCE_MS = 5_000;
const RETRY_MS = 200;

export interface HeldDatabase {
  release: () => Promise<void>;
}

/**
 * Holds the database of a data folder for this process, on a connection of its own. PostgreSQL lets go of it when the
 * process dies, however it dies, so it is sure where a lock file is not. When the database itself starts anew, the
 * lock is taken again; `onLost` hears when another server was quicker. Throws FolderInUseError when it is held.
 */
export async function holdDatabase(
  config: ClientConfig,
  onLost: (reason: string) => void = () => undefined,
): Promise<HeldDatabase> {
  const session = await keepSession(config, takeLock, (error) => {
    if (!(error instanceof FolderInUseError)) return 'again';
    onLost(error.message);
    return 'stop';
  });
  return { release: session.close };
}

async function takeLock(client: Client): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await delay(RETRY_MS)) {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [LOCK_KEY]);
    if (rows[0]?.held) return;
    if (Date.now() > deadline)
      throw new FolderInUseError('The database of this data folder is in use by another server. Stop that one first.');
  }
}
