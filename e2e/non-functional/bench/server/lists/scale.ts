import { sql } from 'kysely';
import { Client, type ClientConfig } from 'pg';
import type { Db } from '../../../../../server/src/platform/database/connection';
import { expectBody, type TestClient } from '../../../../../server/src/testing/api/client';
import type { ListEnvelope } from '../../../../../server/src/testing/api/fixtures';
import { measureAlternately, measureTime, percentile, type Cell } from '../../../support/measure';
import type { BenchWorkspace } from './bench-workspace';
import { listCommonFilters, PAGE_SIZE, recordListStatements, toQuery, type Filter } from './images';

const IMAGES_PATH = '/recognition/v2/training-image/';
const LABELS_PATH = '/recognition/v2/label/';
const JOB_ITEM_COUNT = 70_000;
const CHANGED_IMAGE_COUNT = 100_000;
/** Images per call of a bulk change with a filter. */
const BATCH_SIZE = 500;
/** The table shows this number of filter combinations, slowest first. */
const SHOWN_COMBINATIONS = 5;

export const SCALE_HEADER = ['', 'p50', 'p95', 'SQL p50', 'SQL p95', 'limit p95'];

/** Lists all pairs of filters that do not set the same field. */
function listFilterPairs(bench: BenchWorkspace): [string, Filter][] {
  const filters = Object.entries(listCommonFilters(bench)).filter(([name]) => name !== 'no filter' && name !== 'five filters');
  return filters.flatMap(([firstName, middlePage], index) =>
    filters
      .slice(index + 1)
      .filter(([, second]) => Object.keys(second).every((field) => !(field in middlePage)))
      .map(([secondName, second]): [string, Filter] => [`${firstName} + ${secondName}`, { ...middlePage, ...second }]),
  );
}

const toRow = (name: string, http: number[], sqlTimes: number[] | null, limit: number | null): Cell[] => [
  name,
  percentile(http, 0.5),
  percentile(http, 0.95),
  ...(sqlTimes ? [percentile(sqlTimes, 0.5), percentile(sqlTimes, 0.95)] : ['', '']),
  limit ?? '',
];

/**
 * Measures the first page of the list with each pair of filters, in milliseconds. Reports all pairs together, and the slowest
 * pairs.
 */
export async function measureFilterPairs(client: TestClient, config: ClientConfig, bench: BenchWorkspace, rounds: number) {
  const bareClient = new Client(config);
  await bareClient.connect();
  const pairs: { name: string; http: number[]; sqlTimes: number[] }[] = [];
  for (const [name, filter] of listFilterPairs(bench)) {
    const query = { ...toQuery(filter), page_size: PAGE_SIZE, bounded_count: true };
    const statements = await recordListStatements(config, bench.workspaceId, filter, 1);
    const replayStatements = async () => {
      for (const { text, values } of statements) await bareClient.query(text, values);
    };
    const [http = [], sqlTimes = []] = await measureAlternately(
      rounds,
      [async () => expectBody(await client.get(IMAGES_PATH, query)), replayStatements],
      1,
    );
    pairs.push({ name, http, sqlTimes });
  }
  await bareClient.end();
  const slowest = pairs.toSorted((a, b) => percentile(b.http, 0.5) - percentile(a.http, 0.5)).slice(0, SHOWN_COMBINATIONS);
  return [
    toRow(
      `list with two filters, ${pairs.length} pairs`,
      pairs.flatMap(({ http }) => http),
      pairs.flatMap(({ sqlTimes }) => sqlTimes),
      60,
    ),
    ...slowest.map(({ name, http, sqlTimes }) => toRow(`  ${name}`, http, sqlTimes, null)),
  ];
}

/**
 * Measures the reads of common pages in milliseconds: next pages of a list, label counts, dashboard, and a job of 70,000 images.
 */
export async function measureReads(client: TestClient, db: Db, bench: BenchWorkspace, rounds: number): Promise<Cell[][]> {
  const pages: number[] = [];
  // Start at a quarter of the list. A query that reads all earlier pages would be slow there.
  const { count } = expectBody<ListEnvelope<unknown>>(await client.get(IMAGES_PATH, { page_size: 1 }));
  const middlePage = Math.max(1, Math.floor(count / 4 / PAGE_SIZE));
  let { next } = expectBody<ListEnvelope<unknown>>(
    await client.get(IMAGES_PATH, { page_size: PAGE_SIZE, sort: 'name', page: middlePage }),
  );
  while (next !== null && pages.length < rounds * 4) {
    const path: string = next.replace(/^.*\/api/, '');
    pages.push(
      await measureTime(async () => {
        ({ next } = expectBody<ListEnvelope<unknown>>(await client.get(path)));
      }),
    );
  }
  const job = await createJob(db, bench);
  const requestPath = async (path: string, query: Record<string, string | number | boolean> = {}) =>
    expectBody(await client.get(path, query));
  const readDashboard = () =>
    Promise.all([
      requestPath(IMAGES_PATH, { page_size: 1 }),
      requestPath(IMAGES_PATH, { page_size: 1, verified: '0' }),
      requestPath('/detection/v2/object/', { page_size: 1 }),
      ...[LABELS_PATH, '/detection/v2/label/', '/recognition/v2/task/', '/detection/v2/task/'].map((path) =>
        requestPath(path, { page_size: 1 }),
      ),
    ]);
  const openJob = async () => {
    await requestPath(`/annotate/v2/imagejob/${job}`);
    await requestPath(`/annotate/v2/imagejob/${job}/get-batch/`);
  };
  const [labelDurations = [], dashboardDurations = [], jobDurations = []] = await measureAlternately(rounds, [
    () => requestPath(LABELS_PATH, { page_size: 100 }),
    readDashboard,
    openJob,
  ]);
  return [
    toRow('next pages of the middle, by name', pages, null, 60),
    toRow('counts of 50 labels', labelDurations, null, null),
    toRow('counts of the dashboard', dashboardDurations, null, null),
    toRow(`job of ${JOB_ITEM_COUNT.toLocaleString('en')} images, opened`, jobDurations, null, 1000),
  ];
}

async function createJob(db: Db, { workspaceId }: BenchWorkspace): Promise<string> {
  const { id } = await db
    .insertInto('annotation_job')
    .values({ workspace_id: workspaceId, name: 'Large', type: 'image' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    insert into job_item (job_id, workspace_id, image_id)
    select ${id}, workspace_id, id from training_image where workspace_id = ${workspaceId} and seq < ${JOB_ITEM_COUNT}`.execute(
    db,
  );
  await sql`analyze job_item`.execute(db);
  return id;
}

/** Measures a bulk change of 100,000 images by a filter, and one UPDATE of the same rows, which is rolled back. */
export async function measureBulkChange(client: TestClient, db: Db, { workspaceId }: BenchWorkspace): Promise<string> {
  const batches: number[] = [];
  let changedRows = 0;
  let nextCursor: string | null = null;
  do {
    batches.push(
      await measureTime(async () => {
        const body = { change: 'test', filter: { test: false, search: 'img' }, after: nextCursor };
        const responseBody = expectBody<{ changed: string[]; next: string | null }>(
          await client.post(`${IMAGES_PATH}change`, body),
        );
        changedRows += responseBody.changed.length;
        nextCursor = responseBody.next;
      }),
    );
  } while (nextCursor !== null && changedRows < CHANGED_IMAGE_COUNT);
  const bareUpdateMs = await measureTime(() =>
    db
      .transaction()
      .execute(async (trx) => {
        await sql`set local session_replication_role = replica`.execute(trx);
        await sql`update training_image set test_image = not test_image where id in (
          select id from training_image where workspace_id = ${workspaceId} order by seq desc limit ${changedRows})`.execute(trx);
        throw new Error('rolled back');
      })
      .catch((error: Error) => {
        if (error.message !== 'rolled back') throw error;
      }),
  );
  const total = batches.reduce((sum, ms) => sum + ms, 0);
  return (
    `Bulk change of ${changedRows} images that a search finds: ${(total / 1000).toFixed(1)} s, ` +
    `a call with ${BATCH_SIZE} images p50 ${percentile(batches, 0.5).toFixed(0)} ms, p95 ${percentile(batches, 0.95).toFixed(0)} ms; ` +
    `one UPDATE without triggers, facets and log: ${(bareUpdateMs / 1000).toFixed(1)} s`
  );
}
