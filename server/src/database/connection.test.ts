import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import { eventually } from '../testing/eventually';
import { addressOf, cloneDatabase, type TestDatabase } from '../testing/test-database';
import { connect, makePool, withClient } from './connection';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

const LOCK = 4_711;
const ask = async (statement: string, values: unknown[] = []) =>
  withClient(database.options, async (client) => (await client.query<Record<string, unknown>>(statement, values)).rows);
/** As a process that is killed leaves it: no word to the database. */
const cut = (client: PoolClient) => {
  const { connection } = client as unknown as { connection: { stream: { destroy: () => void } } };
  connection.stream.destroy();
};

it('a session that waits for a lock ends when its client is dead, and does not take the lock later', async () => {
  const pool = makePool(database.options, 2);
  const [holder, waiter] = [await pool.connect(), await pool.connect()];
  await holder.query('select pg_advisory_lock($1)', [LOCK]);
  const { rows } = await waiter.query<{ pid: number }>('select pg_backend_pid() as pid');
  const waiting = waiter.query('select pg_advisory_lock($1)', [LOCK]);
  const failed = expect(waiting).rejects.toThrow(/Connection terminated/);
  const waits = async () =>
    (await ask("select 1 from pg_locks where locktype = 'advisory' and pid = $1 and not granted", [rows[0]?.pid])).length === 1;
  await eventually(waits);
  cut(waiter);
  await failed;
  await eventually(async () => (await ask('select 1 from pg_stat_activity where pid = $1', [rows[0]?.pid])).length === 0);
  waiter.release(true);
  holder.release(true);
  await pool.end();
});

it('where the database has no connection left, calls wait for one of those that there are', async () => {
  const role = `few_${randomBytes(6).toString('hex')}`;
  await ask(`create role ${role} login password 'a secret' connection limit 2`);
  const address = new URL(addressOf(database));
  Object.assign(address, { username: role, password: 'a secret' });
  const db = connect({ connectionString: address.toString() }, { max: 8 });
  // As an upload does: one connection after the other, each given back in between.
  const call = async () => {
    for (let step = 0; step < 5; step += 1) await sql`select pg_sleep(0.01)`.execute(db);
  };
  await Promise.all(Array.from({ length: 12 }, call));
  await db.destroy();
  await ask(`drop role ${role}`);
});
