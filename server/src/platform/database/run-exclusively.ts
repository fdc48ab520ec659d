import type { ClientConfig } from 'pg';
import { detectDeadClient, KEEP_ALIVE_OPTIONS, withClient } from './connection';

/** Arbitrary fixed key of the advisory lock under which servers start one after the other. */
const START_LOCK_KEY = 7_302_117;

/** Runs work that only one server of a database may do at a time. Waits while another server does such work. */
export async function runExclusively<T>(config: ClientConfig, work: () => Promise<T>): Promise<T> {
  // The end of the session releases the lock.
  return withClient({ ...KEEP_ALIVE_OPTIONS, ...config }, async (client) => {
    await detectDeadClient(client);
    await client.query('select pg_advisory_lock($1)', [START_LOCK_KEY]);
    return work();
  });
}
