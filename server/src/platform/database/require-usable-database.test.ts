import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import { findFreePort } from '../../testing/database/free-port';
import { createEmptyDatabase, getDatabaseOptions, type TestDatabase } from '../../testing/database/test-database';
import { waitUntil } from '../../testing/wait/wait-until';
import { withClient } from './connection';
import { openDatabase } from './open';
import { requireUsableDatabase } from './require-usable-database';
import { findUnprivilegedAccount } from './supervisor/os-account';

const OPERATOR_ROLE = `operator_${randomBytes(6).toString('hex')}`;
const OPERATOR_PASSWORD = 'a secret';
let database: TestDatabase;
beforeAll(async () => {
  database = await createEmptyDatabase();
  await runAsAdmin(`create role ${OPERATOR_ROLE} login password '${OPERATOR_PASSWORD}'`);
});
afterAll(async () => {
  await database.drop();
  await withClient(getDatabaseOptions('postgres'), (client) => client.query(`drop role ${OPERATOR_ROLE}`));
});

const runAsAdmin = async (statement: string) => withClient(database.options, (client) => client.query(statement));

/** The URL of the database for the account without rights, at the address of the test server or of a pooler. */
function toUrl(address?: { host: string; port: number }): string {
  const { host = '', port = 0, database: name = '' } = address ? { ...parseOptions(), ...address } : parseOptions();
  return `postgres://${OPERATOR_ROLE}:${encodeURIComponent(OPERATOR_PASSWORD)}@localhost/${name}?${new URLSearchParams({ host, port: String(port) })}`;
}

function parseOptions(): Pick<ClientConfig, 'host' | 'port' | 'database'> {
  const { connectionString, host, port, database: name } = database.options;
  if (!connectionString) return { host, port, database: name };
  const url = new URL(connectionString);
  return { host: url.hostname, port: Number(url.port || 5432), database: url.pathname.slice(1) };
}

async function openServerDatabase(databaseUrl: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'console-usable-'));
  try {
    const openedDatabase = await openDatabase(
      { dataDir, databaseUrl, databasePool: 5 },
      {
        onFatal: (reason) => {
          throw new Error(reason);
        },
      },
    );
    await openedDatabase.close();
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

it('names the missing permissions, and opens the database after they are granted', async () => {
  const refusal = await openServerDatabase(toUrl()).catch((error: unknown) => error);
  expect(refusal).toMatchObject({
    name: 'ConfigError',
    message: expect.stringContaining(`the account ${OPERATOR_ROLE} may not create`),
  });
  const statements = (refusal as Error).message.match(/GRANT [^;]+;/g) ?? [];
  expect(statements).toHaveLength(2);
  for (const statement of statements) await runAsAdmin(statement);
  await openServerDatabase(toUrl());
  // Once everything is migrated, the account needs no permission to create anything.
  for (const statement of statements) await runAsAdmin(statement.replace('GRANT', 'REVOKE').replace(' TO ', ' FROM '));
  await openServerDatabase(toUrl());
});

it('reports an unreachable server and a wrong password in one line', async () => {
  const readProblem = (url: string) => requireUsableDatabase({ connectionString: url }).catch((error: unknown) => error);
  expect(await readProblem('postgres://nobody:secret@127.0.0.1:1/none')).toMatchObject({
    name: 'ConfigError',
    message: expect.stringMatching(/^DATABASE_URL: PostgreSQL cannot be reached \(ECONNREFUSED.*\)\.$/),
  });
  expect(await readProblem(toUrl().replace(encodeURIComponent(OPERATOR_PASSWORD), 'wrong'))).toMatchObject({
    name: 'ConfigError',
    message: expect.stringMatching(/^DATABASE_URL: PostgreSQL refuses the connection \(password authentication failed.*\)\.$/),
  });
});

const hasPooler = spawnSync('pgbouncer', ['--version']).status === 0;
if (!hasPooler) console.warn('SKIPPED: the tests with pgbouncer, which is not installed.');

(hasPooler ? it : it.skip)('refuses a pooler in transaction mode and accepts one in session mode', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'console-pooler-'));
  for (const statement of [
    `grant create on database ${String(parseOptions().database)} to ${OPERATOR_ROLE}`,
    `grant create on schema public to ${OPERATOR_ROLE}`,
  ])
    await runAsAdmin(statement);
  for (const poolMode of ['transaction', 'session']) {
    const port = await findFreePort();
    const { host, port: serverPort } = parseOptions();
    writeFileSync(join(folder, 'users'), `"${OPERATOR_ROLE}" "${OPERATOR_PASSWORD}"\n`);
    writeFileSync(
      join(folder, 'settings'),
      `[databases]\n* = host=${host} port=${serverPort}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = plain\nauth_file = ${folder}/users\npool_mode = ${poolMode}\n`,
    );
    const account = findUnprivilegedAccount();
    if (account) spawnSync('chown', ['-R', String(account.uid), folder]);
    const pooler = spawn('pgbouncer', ['-q', join(folder, 'settings')], { uid: account?.uid, stdio: 'ignore' });
    const exitPromise = new Promise((resolve) => {
      pooler.once('exit', resolve);
    });
    const url = toUrl({ host: '127.0.0.1', port });
    await waitUntil(async () => withClient({ connectionString: url }, async () => true).catch(() => false));
    if (poolMode === 'session') await openServerDatabase(url);
    else
      await expect(openServerDatabase(url)).rejects.toMatchObject({
        name: 'ConfigError',
        message: expect.stringContaining('pool_mode=session'),
      });
    pooler.kill('SIGINT');
    await exitPromise;
  }
  rmSync(folder, { recursive: true });
});
