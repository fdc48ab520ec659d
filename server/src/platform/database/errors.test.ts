import { sql } from 'kysely';
import { cloneDatabase, type TestDatabase } from '../../testing/database/test-database';
import { withClient } from './connection';
import { CommitLostError, fromDatabaseError, isOutage } from './errors';
import { inTransaction } from './transaction';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

const toStatus = (error: unknown) => {
  const response = fromDatabaseError(error);
  return response && [response.status, response.headers['retry-after'] !== undefined];
};
const createSystemError = (message: string, code: string, syscall?: string) =>
  Object.assign(new Error(message), { code, syscall });
const createPostgresError = (code: string) => createSystemError('PostgreSQL error', code);

it.each<[string, unknown]>([
  ...['57P01', '57P02', '57P03', '57P05', '57014', '08000', '08003', '08006', '53100', '53200', '53300', '25006', '40P01'].map(
    (code): [string, unknown] => [code, createPostgresError(code)],
  ),
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'EAI_AGAIN', 'EMFILE', 'ENOSPC'].map(
    (code): [string, unknown] => [code, createSystemError('socket error', code)],
  ),
  ['a missing socket', createSystemError('connect ENOENT /tmp/x/.s.PGSQL.5432', 'ENOENT', 'connect')],
  ['a destroyed stream', createSystemError('Cannot call write after a stream was destroyed', 'ERR_STREAM_DESTROYED')],
  ...[
    'Connection terminated',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'timeout exceeded when trying to connect',
    'timeout expired',
    'Received unexpected commandComplete message from backend.',
    'Cannot use a pool after calling end on the pool',
    'driver has already been destroyed',
    'lost connection to parallel worker',
  ].map((message): [string, unknown] => [message, new Error(message)]),
])('%s maps to 503 with Retry-After', (_, error) => {
  expect(toStatus(error)).toEqual([503, true]);
});

it('recognizes a system error from another JavaScript realm', async () => {
  const connectionError = await withClient({ host: '127.0.0.1', port: 1 }, async () => undefined).catch(
    (error: unknown) => error,
  );
  expect([toStatus(connectionError), isOutage(connectionError)]).toEqual([[503, true], true]);
});

it('does not treat faulty requests or server bugs as outages', () => {
  expect([createPostgresError('23505'), createPostgresError('22003')].map(toStatus)).toEqual([
    [409, false],
    [400, false],
  ]);
  for (const error of [
    new Error('no'),
    createPostgresError('42601'),
    createSystemError('open x', 'ENOENT', 'open'),
    'text',
    null,
  ]) {
    expect([toStatus(error), isOutage(error)]).toEqual([null, false]);
  }
});

it('undoes side effects if the connection is lost before the commit, not during it', async () => {
  const undoneMoments: string[] = [];
  const loseConnection = (moment: 'before' | 'at the commit') =>
    inTransaction(
      database.db,
      async (trx, aftermath) => {
        aftermath.afterRollback(async () => void undoneMoments.push(moment));
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
        await withClient(database.options, (client) => client.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid]));
        if (moment === 'before') await sql`select 1`.execute(trx);
      },
      () => undefined,
    ).catch((error: unknown) => error);
  const [errorAtCommit, errorBeforeCommit] = [await loseConnection('at the commit'), await loseConnection('before')];
  expect([errorAtCommit instanceof CommitLostError, errorBeforeCommit instanceof CommitLostError]).toEqual([true, false]);
  expect([toStatus(errorAtCommit), toStatus(errorBeforeCommit)]).toEqual([
    [503, true],
    [503, true],
  ]);
  expect(undoneMoments).toEqual(['before']);
});
