import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Change, Job, TrainingImage, Work } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { expectBody, TestClient } from '../api/client';
import type { ListEnvelope } from '../api/fixtures';
import { listArchivedResponses, getArchiveFacts, readArchive, restoreArchive } from '../database/data-archive';
import { startModelServer, type TestModelServer } from '../api/model-server';
import { bundleServer, stopLeftovers, type ServerProcess, startProcess } from '../servers/server-process';
import { toDatabaseUrl, createEmptyDatabase, type TestDatabase } from '../database/test-database';

jest.setTimeout(120_000);

const archive = readArchive('1.0.0.jsonl.gz');
const archiveFacts = getArchiveFacts(archive);
/** Lists that background work changes. Other tests check them. */
const CHANGING_LISTS = ['/annotate/v2/imagejob/', '/annotate/v2/verification/', '/detection/v2/model/'];
const CHANGING_FIELDS = ['verificationsCount', 'last_train_status', 'map'];

let dataDir: string;
let database: TestDatabase;
let models: TestModelServer;
let server: ServerProcess;
let client: TestClient;

async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`the condition was not met within 60 s: ${server.output()}`);
    await pause(100);
  }
}
const readPath = async <T>(requestPath: string, query = {}) => expectBody<T>(await client.get(requestPath, query));

beforeAll(async () => {
  bundleServer();
  dataDir = await mkdtemp(path.join(tmpdir(), 'console-upgrade-'));
  database = await createEmptyDatabase();
  await restoreArchive(archive, database.db, dataDir);
  // Update timestamps, because sessions and idempotency keys expire.
  await sql`update idempotency_key set created = now()`.execute(database.db);
  await sql`update refresh_token set expires = now() + interval '1 day'`.execute(database.db);
  models = await startModelServer();
  models.answer(({ path: requestPath }) => ({
    json: requestPath.endsWith('/train') ? { train_status: 'TRAINED', map: 0.5 } : { records: [] },
  }));
  server = await startProcess({
    DATABASE_URL: toDatabaseUrl(database),
    DATA_DIR: dataDir,
    PORT: '0',
    DEMO: 'off',
    BUILD_DIR: path.join(dataDir, 'no-build'),
    MODEL_SERVER_URL: models.url,
  });
  client = new TestClient(server.origin, `Token ${archiveFacts.apiToken}`);
});
afterAll(async () => {
  await stopLeftovers();
  await models.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

it('users can sign in by password, session and API token', async () => {
  const anonymous = new TestClient(server.origin, null);
  const { email, password, refresh } = archiveFacts;
  expect((await anonymous.post('/account/v2/login', { email, password })).status).toBe(200);
  const { access } = expectBody<{ access: string }>(await anonymous.post('/account/v2/jwt/refresh/', { refresh }));
  for (const authorization of [`Bearer ${access}`, `Token ${archiveFacts.apiToken}`]) {
    expect((await new TestClient(server.origin, authorization).get('/account/v2/details')).body).toMatchObject({ email });
  }
  const sessionClient = new TestClient(server.origin, `Bearer ${access}`);
  expect(await sessionClient.get('/account/v2/session/').then(({ body }) => body)).toContainEqual(
    expect.objectContaining({ is_current: true, user_agent: null }),
  );
  const { token } = expectBody<{ token: string }>(
    await sessionClient.post('/account/v2/api-token/', { name: 'T', scopes: ['read'] }),
    201,
  );
  expect((await new TestClient(server.origin, `Token ${token}`).get('/recognition/v2/label/')).status).toBe(200);
});

it.each(listArchivedResponses(archive).filter(({ answer }) => !CHANGING_LISTS.includes(answer)))(
  '$answer returns the same as before the upgrade',
  async (archived) => {
    const currentResponse = await client.get(archived.answer, { workspace: archiveFacts.workspace, page_size: 100 });
    const unchangedFields = JSON.parse(JSON.stringify(archived.body), (key, value: unknown) =>
      CHANGING_FIELDS.includes(key) ? undefined : value,
    ) as object;
    expect(JSON.parse(currentResponse.text.replaceAll(server.origin, ''))).toMatchObject(unchangedFields);
  },
);

it('an upgrade leaves the bytes of images unchanged', async () => {
  const { results } = await readPath<ListEnvelope<TrainingImage>>('/recognition/v2/training-image/', {
    workspace: archiveFacts.workspace,
  });
  const archivedFiles = new Set(archive.flatMap((line) => ('file' in line ? [line.base64] : [])));
  for (const { img_path: url } of results) {
    const image = await fetch(url);
    expect(archivedFiles.has(Buffer.from(await image.arrayBuffer()).toString('base64'))).toBe(true);
  }
  expect(results.length).toBeGreaterThan(5);
});

it('a repeated call after the upgrade returns the original response', async () => {
  const { key, body, answer } = archiveFacts.keyed;
  const countObjects = async () =>
    (await readPath<ListEnvelope<unknown>>('/detection/v2/object/', { workspace: archiveFacts.workspace })).count;
  const countBefore = await countObjects();
  const repeatedResponse = await client.post('/detection/v2/object/', body, { headers: { 'idempotency-key': key } });
  expect(expectBody<{ id: string }>(repeatedResponse, 201).id).toBe(answer.id);
  expect(await countObjects()).toBe(countBefore);
});

it('members become managers and can still delete', async () => {
  const members = await database.db.selectFrom('membership').select('role').execute();
  expect(members.length).toBeGreaterThan(0);
  expect(members.filter(({ role }) => role !== 'manager')).toEqual([]);
  const { id } = await database.db
    .updateTable('workspace')
    .set({ owner_id: null })
    .where('id', '=', archiveFacts.workspace)
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await readPath('/account/v2/workspace/')).toContainEqual(expect.objectContaining({ id, role: 'manager' }));
  const labelResponse = await client.post('/detection/v2/label/', { name: 'After the upgrade', workspace: id });
  const { id: labelId } = expectBody<{ id: string }>(labelResponse, 201);
  expect((await client.delete(`/detection/v2/label/${labelId}`)).status).toBe(204);
});

it('a job keeps its progress', async () => {
  const { job, items, done } = archiveFacts;
  const listImages = async (query: object) =>
    (
      await readPath<ListEnvelope<TrainingImage>>('/recognition/v2/training-image/', {
        workspace: archiveFacts.workspace,
        ...query,
      })
    ).results;
  expect((await listImages({ labels: archiveFacts.label })).map(({ id }) => id)).toEqual([done]);
  const otherItem = items.find((id) => id !== done);
  const response = await client.post(`/annotate/v2/imagejob/${job}/mark-done`, { items: [otherItem] });
  expect(expectBody<Job>(response).item_done_count).toBe(2);
  expect((await listImages({ labels: archiveFacts.label })).map(({ id }) => id).sort()).toEqual([done, otherItem].sort());
});

it('the history contains changes since the upgrade, and rows from before it can be changed', async () => {
  const { label, workspace } = archiveFacts;
  expectBody(await client.put(`/recognition/v2/label/${label}`, { name: 'Renamed after the upgrade' }));
  const { results } = await readPath<{ results: Change[] }>('/history/v2/change/', { workspace, subject: label });
  expect(results).toMatchObject([
    { operation: 'update', after: { name: 'Renamed after the upgrade' }, change_set: { origin: 'token' } },
  ]);
});

it('queued and running work is completed', async () => {
  await waitUntil(async () => (await readPath<Work>(`/annotate/v2/work/${archiveFacts.matching}`)).status === 'done');
  expect((await readPath<Job>(`/annotate/v2/imagejob/${archiveFacts.job}`)).item_count).toBe(7);
  const listVerifications = async () =>
    (
      await readPath<ListEnvelope<TrainingImage>>('/recognition/v2/training-image/', {
        workspace: archiveFacts.workspace,
        verified: true,
      })
    ).results;
  await waitUntil(async () => {
    const ids = (await listVerifications()).map(({ id }) => id);
    return archiveFacts.others.every((id) => ids.includes(id));
  });
  for (const [domain, model] of Object.entries(archiveFacts.models)) {
    await waitUntil(
      async () => (await readPath<{ train_status: string }>(`/${domain}/v2/model/${model}`)).train_status === 'TRAINED',
    );
  }
  const trainedModels = models.requests
    .filter(({ path: requestPath }) => requestPath.endsWith('/train'))
    .map(({ idempotencyKey }) => idempotencyKey);
  expect([...new Set(trainedModels)].sort()).toEqual(Object.values(archiveFacts.models).sort());
});
