import type { MapPoints } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { getLearnerClient } from '../learning/learner-client';
import { waitUntil } from '../../testing/wait/wait-until';
import { expectBody } from '../../testing/api/client';
import { createNamedRow, createTestObject, createTestTask } from '../../testing/api/fixtures';
import { createTestServer } from '../../testing/api/test-server';
import { withClient } from '../../platform/database/connection';
import { LIVE_CHANNEL } from '../../platform/live/notification';
import { enqueueJob } from '../../platform/queue/jobs';
import { enqueuePlacement } from '../map-layout/place-items';
import { enqueueEmbeddingJob } from './embedding-tasks';
import {
  server,
  client,
  upload,
  embedAll,
  findSimilarToImage,
  listIds,
  createGroup,
  type Query,
  setUpSimilarSuite,
  switchTenant,
} from '../../testing/suites/similar-suite';

setUpSimilarSuite();

const listQueued = async () => (await server.db.selectFrom('embedding_due').select('id').execute()).map(({ id }) => id).sort();
describe('interrupted or deleted embeddings', () => {
  /** Lists the learner processes of this test. */
  const listLearners = () => {
    const lines = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' });
    return lines.split('\n').flatMap((line) => (line.includes('learner') ? [Number.parseInt(line, 10)] : []));
  };

  it('killing the learner loses nothing and marks no image as unreadable', async () => {
    const images = [];
    for (const color of ['#c22', '#2a2', '#22c', '#cc2', '#2cc', '#c2c', '#888', '#111', '#eee', '#c82'])
      images.push(await upload('star', color));
    await enqueueEmbeddingJob(server.db);
    const runningWork = server.runWork();
    await waitUntil(() => listLearners().length > 0);
    for (const pid of listLearners()) process.kill(pid, 'SIGKILL');
    await runningWork.catch(() => undefined);
    await embedAll();
    expect(await listQueued()).toEqual([]);
    expect(listIds(await findSimilarToImage(images[0]!.id))).toHaveLength(9);
  });

  it('an image deleted while it is embedded is neither found nor stored', async () => {
    const remainingImage = await upload('disc', '#c22');
    const deletedImage = await upload('disc', '#c22', { shift: 3 });
    await enqueueEmbeddingJob(server.db);
    const runningWork = server.runWork();
    await client.delete(`/recognition/v2/training-image/${deletedImage.id}`);
    await runningWork;
    await embedAll();
    expect(listIds(await findSimilarToImage(remainingImage.id))).toEqual([]);
    expect(await server.db.selectFrom('embedding').selectAll().where('id', '=', deletedImage.id).execute()).toEqual([]);
    expect(await listQueued()).toEqual([]);
  });

  testInLongRun('a deleted image is no longer found', async () => {
    const [queryImage, deletedImage, otherImage] = [
      await upload('disc', '#c22'),
      await upload('disc', '#c22', { shift: 3 }),
      await upload('bars', '#22c'),
    ];
    await embedAll();
    expect(listIds(await findSimilarToImage(queryImage!.id, { count: 1 }))).toEqual([deletedImage!.id]);
    await client.delete(`/recognition/v2/training-image/${deletedImage!.id}`);
    expect(listIds(await findSimilarToImage(queryImage!.id, { count: 1 }))).toEqual([otherImage!.id]);
  });

  it('a lost index is rebuilt from the database without reading images', async () => {
    const [firstImage, secondImage] = [await upload('disc', '#c22'), await upload('disc', '#c22', { shift: 3 })];
    await embedAll();
    expect(listIds(await findSimilarToImage(firstImage!.id))).toEqual([secondImage!.id]);
    getLearnerClient(server.files).stop();
    await rm(join(server.filesDir, 'learning', 'similar'), { recursive: true });
    for (const { img_path } of [firstImage!, secondImage!])
      await server.files.delete(new URL(img_path).pathname.split('/').at(-1)!);
    expect(listIds(await findSimilarToImage(firstImage!.id))).toEqual([secondImage!.id]);
  });

  it('an unreadable image has no embedding and blocks no others', async () => {
    const brokenImage = await upload('disc', '#c22');
    const fileKey = new URL(brokenImage.img_path).pathname.split('/').at(-1)!;
    await server.files.delete(fileKey);
    await server.files.putStream(
      (async function* () {
        yield Buffer.from('not an image');
      })(),
      'image/jpeg',
      Infinity,
      fileKey,
    );
    const [firstStar, secondStar] = [await upload('star', '#22c'), await upload('star', '#22c', { shift: 3 })];
    await embedAll();
    expect(await listQueued()).toEqual([]);
    expect(listIds(await findSimilarToImage(firstStar!.id))).toEqual([secondStar!.id]);
    expect(await findSimilarToImage(brokenImage.id)).toMatchObject({ images: [], ready: { image: { ready: 3, total: 3 } } });
  });
});

testInLongRun('images that an earlier release embedded get a thumbnail', async () => {
  const image = await upload('disc', '#c22');
  await embedAll();
  await server.db.updateTable('embedding').set({ thumbnail: null }).where('id', '=', image.id).execute();
  const restartedServer = await createTestServer({ sharedWith: server, config: { findSimilar: true } });
  try {
    await enqueueEmbeddingJob(server.db);
    await restartedServer.runWork();
    const embeddingRow = await server.db
      .selectFrom('embedding')
      .select('thumbnail')
      .where('id', '=', image.id)
      .executeTakeFirstOrThrow();
    expect(embeddingRow.thumbnail).toHaveLength(64 * 64);
  } finally {
    getLearnerClient(restartedServer.files).stop();
    await restartedServer.close();
  }
});

it('each batch is announced to live streams', async () => {
  const { workspace } = await upload('disc', '#c22');
  const messages: unknown[] = [];
  await withClient(server.connection, async (listener) => {
    listener.on('notification', ({ payload = '' }) => messages.push(JSON.parse(payload)));
    await listener.query(`listen ${LIVE_CHANNEL}`);
    await embedAll();
    const progress = { kind: 'work', workspace, id: workspace, work: 'index-items', status: 'running' };
    await waitUntil(() => messages.length > 0);
    expect(messages).toContainEqual(progress);
  });
});

it('the queue keeps one entry per item and none of deleted items', async () => {
  await embedAll();
  const label = await createNamedRow(client, '/detection/v2/label/');
  const [image, deletedImage] = [await upload('disc', '#c22'), await upload('bars', '#c22')];
  const object = await createTestObject(client, image.id, label.id);
  for (const rightEdge of [50, 60, 70]) await client.put(`/detection/v2/object/${object.id}/`, { data: [1, 1, rightEdge, 60] });
  await client.delete(`/recognition/v2/training-image/${deletedImage.id}`);
  expect(await listQueued()).toHaveLength(6);
  await enqueueJob(server.db, { task: 'tidy-undescribed', payload: {}, key: 'tidy' });
  await server.runWork();
  expect(await listQueued()).toEqual([image.id, object.id].sort());
});

it('the cleanup queues shapes whose entry an earlier release has deleted', async () => {
  const label = await createNamedRow(client, '/segmentation/v2/label/');
  const { id: image } = await upload('disc', '#c22');
  const createPolygon = async (size: number) => {
    const body = { image, segmentation_label: label.id, data: [4, 4, size, 4, size, size] };
    return expectBody<{ id: string }>(await client.post('/segmentation/v2/polygon/', body), 201).id;
  };
  await createPolygon(80);
  await embedAll();
  const [lostImage, queuedImage] = [await createPolygon(60), await createPolygon(70)];
  await server.db.deleteFrom('embedding_due').where('id', '=', lostImage).execute();
  await enqueueJob(server.db, { task: 'tidy-undescribed', payload: {}, key: 'tidy' });
  await server.runWork();
  expect(await listQueued()).toEqual([lostImage, queuedImage].sort());
});

it('deleting a workspace deletes its embeddings', async () => {
  const { workspaceId } = await switchTenant();
  const label = await createNamedRow(client, '/detection/v2/label/');
  const image = await upload('disc', '#c22');
  await createTestObject(client, image.id, label.id);
  const group = await createGroup('Main', [image.id]);
  await createGroup('Other');
  await client.post(`/similarity/training/v2/group/${group}/add-groups`, { groups: [await createGroup('Child')] });
  await embedAll();
  await server.db.deleteFrom('workspace').where('id', '=', workspaceId).execute();
  expect(await server.db.selectFrom('embedding').selectAll().where('workspace_id', '=', workspaceId).execute()).toEqual([]);
  expect(await listQueued()).toEqual([]);
});

describe('map', () => {
  const MAP_PATH = '/recognition/v2/training-image/map';
  const readMap = async (query: Query = {}) => expectBody<MapPoints>(await client.get(MAP_PATH, query));
  const toPositions = ({ ids, x, y }: MapPoints) => new Map(ids.map((id, index) => [id, [x[index]!, y[index]!] as const]));
  const listInArea = async (area: readonly (string | number)[], path = '/recognition/v2/training-image/') => {
    const rows = expectBody<{ results: { id: string }[] }>(await client.get(path, { map_area: area.join(',') }));
    return rows.results.map(({ id }) => id);
  };
  const drawSquare = ([x, y]: readonly [number, number], halfSide: number) => [
    ...[x - halfSide, y - halfSide, x + halfSide, y - halfSide],
    ...[x + halfSide, y + halfSide, x - halfSide, y + halfSide],
  ];
  /** Places all items that have an embedding on the map. The first request queues the work. */
  const placeOnMap = async (query: Query = {}) => {
    await embedAll();
    await readMap(query);
    await server.runWork();
    return readMap(query);
  };
  const uploadAll = async () => {
    const discs = [await upload('disc', '#c22'), await upload('disc', '#c22', { shift: 2 })];
    return { discs, others: [await upload('bars', '#22c'), await upload('star', '#2a2')] };
  };

  it.each(process.env.LONG ? ['umap', 'pca'] : ['umap'])('places similar images near each other by %s', async (method) => {
    const { discs, others: otherImages } = await uploadAll();
    expect(await readMap({ method })).toMatchObject({ available: true, ready: { ready: 0, total: 4 }, ids: [] });
    const map = await placeOnMap({ method });
    expect(map).toMatchObject({ ready: { ready: 4, total: 4 }, next: null });
    const positions = toPositions(map);
    const computeDistance = (a: { id: string }, b: { id: string }) => {
      const [[x1, y1], [x2, y2]] = [positions.get(a.id)!, positions.get(b.id)!];
      return Math.hypot(x1 - x2, y1 - y2);
    };
    expect(computeDistance(discs[0]!, discs[1]!)).toBeLessThan(0.5 * computeDistance(discs[0]!, otherImages[0]!));
    expect(computeDistance(discs[0]!, discs[1]!)).toBeLessThan(0.5 * computeDistance(discs[0]!, otherImages[1]!));
    const [discCluster, secondDiscCluster] = discs.map(({ id }) => map.cluster![map.ids.indexOf(id)]);
    expect([secondDiscCluster, new Set(map.cluster).size]).toEqual([discCluster, 2]);
  });

  it.each(process.env.LONG ? ['pca', 'umap'] : ['pca'])(
    'keeps the positions of %s when images are added and deleted',
    async (method) => {
      const { discs, others } = await uploadAll();
      const positionsBefore = toPositions(await placeOnMap({ method }));
      const newImage = await upload('disc', '#c22', { shift: 4 });
      await client.delete(`/recognition/v2/training-image/${others[1]!.id}`);
      const positionsAfter = toPositions(await placeOnMap({ method }));
      expect([...positionsAfter.keys()].sort()).toEqual([...discs, others[0]!, newImage].map(({ id }) => id).sort());
      for (const { id } of [...discs, others[0]!]) expect(positionsAfter.get(id)).toEqual(positionsBefore.get(id));
    },
  );

  testInLongRun('creates a layout of umap again when its images were deleted', async () => {
    const { discs, others } = await uploadAll();
    await placeOnMap({ method: 'umap' });
    for (const { id } of [...discs, ...others]) await client.delete(`/recognition/v2/training-image/${id}`);
    const newImages = [await upload('disc', '#c22'), await upload('bars', '#22c')];
    const { x } = await placeOnMap({ method: 'umap' });
    expect([newImages.length, new Set(x).size]).toEqual([2, 2]);
  });

  it('is complete even if images without an embedding are missing', async () => {
    const { others } = await uploadAll();
    await embedAll();
    await server.db.updateTable('embedding').set({ data: null }).where('id', '=', others[0]!.id).execute();
    expect(await placeOnMap()).toMatchObject({ ready: { ready: 3, total: 3 } });
  });

  it('returns the properties that color the points, in pages', async () => {
    const { discs, others: otherImages } = await uploadAll();
    const label = await createNamedRow(client, '/recognition/v2/label/', { color: '#ff0000' });
    await client.post(`/recognition/v2/training-image/${discs[0]!.id}/add-label`, { label_id: label.id });
    await client.post('/annotate/v2/verification/', { image_id: discs[1]!.id });
    await client.put(`/recognition/v2/training-image/${otherImages[0]!.id}`, { test_image: true });
    await placeOnMap();
    const firstPage = await readMap({ labels_of: 'recognition', page_size: 3 });
    expect(firstPage).toMatchObject({
      ids: [...discs, otherImages[0]!].map(({ id }) => id),
      verified: [0, 1, 0],
      test: [0, 0, 1],
      label: [0, null, null],
      user: [null, 0, null],
      suspicion: [null, null, null],
      uncertainty: [null, null, null],
      correct: [null, null, null],
      labels: [{ id: label.id, color: '#ff0000' }],
      users: [expect.anything()],
    });
    expect((await readMap({ page_size: 3, after: firstPage.next! })).ids).toEqual([otherImages[1]!.id]);
    expect((await readMap({ test: true })).ids).toEqual([otherImages[0]!.id]);
  });

  it('shows whether the predictions for verified images are correct', async () => {
    const { discs, others: otherImages } = await uploadAll();
    const label = await createNamedRow(client, '/recognition/v2/label/');
    const { id: task } = await createTestTask(client, { name: 'Kind', type: 'multi_label' });
    const [model, workspace] = [randomUUID(), { workspace_id: discs[0]!.workspace }];
    const insertRow = (table: 'long_work' | 'prediction_run', row: object) =>
      server.db
        .insertInto(table)
        .values({ ...workspace, ...row } as never)
        .returning('id')
        .executeTakeFirstOrThrow();
    const work = await insertRow('long_work', { kind: 'predict-images', input: '{}', state: 'done' });
    const run = await insertRow('prediction_run', { recognition_task_id: task, model_id: model, work_id: work.id });
    const runFields = { run_id: run.id, said: '[]' };
    const predictions = [...discs, otherImages[0]!].map(({ id }) => ({ ...runFields, image_id: id, model_id: model }));
    await server.db.insertInto('image_prediction').values(predictions).execute();
    for (const { id } of discs) await client.post('/annotate/v2/verification/', { image_id: id });
    await server.db
      .insertInto('suspect')
      .values({ ...workspace, ...runFields, image_id: discs[1]!.id, kind: 'missing', said_label_id: label.id, sureness: 0.8 })
      .execute();
    expect(await placeOnMap()).toMatchObject({ correct: [1, 0, null, null], suspicion: [null, 0.8, null, null] });
    await server.db.updateTable('long_work').set({ kind: 'pre-label' }).where('id', '=', work.id).execute();
    expect(await readMap()).toMatchObject({ correct: [null, null, null, null] });
  });

  it('places the map of another workspace before the second map of a workspace', async () => {
    const { workspace } = (await uploadAll()).discs[0]!;
    await embedAll();
    const otherWorkspaceId = (await server.createTenant()).workspaceId;
    for (const method of ['pca', 'umap', 'pca', 'umap'] as const) await readMap({ method });
    await enqueuePlacement(server.db, { workspaceId: otherWorkspaceId, kind: 'image', method: 'pca' });
    await readMap();
    const { rows } = await sql<{ queue_name: string }>`
      select queue_name from graphile_worker.jobs where task_identifier = 'place-on-map' order by priority, id`.execute(
      server.db,
    );
    expect(rows.map(({ queue_name: name }) => name.split(' ')[1])).toEqual([workspace, otherWorkspaceId, workspace]);
  });

  it('shows the map only to members, and filters lists and bulk changes by an area', async () => {
    const { discs } = await uploadAll();
    const positions = toPositions(await placeOnMap());
    const area = ['pca', ...drawSquare(positions.get(discs[0]!.id)!, 0.001)];
    expect(await listInArea(area)).toEqual([discs[0]!.id]);
    const nonMember = await server.createTenant();
    expect((await nonMember.client.get(MAP_PATH, { workspace: discs[0]!.workspace })).status).toBe(404);
    expect(expectBody<MapPoints>(await nonMember.client.get(MAP_PATH)).ids).toEqual([]);
    expect(await listInArea(['umap', ...area.slice(1)])).toEqual([]);
    await client.post('/recognition/v2/training-image/change', { change: 'test', filter: { map_area: area.join(',') } });
    expect((await readMap({ test: true })).ids).toEqual([discs[0]!.id]);
    for (const invalidArea of ['pca,1,2,3,4', 'pca,1,2,3,4,5', 'tsne,1,2,3,4,5,6', `pca${',1,2'.repeat(101)}`])
      expect((await client.get('/recognition/v2/training-image/', { map_area: invalidArea })).status).toBe(400);
  });

  it('places objects by their boxes and filters them by area', async () => {
    const image = await upload('disc', '#c22');
    const label = await createNamedRow(client, '/detection/v2/label/', { name: 'Disc' });
    const [leftObject, rightObject] = [
      await createTestObject(client, image.id, label.id, [2, 2, 40, 90]),
      await createTestObject(client, image.id, label.id, [40, 2, 94, 94]),
    ];
    await embedAll();
    await client.get('/detection/v2/object/map');
    await server.runWork();
    const map = expectBody<MapPoints>(await client.get('/detection/v2/object/map'));
    expect(map).toMatchObject({ ids: [leftObject.id, rightObject.id], label: [0, 0], user: [0, 0], labels: [{ name: 'Disc' }] });
    const area = ['pca', ...drawSquare(toPositions(map).get(rightObject.id)!, 0.001)];
    expect(await listInArea(area, '/detection/v2/object/')).toEqual([rightObject.id]);
  });
});
