import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { getLearnerClient } from '../learning/learner-client';
import { waitUntil } from '../../testing/wait/wait-until';
import { expectBody } from '../../testing/api/client';
import { createNamedRow, createTestObject } from '../../testing/api/fixtures';
import { createTestServer } from '../../testing/api/test-server';
import { withClient } from '../../platform/database/connection';
import { LIVE_CHANNEL } from '../../platform/live/notification';
import { enqueueJob } from '../../platform/queue/jobs';
import { enqueueEmbeddingJob } from './embedding-tasks';
import {
  server,
  client,
  upload,
  embedAll,
  findSimilarToImage,
  listIds,
  createGroup,
  setUpSimilarSuite,
  switchTenant,
} from '../../testing/suites/similar-suite';

setUpSimilarSuite();

const countQueued = async () => (await server.db.selectFrom('embedding_due').selectAll().execute()).length;
describe('robustness of embeddings', () => {
  /** Lists the learner processes of this test. */
  const listLearners = () => {
    const output = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)]).toString();
    return output.split('\n').flatMap((line) => (line.includes('learner') ? [Number.parseInt(line, 10)] : []));
  };

  it('killing the learner loses nothing and marks no image as unreadable', async () => {
    const images = [];
    for (const color of ['#c22', '#2a2', '#22c', '#cc2', '#2cc', '#c2c', '#888', '#111', '#eee', '#c82'])
      images.push(await upload('star', color));
    await enqueueEmbeddingJob(server.db);
    const running = server.runWork();
    await waitUntil(() => listLearners().length > 0);
    for (const pid of listLearners()) process.kill(pid, 'SIGKILL');
    await running.catch(() => undefined);
    await embedAll();
    expect(await countQueued()).toBe(0);
    expect(listIds(await findSimilarToImage(images[0]!.id))).toHaveLength(9);
  });

  it('an image deleted while it is embedded is neither found nor stored', async () => {
    const remaining = await upload('disc', '#c22');
    const deleted = await upload('disc', '#c22', { shift: 3 });
    await enqueueEmbeddingJob(server.db);
    const running = server.runWork();
    await client.delete(`/recognition/v2/training-image/${deleted.id}`);
    await running;
    await embedAll();
    expect(listIds(await findSimilarToImage(remaining.id))).toEqual([]);
    expect(await server.db.selectFrom('embedding').selectAll().where('id', '=', deleted.id).execute()).toEqual([]);
    expect(await countQueued()).toBe(0);
  });

  it('a deleted image is no longer found', async () => {
    const [query, deleted, other] = [
      await upload('disc', '#c22'),
      await upload('disc', '#c22', { shift: 3 }),
      await upload('bars', '#22c'),
    ];
    await embedAll();
    expect(listIds(await findSimilarToImage(query!.id, { count: 1 }))).toEqual([deleted!.id]);
    await client.delete(`/recognition/v2/training-image/${deleted!.id}`);
    expect(listIds(await findSimilarToImage(query!.id, { count: 1 }))).toEqual([other!.id]);
  });

  it('a lost index is rebuilt from the database without reading images', async () => {
    const [one, other] = [await upload('disc', '#c22'), await upload('disc', '#c22', { shift: 3 })];
    await embedAll();
    expect(listIds(await findSimilarToImage(one!.id))).toEqual([other!.id]);
    getLearnerClient(server.files).stop();
    await rm(join(server.filesDir, 'learning', 'similar'), { recursive: true });
    for (const { img_path } of [one!, other!]) await server.files.delete(new URL(img_path).pathname.split('/').at(-1)!);
    expect(listIds(await findSimilarToImage(one!.id))).toEqual([other!.id]);
  });

  it('an unreadable image has no embedding and blocks no others', async () => {
    const broken = await upload('disc', '#c22');
    const key = new URL(broken.img_path).pathname.split('/').at(-1)!;
    await server.files.delete(key);
    await server.files.putStream(
      (async function* () {
        yield Buffer.from('not an image');
      })(),
      'image/jpeg',
      Infinity,
      key,
    );
    const [one, other] = [await upload('star', '#22c'), await upload('star', '#22c', { shift: 3 })];
    await embedAll();
    expect(await countQueued()).toBe(0);
    expect(listIds(await findSimilarToImage(one!.id))).toEqual([other!.id]);
    expect(await findSimilarToImage(broken.id)).toMatchObject({ images: [], ready: { image: { ready: 3, total: 3 } } });
  });
});

it('images that an earlier release embedded get a thumbnail', async () => {
  const image = await upload('disc', '#c22');
  await embedAll();
  await server.db.updateTable('embedding').set({ thumbnail: null }).where('id', '=', image.id).execute();
  const restarted = await createTestServer({ sharedWith: server, config: { findSimilar: true } });
  try {
    await enqueueEmbeddingJob(server.db);
    await restarted.runWork();
    const row = await server.db.selectFrom('embedding').select('thumbnail').where('id', '=', image.id).executeTakeFirstOrThrow();
    expect(row.thumbnail).toHaveLength(64 * 64);
  } finally {
    getLearnerClient(restarted.files).stop();
    await restarted.close();
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
  const [image, deleted] = [await upload('disc', '#c22'), await upload('bars', '#c22')];
  const object = await createTestObject(client, image.id, label.id);
  for (const right of [50, 60, 70]) await client.put(`/detection/v2/object/${object.id}/`, { data: [1, 1, right, 60] });
  await client.delete(`/recognition/v2/training-image/${deleted.id}`);
  expect(await countQueued()).toBe(6);
  await enqueueJob(server.db, { task: 'tidy-undescribed', payload: {}, key: 'tidy' });
  await server.runWork();
  const queue = await server.db.selectFrom('embedding_due').select('id').execute();
  expect(queue.map(({ id }) => id).sort()).toEqual([image.id, object.id].sort());
});

it('shapes without an entry and an embedding are queued by the cleanup, because servers of earlier releases delete their entries', async () => {
  const label = await createNamedRow(client, '/segmentation/v2/label/');
  const { id: image } = await upload('disc', '#c22');
  const draw = async (size: number) => {
    const body = { image, segmentation_label: label.id, data: [4, 4, size, 4, size, size] };
    return expectBody<{ id: string }>(await client.post('/segmentation/v2/polygon/', body), 201).id;
  };
  await draw(80);
  await embedAll();
  const [lost, queued] = [await draw(60), await draw(70)];
  await server.db.deleteFrom('embedding_due').where('id', '=', lost).execute();
  await enqueueJob(server.db, { task: 'tidy-undescribed', payload: {}, key: 'tidy' });
  await server.runWork();
  const queue = await server.db.selectFrom('embedding_due').select('id').execute();
  expect(queue.map(({ id }) => id).sort()).toEqual([lost, queued].sort());
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
  const remaining = await server.db.selectFrom('embedding').selectAll().where('workspace_id', '=', workspaceId).execute();
  expect([remaining, await countQueued()]).toEqual([[], 0]);
});
