import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { SimilarResponse, TrainingImage } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { connect, type Db } from '../../../../server/src/platform/database/connection';
import { findRunningDatabase } from '../../../../server/src/platform/database/supervisor';
import { rebuildFacets } from '../../../../server/src/data-access/facets';
import { expectBody, TestClient } from '../../../../server/src/testing/api/client';
import { waitUntil } from '../../../../server/src/testing/wait/wait-until';
import { loadWorkspace } from './lists/bench-workspace';
import { percentile, measureTime } from '../../support/measure';
import { startApi } from '../../support/server-process';
import { print } from '../../support/output';

// Part of `npm run bench -- models`: measures similarity search over HTTP with photographs of groceries and with many rows.

const GROUP_SIZES = [1, 3, 5];
const RESULT_COUNT = 5;
const SEARCH_COUNT = 200;
const TIMEOUT_MS = 600_000;
/** Number of image lists that are requested with and without running embedding computation. */
const LIST_CALL_COUNT = 200;

const formatMs = (durations: readonly number[], ratio: number) => `${percentile(durations, ratio).toFixed(0)} ms`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    allowPositionals: true,
    options: {
      data: { type: 'string', default: resolve(__dirname, '../../../../../shared/data') },
      rows: { type: 'string', default: '1000000' },
      seeds: { type: 'string' },
      pictures: { type: 'string' },
      embeddings: { type: 'string' },
    },
  });
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-similar-'));
  const api = await startApi(dataDir);
  const db = connect(findRunningDatabase(dataDir, 'console'), { max: 2 });
  try {
    print(`find similar over HTTP; load of the machine ${loadavg()[0]!.toFixed(1)}`);
    const root = join(values.data, 'grocery');
    const benchWorkspace = await loadWorkspace(db, 1);
    const client = new TestClient(api.origin, `Token ${benchWorkspace.apiToken}`);
    if (existsSync(root)) await benchGroceries(db, client, root);
    else print(`  groceries: not measured, ${root} is absent`);
    await benchRows(db, client, benchWorkspace.workspaceId, Number(values.rows));
  } finally {
    await db.destroy();
    await api.stop();
    await rm(dataDir, { recursive: true });
  }
}

interface Grocery {
  file: string;
  kind: string;
}

/** Reads the photographs of each kind of grocery, without the iconic images. */
function readGroceries(root: string): Map<string, Grocery[]> {
  const [, ...rows] = readFileSync(join(root, 'subset.csv'), 'utf8').trim().split(/\r?\n/);
  const kinds = new Map<string, Grocery[]>();
  for (const row of rows.map((line) => line.split(','))) {
    const [path = '', kind = ''] = [row[0], row[4]];
    if (row[7] === 'true') kinds.set(kind, [...(kinds.get(kind) ?? []), { file: join(root, path), kind }]);
  }
  return kinds;
}

/**
 * Puts some photographs of each kind into a group. Measures whether the similarity search finds this group for the other
 * photographs of the kind, and how much the computation of embeddings slows down users.
 */
async function benchGroceries(db: Db, client: TestClient, root: string): Promise<void> {
  const kinds = readGroceries(root);
  const ids = new Map<string, string[]>();
  const idleDurations = await measureLists(client);
  const started = performance.now();
  for (const [kind, photographs] of kinds) {
    for (const { file } of photographs) {
      const base64 = (await readFile(file)).toString('base64');
      const { id } = expectBody<TrainingImage>(
        await client.post('/recognition/v2/training-image/', { base64, noresize: true }),
        201,
      );
      ids.set(kind, [...(ids.get(kind) ?? []), id]);
    }
  }
  const [someIds = []] = ids.values();
  // This query starts the computation of the remaining embeddings. The computation must still run while the lists are measured.
  await client.get(`/recognition/v2/training-image/${someIds[0]}/similar`);
  const busyDurations = await measureLists(client);
  const isDone = async () => (await sql`select 1 from embedding_due limit 1`.execute(db)).rows.length === 0;
  await waitUntil(isDone, TIMEOUT_MS);
  print(
    `  ${[...ids.values()].flat().length} photographs embedded, ${((performance.now() - started) / 1000).toFixed(0)} s after the first upload`,
  );
  print(`  a list of images: p95 ${formatMs(idleDurations, 0.95)}, ${formatMs(busyDurations, 0.95)} while they are embedded`);
  for (const size of GROUP_SIZES) await benchGroups(client, ids, size, isDone);
}

async function measureLists(client: TestClient): Promise<number[]> {
  const durations: number[] = [];
  for (let round = 0; round < LIST_CALL_COUNT; round += 1)
    durations.push(await measureTime(() => client.get('/recognition/v2/training-image/', { page_size: 50 })));
  return durations;
}

async function benchGroups(
  client: TestClient,
  kinds: ReadonlyMap<string, readonly string[]>,
  size: number,
  isDone: () => Promise<boolean>,
): Promise<void> {
  const groups = new Map<string, string>();
  for (const [kind, ids] of kinds) {
    const { id } = expectBody<{ id: string }>(
      await client.post('/similarity/training/v2/group/', { name: `${kind} ${size}` }),
      201,
    );
    await client.post(`/similarity/training/v2/group/${id}/add-images`, { images: ids.slice(0, size) });
    groups.set(kind, id);
  }
  const [[firstImage = '']] = [...kinds.values()] as [[string]];
  await client.get(`/recognition/v2/training-image/${firstImage}/similar`);
  await waitUntil(isDone, TIMEOUT_MS);
  const durations: number[] = [];
  let [rankedFirstCount, foundNeighbourCount, searchCount] = [0, 0, 0];
  for (const [kind, ids] of kinds) {
    for (const id of ids.slice(size)) {
      let response: SimilarResponse | undefined;
      durations.push(
        await measureTime(async () => {
          response = expectBody(
            await client.get(`/recognition/v2/training-image/${id}/similar`, { kinds: 'group', count: RESULT_COUNT }),
          );
        }),
      );
      const rank = response!.groups.findIndex(({ group }) => group.id === groups.get(kind));
      searchCount += 1;
      if (rank === 0) rankedFirstCount += 1;
      if (rank >= 0) foundNeighbourCount += 1;
    }
  }
  const toRatio = (count: number) => (count / searchCount).toFixed(3);
  print(
    `  groups of ${size}: correct group ranked first ${toRatio(rankedFirstCount)}, among the first ${RESULT_COUNT} ${toRatio(foundNeighbourCount)} (chance ${(RESULT_COUNT / kinds.size).toFixed(3)}); p95 ${formatMs(durations, 0.95)}`,
  );
  for (const id of groups.values()) await client.delete(`/similarity/training/v2/group/${id}`);
}

/** Creates only image rows, without related rows. */
async function loadImages(db: Db, workspaceId: string, count: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Foreign keys and triggers would take most of the time.
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`
      insert into training_image (workspace_id, seq, img_key, thumb_key, content_type, content_hash, img_width, img_height, created)
      select ${workspaceId}::uuid, 10000 + n, md5(n::text) || '0123456789abcdef.jpg', md5(n::text) || 'fedcba9876543210.webp', 'image/jpeg',
        'bench ' || n, 4000, 3000, now() from generate_series(1, ${count}::int) n`.execute(tx);
  });
  await rebuildFacets(db, workspaceId);
  await sql`analyze`.execute(db);
}

/** Measures similarity search among many images with random embeddings. */
async function benchRows(db: Db, client: TestClient, workspaceId: string, rows: number): Promise<void> {
  const randomVector = sql.join(
    Array.from({ length: 8 }, (_, part) => sql`decode(md5(i.id::text || ${sql.lit(part)}), 'hex')`),
    sql` || `,
  );
  await loadImages(db, workspaceId, rows);
  await sql`
    insert into embedding (workspace_id, kind, id, version, data, change)
    select i.workspace_id, 'image', i.id, 1, ${randomVector}, nextval('embedding_change')
    from training_image i where i.workspace_id = ${workspaceId} on conflict do nothing`.execute(db);
  await sql`analyze embedding`.execute(db);
  const { rows: samples } = await sql<{ id: string }>`
    select id from training_image where workspace_id = ${workspaceId} order by md5(id::text) limit ${SEARCH_COUNT}`.execute(db);
  const searchSimilar = async (id: string) =>
    expectBody<SimilarResponse>(await client.get(`/recognition/v2/training-image/${id}/similar`, { kinds: 'image', count: 12 }));
  const loadingMs = await measureTime(() =>
    waitUntil(async () => {
      const { ready } = await searchSimilar(samples[0]!.id);
      return ready.image!.ready >= rows;
    }, TIMEOUT_MS),
  );
  const durations: number[] = [];
  for (const { id } of samples) durations.push(await measureTime(() => searchSimilar(id)));
  const listDurations: number[] = [];
  for (const { id } of samples.slice(0, SEARCH_COUNT / 4))
    listDurations.push(await measureTime(() => client.get('/recognition/v2/training-image/', { similar_to: id, page_size: 50 })));
  print(
    `  ${rows} images: p50 ${formatMs(durations, 0.5)}, p95 ${formatMs(durations, 0.95)}; as a filter of the list p95 ${formatMs(listDurations, 0.95)}`,
  );
  print(`  their index was loaded from the database in ${(loadingMs / 1000).toFixed(1)} s`);
}

void main();
