import type { DetectionObject, TaskSplit } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { expectBody, type TestClient } from '../../testing/api/client';
import { createTestLabel, createNamedRow, createTestTask, uploadImages } from '../../testing/api/fixtures';
import { setUpTestServer } from '../../testing/api/test-server';

const GROUPS_PATH = '/similarity/training/v2/group/';

const server = setUpTestServer({ config: { findSimilar: true } });
let client: TestClient;
beforeAll(async () => {
  ({ client } = await server.createTenant());
});

it('the split lists groups with both test and training images until they are moved to one side', async () => {
  const task = await createTestTask(client, { name: 'Ripeness', type: 'multi_class' });
  const label = await createTestLabel(client, { name: 'Ripe', task: task.id });
  const images = (await uploadImages(client, 5)).map(({ id }) => id);
  const [a, b, c, d, unlabelled] = images as [string, string, string, string, string];
  for (const image of [a, b, c, d])
    await client.post(`/recognition/v2/training-image/${image}/add-label`, { label_id: label.id });
  await client.post('/recognition/v2/training-image/update', { images: [b, d, unlabelled], 'mark-test': true });
  const boxLabel = await createNamedRow<{ id: string }>(client, '/detection/v2/label/', { name: 'Apple' });
  const object = expectBody<DetectionObject>(
    await client.post('/detection/v2/object/', { image: d, detection_label: boxLabel.id, data: [0, 0, 20, 20] }),
    201,
  );
  const [mixedGroup, groupWithObject, trainingGroup, testGroup, groupWithoutLabel] = await Promise.all(
    ['Mixed', 'By object', 'Training only', 'TEST only', 'Without label'].map((name) =>
      createNamedRow<{ id: string }>(client, GROUPS_PATH, { name }),
    ),
  );
  await client.post(`${GROUPS_PATH}${mixedGroup!.id}/add-images`, { images: [a, b, c] });
  await client.post(`${GROUPS_PATH}${groupWithObject!.id}/add-images`, { images: [a] });
  await client.post(`${GROUPS_PATH}${groupWithObject!.id}/add-objects`, { objects: [object.id] });
  // An image counts once if both it and its object are in the group.
  await client.post(`${GROUPS_PATH}${groupWithObject!.id}/add-images`, { images: [d] });
  await client.post(`${GROUPS_PATH}${trainingGroup!.id}/add-images`, { images: [a, c] });
  await client.post(`${GROUPS_PATH}${testGroup!.id}/add-images`, { images: [b, d] });
  await client.post(`${GROUPS_PATH}${groupWithoutLabel!.id}/add-images`, { images: [a, unlabelled] });
  const readSplit = async () => expectBody<TaskSplit>(await client.get(`/recognition/v2/task/${task.id}/split`));

  const initialSplit = await readSplit();
  // This server does not train models by itself, so `cannot_train` is null.
  expect(initialSplit).toMatchObject({ train: 2, test: 2, cannot_train: null });
  expect(initialSplit.groups.map(({ name, train_images, test_images }) => [name, train_images, test_images])).toEqual([
    ['Mixed', [a, c], [b]],
    ['By object', [a], [d]],
  ]);
  await client.post('/recognition/v2/training-image/update', { images: [b], 'unmark-test': true });
  expect((await readSplit()).groups.map(({ name }) => name)).toEqual(['By object', 'TEST only']);
});

it('lists training images that are copies of test images, once all have embeddings', async () => {
  const task = await createTestTask(client, { name: 'Look', type: 'multi_class' });
  const label = await createTestLabel(client, { name: 'Seen', task: task.id });
  const images = (await uploadImages(client, 6)).map(({ id }) => id);
  for (const image of images) await client.post(`/recognition/v2/training-image/${image}/add-label`, { label_id: label.id });
  const [testImage, mirrored, sameColours, darker, unreadable, last] = images as [string, string, string, string, string, string];
  await client.post('/recognition/v2/training-image/update', { images: [testImage], 'mark-test': true });
  const readSplit = async () => expectBody<TaskSplit>(await client.get(`/recognition/v2/task/${task.id}/split`));
  const storeImage = (id: string, thumbnail: Buffer | null) =>
    sql`insert into embedding (workspace_id, kind, id, version, data, thumbnail, change)
      select workspace_id, 'image', id, 1, ${thumbnail && Buffer.alloc(128, 9)}, ${thumbnail}, nextval('embedding_change')
      from training_image where id = ${id}`.execute(server.db);
  const image = createNoise(1);
  await storeImage(testImage, image);
  await storeImage(mirrored, Buffer.from(image.map((_, index) => image[index - (index % 64) + 63 - (index % 64)]!)));
  await storeImage(sameColours, createNoise(2));
  await storeImage(darker, Buffer.from(image.map((value) => value * 0.7)));
  await storeImage(unreadable, null);
  expect(await readSplit()).toMatchObject({ train: 5, test: 1, duplicates: [], ready: { ready: 5, total: 6 } });
  await storeImage(last, createNoise(3));
  const { duplicates, ready } = await readSplit();
  expect(ready).toEqual({ ready: 6, total: 6 });
  const thumbs = { train_thumb: expect.stringContaining('/files/'), test_thumb: expect.stringContaining('/files/') };
  const pair = { test_image: testImage, likeness: expect.closeTo(1, 2), ...thumbs };
  expect(duplicates).toHaveLength(2);
  expect(duplicates).toEqual(
    expect.arrayContaining([
      { train_image: mirrored, ...pair },
      { train_image: darker, ...pair },
    ]),
  );
});

it('the split queues images whose embedding lacks a thumbnail or has an earlier version', async () => {
  const task = await createTestTask(client, { name: 'Outdated', type: 'multi_class' });
  const label = await createTestLabel(client, { name: 'Outdated', task: task.id });
  const images = (await uploadImages(client, 3)).map(({ id }) => id);
  for (const id of images) await client.post(`/recognition/v2/training-image/${id}/add-label`, { label_id: label.id });
  const [currentImageId, outdatedImageId, withoutThumbnail] = images as [string, string, string];
  const storeImage = (id: string, version: number, thumbnail: Buffer | null) =>
    sql`insert into embedding (workspace_id, kind, id, version, data, thumbnail, change)
      select workspace_id, 'image', id, ${version}, ${Buffer.alloc(128, 9)}, ${thumbnail}, nextval('embedding_change')
      from training_image where id = ${id}`.execute(server.db);
  await storeImage(currentImageId, 2, createNoise(1));
  await storeImage(outdatedImageId, 1, createNoise(2));
  await storeImage(withoutThumbnail, 2, null);
  await sql`delete from embedding_due`.execute(server.db);
  const split = expectBody<TaskSplit>(await client.get(`/recognition/v2/task/${task.id}/split`));
  expect(split.ready).toEqual({ ready: 1, total: 3 });
  const queued = await server.db.selectFrom('embedding_due').select('id').where('id', 'in', images).execute();
  expect(queued.map(({ id }) => id).sort()).toEqual([outdatedImageId, withoutThumbnail].sort());
});

it('a training warns that copies of test images are not known yet', async () => {
  const task = await createTestTask(client, { name: 'Warned', type: 'multi_class' });
  const label = await createTestLabel(client, { name: 'Warned', task: task.id });
  const [first = '', second = ''] = (await uploadImages(client, 2)).map(({ id }) => id);
  for (const id of [first, second]) await client.post(`/recognition/v2/training-image/${id}/add-label`, { label_id: label.id });
  const train = async () =>
    expectBody<{ warning: string | null }>(await client.post(`/recognition/v2/task/${task.id}/train`), 201).warning;
  // Without TEST images there is nothing to compare.
  expect(await train()).toBeNull();
  await client.post('/recognition/v2/training-image/update', { images: [first], 'mark-test': true });
  expect(await train()).toBe(
    'The check for TEST images that look the same as TRAIN images is not ready: 0 of 2 images are prepared. The scores of this model may be too high.',
  );
});

/** Creates a random thumbnail with some structure. */
function createNoise(seed: number): Buffer {
  let state = seed * 7919;
  const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
  const blocks = Array.from({ length: 256 }, () => 30 + random() * 200);
  return Buffer.from(
    Array.from({ length: 4096 }, (_, index) => blocks[16 * Math.floor(index / 256) + Math.floor((index % 64) / 4)]!),
  );
}
