import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { sql } from 'kysely';
import { version } from '../../../../package.json';
import { startS3Server } from '../../testing/s3/s3-server';
import { setUpTestServer } from '../../testing/api/test-server';
import { waitUntil } from '../../testing/wait/wait-until';
import type { S3Settings } from '../config/s3';
import { getPoolUsage } from '../database/connection';
import { createS3Store } from '../files/s3-store';
import { enqueueJob } from '../queue/jobs';
import { startPresence, type PoolPresence } from '../queue/presence';

const TOKEN = 'a token for the metrics only';

const server = setUpTestServer({ config: { metricsToken: TOKEN, dataDir: tmpdir() } });

async function readMetrics(): Promise<string> {
  const response = await fetch(`${server.origin}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  return response.text();
}
/** Returns the value of a series such as `name{label="value"}`. NaN if it does not exist. */
async function readValue(series: string): Promise<number> {
  const line = (await readMetrics()).split('\n').find((metricLine) => metricLine.startsWith(`${series} `));
  return Number(line?.slice(series.length) ?? Number.NaN);
}

it('reports the version, and the migrations of the database', async () => {
  expect(await readValue(`console_build_info{version="${version}"}`)).toBe(1);
  const knownMigrations = await readValue('console_database_migrations{state="known"}');
  expect(knownMigrations).toBeGreaterThan(40);
  expect(await readValue('console_database_migrations{state="applied"}')).toBe(knownMigrations);
});

it('reports used connections, and requests that wait for one', async () => {
  const maxConnections = await readValue('console_database_pool_connections{state="max"}');
  let releaseAll = () => {};
  const releasePromise = new Promise<void>((resolve) => {
    releaseAll = resolve;
  });
  const connectionHolders = Array.from({ length: maxConnections + 2 }, () =>
    server.db.connection().execute(() => releasePromise),
  );
  await waitUntil(() => getPoolUsage(server.db)?.used === maxConnections);
  // The response needs a connection for the query of another metric. A third waiting query therefore shows that the request has arrived.
  const metrics = readMetrics();
  await waitUntil(() => (getPoolUsage(server.db)?.waiting ?? 0) > 2);
  releaseAll();
  expect(await metrics).toContain(`\nconsole_database_pool_connections{state="used"} ${maxConnections}\n`);
  expect(await metrics).toMatch(/\nconsole_database_pool_waiting [2-9]\n/);
  await Promise.all(connectionHolders);
});

it('does not count its own queries as waiting', async () => {
  await waitUntil(() => getPoolUsage(server.db)?.used === 0);
  // All idle connections are in use, so the queries of the response need new connections.
  expect(await readValue('console_database_pool_waiting')).toBe(0);
});

it('reports the oldest waiting job, and jobs that are not tried again', async () => {
  const task = `task-${randomUUID()}`;
  for (const key of ['first', 'second']) await enqueueJob(server.db, { task, payload: {}, key: task + key });
  await sql`update graphile_worker._private_jobs set run_at = now() - interval '2 hours' where key = ${`${task}first`}`.execute(
    server.db,
  );
  expect(await readValue(`console_queue_oldest_waiting_job_seconds{task="${task}"}`)).toBeCloseTo(7200, -2);
  await sql`update graphile_worker._private_jobs set attempts = max_attempts where key = ${`${task}first`}`.execute(server.db);
  expect(await readValue(`console_queue_oldest_waiting_job_seconds{task="${task}"}`)).toBeLessThan(600);
  expect(await readValue(`console_queue_jobs{task="${task}",state="failed"}`)).toBe(1);
  expect(await readValue(`console_queue_jobs{task="${task}",state="waiting"}`)).toBe(1);
});

it('reports how many servers of the database are alive', async () => {
  expect(await readValue('console_servers')).toBe(0);
  const presences: PoolPresence[] = [];
  for (const pool of ['first pool', 'second pool']) {
    const presence = await startPresence(server.db, server.connection);
    presences.push(presence);
    await presence.join(pool, { working: new Set(), completing: new Set() });
  }
  expect(await readValue('console_servers')).toBe(2);
  await presences[0]?.stop();
  await waitUntil(async () => (await readValue('console_servers')) === 1);
  await presences[1]?.stop();
});

it('reports durations and errors of requests to a bucket', async () => {
  const bucket = await startS3Server();
  const countMetric = 'console_bucket_request_duration_seconds_count{method="PUT"}';
  const refusedMetric = 'console_bucket_errors_total{method="PUT",reason="refused"}';
  const valuesBefore = [(await readValue(countMetric)) || 0, (await readValue(refusedMetric)) || 0] as const;
  const putFile = (settings: S3Settings) => createS3Store(settings).put(Buffer.from('bytes'), 'image/png');
  await putFile(bucket.settings);
  expect(await readValue(countMetric)).toBe(valuesBefore[0] + 1);
  await expect(putFile({ ...bucket.settings, secretAccessKey: 'wrong' })).rejects.toThrow('403');
  expect(await readValue(refusedMetric)).toBe(valuesBefore[1] + 1);
  await bucket.close();
  await expect(putFile(bucket.settings)).rejects.toThrow('no response');
  expect(await readValue('console_bucket_errors_total{method="PUT",reason="connection"}')).toBeGreaterThanOrEqual(3);
});
