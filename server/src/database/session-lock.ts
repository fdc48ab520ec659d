import { setTimeout as delay } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { FolderInUseError } from './supervisor';

/** Any fixed number: the key of the one advisory lock a server of a data folder holds. */
const LOCK_KEY = 7_302_114;
/** A killed server's connection lives on until its running statement ends. */
const PATIENCE_MS = 5_000;

/**
 * Holds the database of a data folder for this process, on a connection of its own. PostgreSQL lets go of it when the
 * process dies, however it dies, so it is sure where a lock file is not.
 */
export async function holdDatabase(config: ClientConfig): Promise<{ release: () => Promise<void> }> {
  const client = new Client(config);
  client.on('error', () => undefined);
  await client.connect();
  for (const deadline = Date.now() + PATIENCE_MS; ; await delay(100)) {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [LOCK_KEY]);
    if (rows[0]?.held) return { release: () => client.end() };
    if (Date.now() > deadline) {
      await client.end();
      throw new FolderInUseError('The database of this data folder is in use by another server. Stop that one first.');
    }
  }
}
