import type { LearnerRequest, LearnerResult, MapProjection } from '@console/learner/protocol';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../platform/database/connection';
import { announceIndexing } from '../../platform/live/notification';
import { computeFairPriority, enqueueJob } from '../../platform/queue/jobs';
import type { MaintenanceTask } from '../../platform/queue/kind';
import { startLearner } from '../learning/learner';
import { getLearnerClient, getResult } from '../learning/learner-client';
import { selectVersion } from '../similar-items/embedding-queue';
import type { SimilarDeps } from '../similar-items/similar-items';
import { isOnMap, type MapKey } from './map-points';

const PLACE_ITEMS = 'place-on-map';
/** A layout is computed from at most this many items, chosen at random. UMAP takes about 90 s for them. */
const MAX_SAMPLE_SIZE = 20_000;
/** Heap limit. Without it, the process would need 1,434 MB instead of 831 MB for the largest sample, without being faster. */
const UMAP_HEAP_MB = 900;
/** Number of items whose positions are stored by one statement. */
const BATCH_SIZE = 10_000;
/**
 * The map is recomputed when the number of items in the workspace has grown by this factor. It is also recomputed when deletions have
 * shrunk its sample by this factor.
 */
const MAX_GROWTH = 4;
const EMBEDDING_LENGTH = 128;

const Payload = z.object({
  workspaceId: z.string(),
  kind: z.enum(['image', 'object']),
  method: z.enum(['pca', 'umap']),
});

/**
 * Queues the computation of positions for new and changed items, unless it is already queued. Queuing the job again would move it behind
 * the jobs of other workspaces.
 */
export async function enqueuePlacement(db: Db, map: MapKey): Promise<void> {
  const jobKey = `${PLACE_ITEMS} ${map.workspaceId} ${map.kind} ${map.method}`;
  const queue = `${PLACE_ITEMS} ${map.workspaceId}`;
  const { rows } = await sql`
    select from graphile_worker.jobs where key = ${jobKey} and locked_at is null and run_at <= now()`.execute(db);
  if (rows.length > 0) return;
  const priority = await computeFairPriority(db, PLACE_ITEMS, queue);
  await enqueueJob(db, { task: PLACE_ITEMS, payload: map, key: jobKey, queue, priority });
}

/**
 * Creates the background task that computes the positions of items on maps. Maps of the same workspace are processed one after the other.
 */
export function createMapTasks({ db, files, config }: SimilarDeps): MaintenanceTask[] {
  if (!config.findSimilar) return [];
  return [
    {
      name: PLACE_ITEMS,
      run: async (payload) => {
        const mapKey = Payload.parse(payload);
        if (mapKey.method === 'pca') return placeItems({ db, send: getLearnerClient(files).sendInBackground }, mapKey);
        // UMAP takes long, so use a separate process that does not delay similarity searches.
        const learner = startLearner([`--max-old-space-size=${UMAP_HEAP_MB}`]);
        await placeItems({ db, send: (request) => learner.send(request) }, mapKey).finally(learner.stop);
      },
    },
  ];
}

interface PlacementDeps {
  db: Db;
  send: (request: LearnerRequest) => Promise<LearnerResult>;
}

interface Layout extends Pick<EmbeddingState, 'version' | 'items'> {
  projection: MapProjection | null;
  /** Null if a release without clusters computed the layout. */
  centroids: number[][] | null;
  /** Number of items of the layout's sample that still exist. */
  sampled: number;
  /** Number of a change. The map contains all changes of embeddings up to this number. */
  change: number;
}

/** The embeddings of a workspace: their version, the number of items with an embedding, and the number of the latest change. */
interface EmbeddingState {
  version: number;
  items: number;
  change: number;
}

interface EmbeddingRow {
  id: string;
  data: Buffer;
  change: number;
}

/**
 * Computes the positions of items with an embedding that are not on the map or have changed. First computes the layout of the map if
 * necessary.
 */
async function placeItems(deps: PlacementDeps, key: MapKey): Promise<void> {
  const { db } = deps;
  const currentState = await readEmbeddingState(db, key);
  if (currentState.items === 0) return;
  const existingLayout = await readLayout(db, key);
  const isUsable =
    existingLayout?.version === currentState.version &&
    existingLayout.centroids !== null &&
    currentState.items <= existingLayout.items * MAX_GROWTH &&
    existingLayout.sampled * MAX_GROWTH >= Math.min(existingLayout.items, MAX_SAMPLE_SIZE);
  const layout = isUsable ? existingLayout : await createLayout(deps, key, currentState);
  const references = layout.projection ? null : await readReferences(db, key, layout);
  for (let { change } = layout; ;) {
    const rows = await readChanged(db, key, layout, change);
    if (rows.length > 0) {
      const embeddings = joinEmbeddings(rows);
      const positions = layout.projection
        ? projectEmbeddings(embeddings, layout.projection)
        : getResult(await deps.send({ placeNearNeighbours: { ...references!, embeddings } }), 'positions');
      await storePoints(db, key, layout, rows, positions);
    }
    // Changes are committed in the order of their numbers. All changes up to the last number that was read are therefore visible.
    const isLastBatch = rows.length < BATCH_SIZE;
    change = Math.max(rows.at(-1)?.change ?? 0, isLastBatch ? currentState.change : 0);
    await sql`update map_layout l set change = greatest(l.change, ${change}) where ${isOnMap(key, 'l')}`.execute(db);
    await announceIndexing(db, [key.workspaceId]);
    if (isLastBatch) return;
  }
}

async function readEmbeddingState(db: Db, { workspaceId, kind }: MapKey): Promise<EmbeddingState> {
  const { rows } = await sql<EmbeddingState>`
    select coalesce(max(version), 0) as version, (count(*) filter (where data is not null))::int as items, coalesce(max(change), 0) as change
    from embedding where workspace_id = ${workspaceId} and kind = ${kind} and version = ${selectVersion(workspaceId)}`.execute(
    db,
  );
  return rows[0]!;
}

async function readLayout(db: Db, key: MapKey): Promise<Layout | undefined> {
  const { rows } = await sql<Layout>`
    select l.version, l.items, l.projection, l.centroids, l.change,
      (select count(*)::int from map_point p where ${isOnMap(key, 'p')} and p.sampled) as sampled
    from map_layout l where ${isOnMap(key, 'l')}`.execute(db);
  return rows[0];
}

/** Computes a layout from a random but reproducible sample of the items. Stores the layout and the positions of the sample. */
async function createLayout({ db, send }: PlacementDeps, key: MapKey, { version, items }: EmbeddingState): Promise<Layout> {
  const { workspaceId, kind, method } = key;
  const { rows } = await sql<EmbeddingRow>`
    select id, data, change from embedding
    where workspace_id = ${workspaceId} and kind = ${kind} and data is not null and version = ${version}
    order by md5(id::text) limit ${MAX_SAMPLE_SIZE}`.execute(db);
  const layoutRequest = { method, embeddings: joinEmbeddings(rows) };
  const { positions, projection, centroids } = getResult(await send({ computeLayout: layoutRequest }), 'layout');
  await db.transaction().execute(async (trx) => {
    await sql`delete from map_layout l where ${isOnMap(key, 'l')}`.execute(trx);
    await sql`
      insert into map_layout (workspace_id, kind, method, version, items, projection, centroids, change)
      values (${workspaceId}, ${kind}, ${method}, ${version}, ${items}, ${projection && JSON.stringify(projection)}::jsonb,
        ${JSON.stringify(centroids)}::jsonb, 0)`.execute(trx);
    await storePoints(trx, key, { centroids }, rows, positions, true);
  });
  return { version, items, projection, centroids, sampled: rows.length, change: 0 };
}

/** Reads the next changed embeddings after `change`, except embeddings whose position on the map is up to date. */
async function readChanged(db: Db, key: MapKey, { version }: Layout, change: number): Promise<EmbeddingRow[]> {
  const { workspaceId, kind, method } = key;
  const { rows } = await sql<EmbeddingRow>`
    select e.id, e.data, e.change from embedding e
    where e.workspace_id = ${workspaceId} and e.kind = ${kind} and e.version = ${version} and e.data is not null and e.change > ${change}
      and not exists (
        select from map_point p where p.id = e.id and p.kind = ${kind} and p.method = ${method} and p.change = e.change)
    order by e.change limit ${BATCH_SIZE}`.execute(db);
  return rows;
}

/** Reads the embeddings of the sample that a layout was computed from, with their positions. */
async function readReferences(db: Db, key: MapKey, { version }: Layout) {
  const { rows } = await sql<EmbeddingRow & { x: number; y: number }>`
    select e.id, e.data, e.change, p.x, p.y from map_point p join embedding e on e.id = p.id and e.kind = p.kind
    where ${isOnMap(key, 'p')} and p.sampled and e.version = ${version} and e.data is not null`.execute(db);
  return { references: joinEmbeddings(rows), positions: Float32Array.from(rows.flatMap(({ x, y }) => [x, y])) };
}

function joinEmbeddings(rows: readonly EmbeddingRow[]): Int8Array {
  const joinedEmbeddings = new Int8Array(rows.length * EMBEDDING_LENGTH);
  for (const [index, { data }] of rows.entries()) joinedEmbeddings.set(new Int8Array(data), index * EMBEDDING_LENGTH);
  return joinedEmbeddings;
}

function projectEmbeddings(embeddings: Int8Array, { mean, axes }: MapProjection): Float32Array {
  const positions = new Float32Array((embeddings.length / EMBEDDING_LENGTH) * 2);
  for (let index = 0; index < embeddings.length; index += 1) {
    const [row, column] = [Math.floor(index / EMBEDDING_LENGTH), index % EMBEDDING_LENGTH];
    for (const axis of [0, 1] as const) positions[2 * row + axis]! += (embeddings[index]! - mean[column]!) * axes[axis][column]!;
  }
  return positions;
}

/** Returns the position of the centroid that is nearest to an embedding. */
function findCluster({ data }: EmbeddingRow, centroids: readonly number[][]): number {
  const embedding = new Int8Array(data.buffer, data.byteOffset, data.length);
  let [nearestCluster, minDistance] = [0, Infinity];
  for (const [cluster, centroid] of centroids.entries()) {
    let distance = 0;
    for (let column = 0; column < embedding.length; column += 1) distance += (embedding[column]! - centroid[column]!) ** 2;
    if (distance < minDistance) [nearestCluster, minDistance] = [cluster, distance];
  }
  return nearestCluster;
}

/**
 * Stores the positions and clusters of items that still exist. The statement locks the rows, so that the items cannot be deleted
 * meanwhile.
 */
async function storePoints(
  db: Db,
  { workspaceId, kind, method }: MapKey,
  { centroids }: Pick<Layout, 'centroids'>,
  rows: readonly EmbeddingRow[],
  positions: Float32Array,
  isSample = false,
): Promise<void> {
  const [x, y] = [0, 1].map((axis) => rows.map((_, index) => positions[2 * index + axis]));
  const clusters = rows.map((row) => findCluster(row, centroids ?? []));
  await sql`
    insert into map_point (workspace_id, kind, method, id, x, y, change, cluster, sampled)
    select ${workspaceId}::uuid, ${kind}, ${method}, d.id, d.x, d.y, d.change, d.cluster, ${isSample}
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${x}::real[], ${y}::real[], ${rows.map(({ change }) => change)}::bigint[],
      ${clusters}::smallint[]) d(id, x, y, change, cluster)
    join embedding e on e.id = d.id and e.kind = ${kind} for key share of e
    on conflict (id, kind, method) do update set x = excluded.x, y = excluded.y, change = excluded.change, cluster = excluded.cluster`.execute(
    db,
  );
}
