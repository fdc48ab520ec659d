import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Job, Work } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { isAlive } from '../../platform/database/supervisor/process-identity';
import { expectBody, TestClient } from '../api/client';
import { waitUntil } from '../wait/wait-until';
import { createTestJob, uploadImages } from '../api/fixtures';
import { closeStreams, openStream } from '../api/open-stream';
import {
  bundleServer,
  stopLeftovers,
  runProgram,
  runWithClosedOutput,
  startProcess,
  type ServerProcess,
} from '../servers/server-process';
import { toDatabaseUrl, cloneDatabase } from '../database/test-database';

jest.setTimeout(120_000);

let folder: string;
beforeAll(async () => {
  bundleServer();
  folder = await mkdtemp(join(tmpdir(), 'console-process-'));
  const emptySettings = createSettings();
  await runProgram('admin', ['list'], emptySettings);
  emptyDataDir = emptySettings.DATA_DIR;
  const preparedSettings = await copyFolder(emptyDataDir);
  await createUserByCommand(preparedSettings);
  await runProgram('admin', ['create-workspace', 'Work', '--owner', TEST_USER.email], preparedSettings);
  preparedDataDir = preparedSettings.DATA_DIR;
});
afterEach(stopLeftovers);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** How often a test kills its server. */
const KILL_COUNT = process.env.LONG ? 3 : 1;

let settingsCount = 0;
/** Settings for a new data folder without the demo, on a free port. */
function createSettings() {
  settingsCount += 1;
  return { DATA_DIR: join(folder, `data-${settingsCount}`), PORT: '0', DEMO: 'off', BUILD_DIR: join(folder, 'no-build') };
}

const TEST_USER = { email: 'anna@test.example', password: 'a long secret' };
const createUserByCommand = (environment: Record<string, string>) =>
  runProgram('admin', ['create-user', TEST_USER.email, '--password', TEST_USER.password], environment);

/** A data folder without users. */
let emptyDataDir: string;
/** A data folder with a user and a workspace. */
let preparedDataDir: string;
/** Copies a data folder, because creating a database takes longer than most of these tests. */
async function copyFolder(dataDir: string) {
  const environment = createSettings();
  // Keep the owners: as root, the database runs under another account and refuses files of other users.
  await promisify(execFile)('cp', ['-a', dataDir, environment.DATA_DIR]);
  return environment;
}
const copyPreparedFolder = () => copyFolder(preparedDataDir);

async function signIn({ origin }: ServerProcess): Promise<TestClient> {
  const response = await new TestClient(origin, null).post('/account/v2/login', TEST_USER);
  return new TestClient(origin, `Bearer ${expectBody<{ access: string }>(response).access}`);
}
const readDatabasePid = (environment: { DATA_DIR: string }) =>
  Number(readFileSync(join(environment.DATA_DIR, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

it('listens on both loopback addresses, stops with its database, and keeps sessions after a restart', async () => {
  const environment = await copyPreparedFolder();
  const firstServer = await startProcess(environment);
  // The commands for creating the first user are printed only if there are no users.
  expect(firstServer.output()).not.toContain('npm run admin');
  for (const host of ['127.0.0.1', '[::1]']) {
    const response = await fetch(`http://${host}:${new URL(firstServer.origin).port}/readyz`);
    // Read the complete response, because a stopping server waits for running responses.
    expect([response.status, (await response.text()).length]).toEqual([200, expect.any(Number)]);
  }
  const client = await signIn(firstServer);
  const pid = readDatabasePid(environment);
  expect(await firstServer.end('SIGINT')).toBe(0);
  expect(isAlive(pid)).toBe(false);
  const secondServer = await startProcess(environment);
  expect((await new TestClient(secondServer.origin, client.authorization).get('/account/v2/details')).status).toBe(200);
  expect(await secondServer.end('SIGTERM')).toBe(0);
});

it('reports that it stops before it closes the port after SIGTERM', async () => {
  const server = await startProcess({ ...(await copyPreparedFolder()), DRAIN_SECONDS: '5' });
  const exitPromise = server.end('SIGTERM');
  const readReadiness = async () => {
    const response = await fetch(`${server.origin}/readyz`);
    return { httpStatus: response.status, ...((await response.json()) as { status: string }) };
  };
  await waitUntil(async () => (await readReadiness()).status === 'stopping');
  expect(await readReadiness()).toMatchObject({ httpStatus: 503, status: 'stopping' });
  expect((await (await signIn(server)).get('/account/v2/details')).status).toBe(200);
  expect(await exitPromise).toBe(0);
  await expect(readReadiness()).rejects.toThrow('fetch failed');
});

it('loses no acknowledged write and completes accepted long work after being killed', async () => {
  const environment = await copyPreparedFolder();
  let server = await startProcess(environment);
  let client = await signIn(server);
  const images = await uploadImages(client, 3);
  const acknowledgedNames: string[] = [];
  const acceptedIds: string[] = [];
  for (let round = 1; round <= KILL_COUNT; round += 1) {
    const job = await createTestJob(client);
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let nameNumber = 0; nameNumber < 10_000; nameNumber += 1) {
        const name = `round ${round} writer ${writer} number ${nameNumber}`;
        const response = await client.post('/recognition/v2/label/', { name }).catch(() => null);
        if (!response) return;
        expectBody(response, 201);
        acknowledgedNames.push(name);
      }
    });
    const targetCount = acknowledgedNames.length + 40;
    await Promise.race([waitUntil(() => acknowledgedNames.length >= targetCount), ...writers]);
    const work = expectBody<Work>(await client.post(`/annotate/v2/imagejob/${job.id}/add-matching`, { filter: {} }), 202);
    await server.end('SIGKILL');
    await Promise.all(writers);
    acceptedIds.push(work.id);
    server = await startProcess(environment);
    client = await signIn(server);
  }
  expect(acknowledgedNames.length).toBeGreaterThanOrEqual(40 * KILL_COUNT);
  const storedNames = new Set<string>();
  for (let page = 1, hasMore = true; hasMore; page += 1) {
    const labelPage = expectBody<{ next: string | null; results: { name: string }[] }>(
      await client.get('/recognition/v2/label/', { page, page_size: 1000 }),
    );
    for (const label of labelPage.results) storedNames.add(label.name);
    hasMore = labelPage.next !== null;
  }
  expect(acknowledgedNames.filter((name) => !storedNames.has(name))).toEqual([]);

  for (const id of acceptedIds) {
    await waitUntil(async () => expectBody<Work>(await client.get(`/annotate/v2/work/${id}`)).status === 'done');
    expect(expectBody(await client.get(`/annotate/v2/work/${id}`))).toMatchObject({
      done: images.length,
      total: images.length,
      error: null,
    });
  }
  const { results } = expectBody<{ results: Job[] }>(await client.get('/annotate/v2/imagejob/'));
  expect(results.map((job) => job.item_count)).toEqual(acceptedIds.map(() => 3));
  await server.end('SIGTERM');
});

it('restarts its database when the database is killed, and live streams announce changes again', async () => {
  const environment = await copyPreparedFolder();
  const server = await startProcess(environment);
  const client = await signIn(server);
  const stream = await openStream(server, client);
  process.kill(readDatabasePid(environment), 'SIGKILL');
  await waitUntil(stream.isClosed);
  expect(stream.events.at(-1)).toEqual({ event: 'end', reason: 'outage' });
  await waitUntil(async () => (await client.get('/account/v2/details')).status === 200);
  let reopenedStream = await openStream(server, client);
  await waitUntil(async () => {
    if (reopenedStream.response.statusCode === 200) return true;
    reopenedStream = await openStream(server, client);
    return false;
  });
  expectBody(await client.post('/recognition/v2/label/', { name: 'After the outage' }), 201);
  expect((await reopenedStream.waitFor('change')).changes).toEqual([{ topic: 'recognition-labels' }]);
  closeStreams();
  await server.end('SIGTERM');
});

it('refuses the data folder and the port of a running server without disturbing it', async () => {
  const environment = await copyPreparedFolder();
  const server = await startProcess(environment);
  const samePortSettings = { ...createSettings(), DEMO: 'on', PORT: new URL(server.origin).port };
  const refusedStart = await runProgram('main', [], samePortSettings);
  expect([refusedStart.code, refusedStart.output.trim()]).toEqual([1, expect.stringMatching(/^PORT: \d+ is in use on .+$/)]);
  // The port is checked before any file is created.
  expect(existsSync(samePortSettings.DATA_DIR)).toBe(false);

  const pid = readDatabasePid(environment);
  const secondStart = await runProgram('main', [], environment);
  expect([secondStart.code, secondStart.output]).toEqual([1, expect.stringContaining('is in use by another server')]);
  await rm(join(environment.DATA_DIR, 'server.lock'));
  const startWithoutLock = await runProgram('main', [], environment);
  expect([startWithoutLock.code, startWithoutLock.output]).toEqual([1, expect.stringContaining('in use by another server')]);
  expect(isAlive(pid)).toBe(true);
  await signIn(server);
  await server.end('SIGTERM');
});

it('the server reports invalid settings', async () => {
  const invalidPort = await runProgram('main', [], { ...createSettings(), PORT: 'eighty' });
  expect([invalidPort.code, invalidPort.output.trim()]).toEqual([1, 'PORT: must be a number']);
  const shortToken = await runProgram('main', [], { ...createSettings(), DEPLOY_TOKEN: 'short' });
  expect([shortToken.code, shortToken.output.trim()]).toEqual([1, expect.stringMatching(/^DEPLOY_TOKEN: must have .+$/)]);
});

it('prints working commands for creating the first user of an empty server', async () => {
  const environment = await copyFolder(emptyDataDir);
  const server = await startProcess(environment);
  const commands = [...server.output().matchAll(/npm run admin -- (.+)/g)].map(([, line = '']) => line);
  expect(commands).toHaveLength(2);
  let password = '';
  for (const line of commands) {
    const args = [...line.matchAll(/"([^"]+)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
    const { code, output } = await runProgram('admin', args, environment);
    expect([line, code]).toEqual([line, 0]);
    password = /Password: (\S+)/.exec(output)?.[1] ?? password;
  }
  const response = await new TestClient(server.origin, null).post('/account/v2/login', { email: 'you@example.com', password });
  const client = new TestClient(server.origin, `Bearer ${expectBody<{ access: string }>(response).access}`);
  expect((await client.get('/account/v2/workspace/')).body).toMatchObject([{ name: 'My workspace' }]);
  await server.end('SIGTERM');
});

it('finishes a command without errors when nothing reads its output', async () => {
  const environment = await copyFolder(emptyDataDir);
  expect(await runWithClosedOutput('admin', ['list'], environment)).toEqual({ code: 0, errors: '' });
  expect(existsSync(join(environment.DATA_DIR, 'postgres', 'postmaster.pid'))).toBe(false);
});

it("uses the operator's PostgreSQL server and starts none", async () => {
  const database = await cloneDatabase();
  const environment = { ...createSettings(), DATABASE_URL: toDatabaseUrl(database) };
  await createUserByCommand(environment);
  const server = await startProcess(environment);
  await signIn(server);
  expect(existsSync(join(environment.DATA_DIR, 'postgres'))).toBe(false);
  // A second server that has another data folder would store images that the first one does not have.
  const secondStart = await runProgram('main', [], { ...createSettings(), DATABASE_URL: environment.DATABASE_URL });
  expect([secondStart.code, secondStart.output]).toEqual([1, expect.stringContaining('are in a different folder')]);
  expect(secondStart.output).not.toMatch(/^\s+at /m);
  expect(await server.end('SIGTERM')).toBe(0);
  expect(await (await startProcess(environment)).end('SIGTERM')).toBe(0);
  await database.drop();
});

it('refuses a database of a newer release in one sentence and exits with code 3', async () => {
  const database = await cloneDatabase();
  await sql`insert into kysely_migration (name, timestamp) values ('9999_future', now()::text)`.execute(database.db);
  const environment = { ...createSettings(), DATABASE_URL: toDatabaseUrl(database) };
  const { code, output } = await runProgram('main', [], environment);
  await database.drop();
  expect(code).toBe(3);
  expect(output.trim().split('\n').slice(1)).toEqual([
    'This release is older than the database, which was upgraded with 9999_future: start the newer release, or restore a backup from before the upgrade.',
  ]);
});

it("reports that the operator's PostgreSQL is unreachable", async () => {
  const { code, output } = await runProgram('main', [], {
    ...createSettings(),
    DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none',
  });
  expect([code, output]).toEqual([1, expect.stringContaining('ECONNREFUSED')]);
  expect(output).not.toContain('secret');
});

describe('the admin commands', () => {
  it('create users and workspaces with and without a running server', async () => {
    const environment = await copyFolder(emptyDataDir);
    const runAdmin = async (...args: string[]) => runProgram('admin', args, environment);
    expect((await runAdmin('create-workspace', 'Work', '--services', 'annotate,recognition')).code).toBe(0);
    const server = await startProcess(environment);
    expect((await createUserByCommand(environment)).output).toContain('Created user');
    expect((await runAdmin('add-member', 'Work', TEST_USER.email)).code).toBe(0);
    expect((await runAdmin('set-services', 'Work', 'flows')).code).toBe(0);
    const client = await signIn(server);
    expect((await client.get('/account/v2/resource')).body).toMatchObject({
      count: 1,
      results: [{ service: { slug: 'flows' } }],
    });
    expect((await client.get('/history/v2/set/')).body).toMatchObject({
      results: [{ kinds: ['membership'], origin: 'operator' }],
    });
    expect((await runAdmin('add-member', 'Work', TEST_USER.email, '--role', 'viewer')).output).toContain('is already a member');
    expect((await runAdmin('list')).output).toContain(`${TEST_USER.email} (manager)`);
    for (const role of ['annotator', 'owner']) {
      expect((await runAdmin('set-role', 'Work', TEST_USER.email, role)).code).toBe(0);
      expect((await client.get('/account/v2/workspace/')).body).toMatchObject([{ role }]);
    }
    expect((await runAdmin('set-role', 'Work', TEST_USER.email, 'viewer')).output).toContain('Set another owner first');
    const { token } = (await client.get('/account/v2/token/')).body as { token: string };
    const tokenClient = new TestClient(server.origin, `Token ${token}`);
    expect((await tokenClient.get('/account/v2/details')).status).toBe(200);
    const link = /http\S+\/new-password#(\w+)/.exec((await runAdmin('password-link', TEST_USER.email)).output)?.[1];
    const anonymous = new TestClient(server.origin, null);
    expect((await anonymous.post('/account/v2/password-reset/show', { token: link })).body).toMatchObject({
      email: TEST_USER.email,
    });
    expect((await runAdmin('password-link', 'nobody@b.example')).output).toContain('does not exist');
    expect((await runAdmin('reset-password', TEST_USER.email, '--password', 'another secret')).code).toBe(0);
    expect((await client.get('/account/v2/details')).status).toBe(401);
    expect((await tokenClient.get('/account/v2/details')).status).toBe(401);
    expect((await runAdmin('list')).output).toContain(TEST_USER.email);
    expect((await runAdmin('forget-user', TEST_USER.email)).output).toContain(`Closed the account ${TEST_USER.email}`);
    expect((await runAdmin('forget-user', TEST_USER.email)).output).toContain('No account has the email');
    expect((await runAdmin('list')).output).not.toContain(TEST_USER.email);
    await server.end('SIGTERM');
  });

  it('report invalid arguments without a stack trace', async () => {
    const environment = await copyFolder(emptyDataDir);
    const invalidCommands = [
      ['nonsense'],
      ['create-user', 'a@b.example', '--password', 'short'],
      ['create-user'],
      ['create-user', 'no-address'],
      ['create-workspace', 'W', '--services', 'all-of-them'],
      ['add-member', 'W', 'a@b.example', '--role', 'owner'],
      ['set-role', 'W', 'a@b.example', 'boss'],
    ];
    for (const args of process.env.LONG ? invalidCommands : invalidCommands.slice(0, 2)) {
      const { code, output } = await runProgram('admin', args, environment);
      expect([code, /^\s+at /m.test(output)]).toEqual([1, false]);
    }
    expect((await runProgram('admin', ['add-member', 'Nowhere', 'nobody@test.example'], environment)).output).toContain(
      'Workspace Nowhere does not exist.',
    );
  });
});
