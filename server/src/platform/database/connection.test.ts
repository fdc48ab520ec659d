import { randomBytes } from 'node:crypto';
import { createServer, connect as netConnect, type AddressInfo, type Socket } from 'node:net';
import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import { waitUntil } from '../../testing/wait/wait-until';
import { toDatabaseUrl, cloneDatabase, type TestDatabase } from '../../testing/database/test-database';
import { connect, createDatabaseProbe, createPool, PREPARED, withClient } from './connection';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

const LOCK_KEY = 4_711;
const runQuery = async (statement: string, values: unknown[] = []) =>
  withClient(database.options, async (client) => (await client.query<Record<string, unknown>>(statement, values)).rows);
/** Breaks the connection without notice to the database, like a killed process. */
const breakConnection = (client: PoolClient) => {
  const { connection } = client as unknown as { connection: { stream: { destroy: () => void } } };
  connection.stream.destroy();
};

it('a session that waits for a lock ends when its client disconnects', async () => {
  const pool = createPool(database.options, 2);
  const [lockHolder, waitingClient] = [await pool.connect(), await pool.connect()];
  await lockHolder.query('select pg_advisory_lock($1)', [LOCK_KEY]);
  const { rows } = await waitingClient.query<{ pid: number }>('select pg_backend_pid() as pid');
  const lockQuery = waitingClient.query('select pg_advisory_lock($1)', [LOCK_KEY]);
  const rejection = expect(lockQuery).rejects.toThrow(/Connection terminated/);
  const isWaiting = async () =>
    (await runQuery("select 1 from pg_locks where locktype = 'advisory' and pid = $1 and not granted", [rows[0]?.pid])).length ===
    1;
  await waitUntil(isWaiting);
  breakConnection(waitingClient);
  await rejection;
  await waitUntil(async () => (await runQuery('select 1 from pg_stat_activity where pid = $1', [rows[0]?.pid])).length === 0);
  waitingClient.release(true);
  lockHolder.release(true);
  await pool.end();
});

it('prepares a frequent statement once per connection, and no other statement', async () => {
  const db = connect(database.options, { max: 1 });
  const selectValue = async (prefix: string, value: number) =>
    (await sql<{ answer: number }>`${sql.raw(prefix)} select ${value}::int as answer`.execute(db)).rows[0]?.answer;
  expect([await selectValue(PREPARED, 1), await selectValue(PREPARED, 2), await selectValue('', 3)]).toEqual([1, 2, 3]);
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
  expect(rows.map(({ statement }) => statement)).toEqual([`${PREPARED} select $1::int as answer`]);
  await db.destroy();
});

it('calls wait for a free connection when the database refuses more', async () => {
  const role = `few_${randomBytes(6).toString('hex')}`;
  await runQuery(`create role ${role} login password 'a secret' connection limit 2`);
  const url = new URL(toDatabaseUrl(database));
  Object.assign(url, { username: role, password: 'a secret' });
  const db = connect({ connectionString: url.toString() }, { max: 8 });
  // Like an upload, this acquires and releases one connection after the other.
  const useConnections = async () => {
    for (let step = 0; step < 5; step += 1) await sql`select pg_sleep(0.01)`.execute(db);
  };
  await Promise.all(Array.from({ length: 12 }, useConnections));
  await db.destroy();
  await runQuery(`drop role ${role}`);
});

it('a probe replaces a connection that does not respond', async () => {
  const url = new URL(toDatabaseUrl(database));
  const [host, port] = [url.searchParams.get('host') ?? url.hostname, url.searchParams.get('port') ?? (url.port || '5432')];
  const sockets: Socket[] = [];
  const proxy = createServer((socket) => {
    const databaseSocket = host.startsWith('/') ? netConnect(`${host}/.s.PGSQL.${port}`) : netConnect(Number(port), host);
    socket.pipe(databaseSocket).pipe(socket);
    sockets.push(socket, databaseSocket);
    for (const openSocket of [socket, databaseSocket]) openSocket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  url.search = '';
  Object.assign(url, { hostname: '127.0.0.1', port: String((proxy.address() as AddressInfo).port) });
  const probe = createDatabaseProbe({ connectionString: url.toString() }, 500);
  await probe.check();
  for (const socket of sockets) socket.unpipe().pause();
  await expect(probe.check()).rejects.toThrow('Query read timeout');
  await probe.check();
  expect(sockets).toHaveLength(4);
  await probe.close();
  for (const socket of sockets) socket.destroy();
  proxy.close();
});
