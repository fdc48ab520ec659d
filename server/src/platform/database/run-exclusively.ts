import { Client, type ClientConfig } from 'pg';
import { KEEP_ALIVE_OPTIONS, detectDeadClient } from './connection';

/** Arbitrary fixed key of the advisory lock under which servers start one after the other. */
const START_LOCK_KEY = 7_302_117;

/** Runs work that only one server of a database may do at a time. Waits while another server does so. */
export async function runExclusively<T>(config: ClientConfig, work: () => Promise<T>): Promise<T> {
  const client = new Client({ ...KEEP_ALIVE_OPTIONS, ...config });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await detectDeadClient(client);
    await client.query('select pg_advisory_lock($1)', [START_LOCK_KEY]);
    return await work();
  } finally {
    // The end of the session also releases the lock.
    await client.end().catch(() => undefined);
  }
}
