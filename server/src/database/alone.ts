import { Client, type ClientConfig } from 'pg';
import { KEEP_ALIVE, letGoWhenGone } from './connection';

/** Any fixed number: the key of the advisory lock under which servers start one after the other. */
const START = 7_302_117;

/** Runs what only one server of a database may do at a time; another's turn is waited for. */
export async function alone<T>(config: ClientConfig, work: () => Promise<T>): Promise<T> {
  const client = new Client({ ...KEEP_ALIVE, ...config });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await letGoWhenGone(client);
    await client.query('select pg_advisory_lock($1)', [START]);
    return await work();
  } finally {
    // Lets go of the lock, too.
    await client.end().catch(() => undefined);
  }
}
