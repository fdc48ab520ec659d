import type { TrainingImage } from '@console/shared-contract/api';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { rebuildFacets } from '../facets';
import { bodyOf, type TestClient } from '../testing/client';
import { makeJob, makeLabel, makeNamed, makeObject, pictureBase64, uploadImages, type ListOf } from '../testing/fixtures';
import { installedPostgres, startInstalledPostgres, type InstalledPostgres } from '../testing/installed-postgres';
import { databaseOptions, describeServer, makeTemplate } from '../testing/test-database';
import { makeTestServer, type TestServer } from '../testing/test-server';
import { createDatabaseIfAbsent } from './connection';
import { openDatabase } from './open';

const given = process.env.TEST_DATABASE_URL;
const programs = installedPostgres()[0];
const isThere = given !== undefined || programs !== undefined;
if (!isThere)
  console.warn(
    'NOT RUN: the tests against an installed PostgreSQL. None of version 15 or later was found; name one by TEST_DATABASE_URL.',
  );

(isThere ? describe : describe.skip)("on an operator's PostgreSQL", () => {
  let postgres: InstalledPostgres;
  let server: TestServer;
  let client: TestClient;
  let workspaceId: string;
  beforeAll(async () => {
    postgres = given === undefined ? await startInstalledPostgres(programs ?? '') : { url: given, stop: () => undefined };
    describeServer({ connectionString: postgres.url });
    await makeTemplate();
    server = await makeTestServer();
    ({ client, workspaceId } = await server.makeTenant());
  }, 60_000);
  afterAll(async () => {
    await server?.close();
    postgres?.stop();
  });
  const listed = async (query: Record<string, string | boolean | string[]> = {}) => {
    const { count, results } = bodyOf<ListOf<TrainingImage>>(
      await client.get('/recognition/v2/training-image/', { page_size: 50, ...query }),
    );
    expect(results).toHaveLength(count);
    return results.map(({ id }) => id);
  };

  it('speaks to that server and no other', async () => {
    const { rows } = await sql<{ port: number; version: number }>`
      select inet_server_port() as port, current_setting('server_version_num')::int as version`.execute(server.db);
    expect(rows[0]?.port ?? null).toBe(Number(new URL(postgres.url).port || 5432));
    expect(rows[0]?.version).toBeGreaterThanOrEqual(150_000);
  });

  it('an empty database is brought up to date by DATABASE_URL, once', async () => {
    const name = `operator_${randomUUID().slice(0, 8)}`;
    await createDatabaseIfAbsent(databaseOptions('postgres'), name);
    const databaseUrl = databaseOptions(name).connectionString ?? null;
    const dataDir = await mkdtemp(join(tmpdir(), 'console-operator-'));
    for (const _start of ['first', 'second']) {
      const opened = await openDatabase({ dataDir, databaseUrl, databasePool: 5 }, (reason) => {
        throw new Error(reason);
      });
      const { rows } = await sql<{ n: number }>`select count(*) as n from workspace`.execute(opened.db);
      expect(rows).toEqual([{ n: 0 }]);
      await opened.close();
    }
    await sql`drop database ${sql.id(name)}`.execute(server.db);
    await rm(dataDir, { recursive: true });
  });

  it('the list of images answers each usual filter, before and after its facets are made anew', async () => {
    const [label, box] = [await makeLabel(client), await makeNamed(client, '/detection/v2/label/')];
    const job = await makeJob(client);
    const [first, second, third] = (await uploadImages(client, 3)).map(({ id }) => id) as [string, string, string];
    bodyOf(await client.post(`/recognition/v2/training-image/${first}/add-label`, { label_id: label.id }));
    bodyOf(await client.post('/annotate/v2/verification/', { image_id: second }), 201);
    bodyOf(await client.post(`/annotate/v2/imagejob/${job.id}/add-items`, { items: [third] }));
    await makeObject(client, third, box.id);

    for (const rebuild of [false, true]) {
      if (rebuild) await rebuildFacets(server.db, workspaceId);
      expect(await listed()).toEqual([third, second, first]);
      expect(await listed({ labels: [label.id] })).toEqual([first]);
      expect(await listed({ not_labels: [label.id], verified: false })).toEqual([third]);
      expect(await listed({ verified: true })).toEqual([second]);
      expect(await listed({ imagejob: job.id })).toEqual([third]);
      expect(await listed({ imagejob: job.id, not_in: true })).toEqual([second, first]);
      expect(await listed({ detection_labels: [box.id], created_after: '2020-01-01' })).toEqual([third]);
    }
  });

  it('does long work', async () => {
    const job = await makeJob(client);
    const before = await listed();
    bodyOf(await client.post(`/annotate/v2/imagejob/${job.id}/add-matching`, { filter: {} }), 202);
    expect(await server.runWork()).toBe(1);
    expect(await listed({ imagejob: job.id })).toEqual(before);
  });

  it('an upload under one key is kept once, and the repeat gets the first answer', async () => {
    const before = await listed();
    const body = { base64: await pictureBase64(), meta_data: { name: 'Grüße, 写真' } };
    const headers = { 'idempotency-key': randomUUID() };
    const send = () => client.post('/recognition/v2/training-image/', body, { headers });
    const first = bodyOf<TrainingImage>(await send(), 201);
    expect(bodyOf(await send(), 201)).toEqual(first);
    expect(first.meta_data).toEqual(body.meta_data);
    expect(await listed()).toEqual([first.id, ...before]);
    expect((await client.post('/recognition/v2/training-image/', body)).status).toBe(400);
  });
});
