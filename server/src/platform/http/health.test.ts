import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { createImageBase64 } from '../../testing/api/fixtures';
import { createTestServer, setUpTestServer } from '../../testing/api/test-server';
import { connect, createDatabaseProbe } from '../database/connection';
import { createS3Store } from '../files/s3-store';
import { listen } from './listen';
import { createServiceStates } from './service-state';

const TOKEN = 'a token for the metrics only';

const server = setUpTestServer({ config: { metricsToken: TOKEN, dataDir: tmpdir() } });

const requestPath = (path: string, headers: Record<string, string> = {}, target = server) =>
  fetch(`${target.origin}${path}`, { headers });

it('reports alive and ready, and not ready while the database is unreachable', async () => {
  expect([(await requestPath('/healthz')).status, (await requestPath('/readyz')).status]).toEqual([200, 200]);
  const disconnectedServer = await createTestServer({ sharedWith: server, config: { dataDir: tmpdir() } });
  // Use the pool once: destroying an unused pool has no effect.
  await disconnectedServer.db.selectFrom('workspace').select('id').execute();
  await disconnectedServer.db.destroy();
  const [aliveResponse, readyResponse] = [
    await requestPath('/healthz', {}, disconnectedServer),
    await requestPath('/readyz', {}, disconnectedServer),
  ];
  await disconnectedServer.app.close();
  expect([aliveResponse.status, readyResponse.status, await readyResponse.json()]).toEqual([
    200,
    503,
    { status: 'away', database: 'away', files: 'ok' },
  ]);
  expect(readyResponse.headers.get('retry-after')).not.toBeNull();
});

it('stays ready and reports the partial state while the bucket does not respond', async () => {
  const bucket = createHttpServer(() => undefined);
  await new Promise<void>((resolve) => {
    bucket.listen(0, '127.0.0.1', resolve);
  });
  const s3 = {
    endpoint: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`,
    bucket: 'pictures',
    region: 'us-east-1',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    pathStyle: true,
  };
  const partialServer = await createTestServer({
    sharedWith: server,
    files: createS3Store(s3),
    config: { s3, metricsToken: TOKEN },
  });
  const readyResponse = await requestPath('/readyz', {}, partialServer);
  expect([readyResponse.status, await readyResponse.json()]).toEqual([200, { status: 'partial', database: 'ok', files: 'away' }]);
  const metrics = await (await requestPath('/metrics', { authorization: `Bearer ${TOKEN}` }, partialServer)).text();
  expect(metrics).toMatch(/^console_database_up 1$/m);
  expect(metrics).toMatch(/^console_files_up 0$/m);
  bucket.closeAllConnections();
  bucket.close();
  await partialServer.close();
});

it('stays ready while requests use all database connections', async () => {
  const probe = createDatabaseProbe(server.connection, 2_000);
  const busyDb = connect(server.connection, { max: 1 });
  const states = createServiceStates({ ...server.app.deps, db: busyDb, probe });
  await busyDb.connection().execute(async () => {
    expect(await states.database()).toBe('ok');
  });
  await Promise.all([probe.close(), busyDb.destroy()]);
});

it('reports alive as soon as it listens and not ready until it has started', async () => {
  const startingServer = await listen(['127.0.0.1'], 0);
  const getStatus = async (path: string) => (await fetch(`http://127.0.0.1:${startingServer.port}${path}`)).status;
  expect([await getStatus('/healthz'), await getStatus('/readyz')]).toEqual([200, 503]);
  await startingServer.close();
});

it('returns metrics by route pattern to callers with the token', async () => {
  const { client } = await server.createTenant();
  await client.post('/recognition/v2/training-image/', { base64: await createImageBase64(), noresize: true });
  await client.get('/recognition/v2/label/6b1f0c5e-7a0b-4c3e-9a55-0d8f5b2f7c11');
  for (const headers of [undefined, { authorization: 'Bearer another token for something' }])
    expect((await requestPath('/metrics', headers)).status).toBe(401);
  const metrics = await (await requestPath('/metrics', { authorization: `Bearer ${TOKEN}` })).text();
  expect(metrics).toMatch(
    /console_http_requests_total\{method="POST",route="\/api\/recognition\/v2\/training-image\/",status="201"\} 1/,
  );
  expect(metrics).toMatch(
    /console_http_requests_total\{method="GET",route="\/api\/recognition\/v2\/label\/:id\/?",status="404"\} 1/,
  );
  expect(metrics).not.toContain('6b1f0c5e');
  for (const name of ['console_http_request_duration_seconds_bucket', 'console_decoding_pictures', 'console_disk_free_bytes'])
    expect(metrics).toContain(name);
  for (const service of ['database', 'files']) expect(metrics).toContain(`console_${service}_up 1\n`);
});

it('returns 404 for metrics when no token is configured', async () => {
  const serverWithoutToken = await createTestServer({ sharedWith: server });
  expect((await requestPath('/metrics', { authorization: `Bearer ${TOKEN}` }, serverWithoutToken)).status).toBe(404);
  await serverWithoutToken.close();
});
