import type { DetectionObject, TaskSplit } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { expectBody, type TestClient } from '../../testing/api/client';
import { createTestLabel, createNamedRow, createTestTask, uploadImages } from '../../testing/api/fixtures';
import { createTestServer, type TestServer } from '../../testing/api/test-server';

const GROUPS = '/similarity/training/v2/group/';

let server: TestServer;
let client: TestClient;
beforeAll(async () => {
  server = await createTestServer();
  ({ client } = await server.createTenant());
});
afterAll(() => server.close());

it('lists groups with both TEST and training images until these are moved', async () => {
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
  const [mixed, byObject, trainingOnly, testOnly, withoutLabel] = await Promise.all(
    ['Mixed', 'By object', 'Training only', 'TEST only', 'Without label'].map((name) =>
      createNamedRow<{ id: string }>(client, GROUPS, { name }),
    ),
  );
  await client.post(`${GROUPS}${mixed!.id}/add-images`, { images: [a, b, c] });
  await client.post(`${GROUPS}${byObject!.id}/add-images`, { images: [a] });
  await client.post(`${GROUPS}${byObject!.id}/add-objects`, { objects: [object.id] });
  // An image counts once if both it and its object are in the group.
  await client.post(`${GROUPS}${byObject!.id}/add-images`, { images: [d] });
  await client.post(`${GROUPS}${trainingOnly!.id}/add-images`, { images: [a, c] });
  await client.post(`${GROUPS}${testOnly!.id}/add-images`, { images: [b, d] });
  await client.post(`${GROUPS}${withoutLabel!.id}/add-images`, { images: [a, unlabelled] });
  const readSplit = async () => expectBody<TaskSplit>(await client.get(`/recognition/v2/task/${task.id}/split`));

  const initialSplit = await readSplit();
  // This server does not train models itself, so it does not refuse trainings.
  expect(initialSplit).toMatchObject({ train: 2, test: 2, cannot_train: null });
  expect(initialSplit.groups.map(({ name, train_images, test_images }) => [name, train_images, test_images])).toEqual([
    ['Mixed', [a, c], [b]],
    ['By object', [a], [d]],
  ]);
  await client.post('/recognition/v2/training-image/update', { images: [b], 'unmark-test': true });
  expect((await readSplit()).groups.map(({ name }) => name)).toEqual(['By object', 'TEST only']);
});

it('lists training images that are similar to a TEST image', async () => {
  const task = await createTestTask(client, { name: 'Look', type: 'multi_class' });
  const label = await createTestLabel(client, { name: 'Seen', task: task.id });
  const images = (await uploadImages(client, 6)).map(({ id }) => id);
  for (const image of images) await client.post(`/recognition/v2/training-image/${image}/add-label`, { label_id: label.id });
  const [testImage, similar, lessSimilar, different, identical, withoutEmbedding] = images as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  await client.post('/recognition/v2/training-image/update', { images: [testImage], 'mark-test': true });
  const createEmbedding = (first: number, second: number) =>
    Buffer.from(Int8Array.from({ length: 128 }, (_, index) => (index % 2 ? first : second)).buffer);
  const embeddings: [string, Buffer | null][] = [
    [testImage, createEmbedding(20, 10)],
    [similar, createEmbedding(21, 10)],
    [lessSimilar, createEmbedding(20, 0)],
    [different, createEmbedding(-10, 20)],
    [identical, createEmbedding(20, 10)],
    [withoutEmbedding, null],
  ];
  for (const [id, data] of embeddings)
    await sql`insert into embedding (workspace_id, kind, id, version, data, change)
      select workspace_id, 'image', id, 1, ${data}, nextval('embedding_change') from training_image where id = ${id}`.execute(
      server.db,
    );
  const { duplicates } = expectBody<TaskSplit>(await client.get(`/recognition/v2/task/${task.id}/split`));
  const thumbs = { train_thumb: expect.stringContaining('/files/'), test_thumb: expect.stringContaining('/files/') };
  expect(duplicates).toEqual([
    { train_image: identical, test_image: testImage, likeness: expect.closeTo(1, 5), ...thumbs },
    { train_image: similar, test_image: testImage, likeness: expect.closeTo(0.9998, 3), ...thumbs },
  ]);
});
