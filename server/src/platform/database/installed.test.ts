import type { TrainingImage } from '@console/shared-contract/api';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { rebuildFacets } from '../../data-access/facets';
import { expectBody, type TestClient } from '../../testing/api/client';
import {
  createTestJob,
  createTestLabel,
  createNamedRow,
  createTestObject,
  createImageBase64,
  uploadImages,
  type ListEnvelope,
} from '../../testing/api/fixtures';
import { listInstalledPostgres, startInstalledPostgres, type InstalledPostgres } from '../../testing/database/installed-postgres';
import { getDatabaseOptions, storeServerConfig, createTemplate } from '../../testing/database/test-database';
import { createTestServer, type TestServer } from '../../testing/api/test-server';
import { createDatabaseIfAbsent } from './connection';
import { openDatabase } from './open';

const configuredUrl = process.env.TEST_DATABASE_URL;
const programs = listInstalledPostgres()[0];
const isInstalled = configuredUrl !== undefined || programs !== undefined;
if (!isInstalled)
  console.warn(
    'SKIPPED: the tests against an installed PostgreSQL. No version 15 or later was found. Set TEST_DATABASE_URL to use one.',
  );

(isInstalled ? describe : describe.skip)("on an operator's PostgreSQL", () => {
  let postgres: InstalledPostgres;
  let server: TestServer;
  let client: TestClient;
  let workspaceId: string;
  beforeAll(async () => {
    postgres =
      configuredUrl === undefined ? await startInstalledPostgres(programs ?? '') : { url: configuredUrl, stop: () => undefined };
    storeServerConfig({ connectionString: postgres.url });
    await createTemplate();
    server = await createTestServer();
    ({ client, workspaceId } = await server.createTenant());
  }, 60_000);
  afterAll(async () => {
    await server?.close();
    postgres?.stop();
  });
  const listImageIds = async (query: Record<string, string | boolean | string[]> = {}) => {
    const { count, results } = expectBody<ListEnvelope<TrainingImage>>(
      await client.get('/recognition/v2/training-image/', { page_size: 50, ...query }),
    );
    expect(results).toHaveLength(count);
    return results.map(({ id }) => id);
  };

  it('connects to the given server', async () => {
    const { rows } = await sql<{ port: number; version: number }>`
      select inet_server_port() as port, current_setting('server_version_num')::int as version`.execute(server.db);
    expect(rows[0]?.port ?? null).toBe(Number(new URL(postgres.url).port || 5432));
    expect(rows[0]?.version).toBeGreaterThanOrEqual(150_000);
  });

  it('migrates an empty database at DATABASE_URL once', async () => {
    const name = `operator_${randomUUID().slice(0, 8)}`;
    await createDatabaseIfAbsent(getDatabaseOptions('postgres'), name);
    const databaseUrl = getDatabaseOptions(name).connectionString ?? null;
    const dataDir = await mkdtemp(join(tmpdir(), 'console-operator-'));
    for (const _start of ['first', 'second']) {
      const openedDatabase = await openDatabase(
        { dataDir, databaseUrl, databasePool: 5 },
        {
          onFatal: (reason) => {
            throw new Error(reason);
          },
        },
      );
      const { rows } = await sql<{ n: number }>`select count(*) as n from workspace`.execute(openedDatabase.db);
      expect(rows).toEqual([{ n: 0 }]);
      await openedDatabase.close();
    }
    await sql`drop database ${sql.id(name)}`.execute(server.db);
    await rm(dataDir, { recursive: true });
  });

  it('filters the list of images before and after its facets are rebuilt', async () => {
    const [label, box] = [await createTestLabel(client), await createNamedRow(client, '/detection/v2/label/')];
    const job = await createTestJob(client);
    const [firstId, secondId, thirdId] = (await uploadImages(client, 3)).map(({ id }) => id) as [string, string, string];
    expectBody(await client.post(`/recognition/v2/training-image/${firstId}/add-label`, { label_id: label.id }));
    expectBody(await client.post('/annotate/v2/verification/', { image_id: secondId }), 201);
    expectBody(await client.post(`/annotate/v2/imagejob/${job.id}/add-items`, { items: [thirdId] }));
    await createTestObject(client, thirdId, box.id);

    for (const shouldRebuild of [false, true]) {
      if (shouldRebuild) await rebuildFacets(server.db, workspaceId);
      expect(await listImageIds()).toEqual([thirdId, secondId, firstId]);
      expect(await listImageIds({ labels: [label.id] })).toEqual([firstId]);
      expect(await listImageIds({ not_labels: [label.id], verified: false })).toEqual([thirdId]);
      expect(await listImageIds({ verified: true })).toEqual([secondId]);
      expect(await listImageIds({ imagejob: job.id })).toEqual([thirdId]);
      expect(await listImageIds({ imagejob: job.id, not_in: true })).toEqual([secondId, firstId]);
      expect(await listImageIds({ detection_labels: [box.id], created_after: '2020-01-01' })).toEqual([thirdId]);
    }
  });

  it('an installed database runs background work', async () => {
    const job = await createTestJob(client);
    const imagesBefore = await listImageIds();
    expectBody(await client.post(`/annotate/v2/imagejob/${job.id}/add-matching`, { filter: {} }), 202);
    expect(await server.runWork()).toBe(1);
    expect(await listImageIds({ imagejob: job.id })).toEqual(imagesBefore);
  });

  it('stores an upload with one key once and returns the first response to a repeat', async () => {
    const imagesBefore = await listImageIds();
    const body = { base64: await createImageBase64(), meta_data: { name: 'Grüße, 写真' } };
    const headers = { 'idempotency-key': randomUUID() };
    const uploadImage = () => client.post('/recognition/v2/training-image/', body, { headers });
    const firstResponse = expectBody<TrainingImage>(await uploadImage(), 201);
    expect(expectBody(await uploadImage(), 201)).toEqual(firstResponse);
    expect(firstResponse.meta_data).toEqual(body.meta_data);
    expect(await listImageIds()).toEqual([firstResponse.id, ...imagesBefore]);
    expect((await client.post('/recognition/v2/training-image/', body)).status).toBe(400);
  });
});
