import type { DetectionObject, TaskSplit } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { bodyOf, type TestClient } from '../testing/client';
import { makeLabel, makeNamed, makeTask, uploadImages } from '../testing/fixtures';
import { makeTestServer, type TestServer } from '../testing/test-server';

const GROUPS = '/similarity/training/v2/group/';

let server: TestServer;
let client: TestClient;
beforeAll(async () => {
  server = await makeTestServer();
  ({ client } = await server.makeTenant());
});
afterAll(() => server.close());

it('lists groups with pictures on both sides of TEST, by their images and by their objects, until they are moved', async () => {
  const task = await makeTask(client, { name: 'Ripeness', type: 'multi_class' });
  const label = await makeLabel(client, { name: 'Ripe', task: task.id });
  const images = (await uploadImages(client, 5)).map(({ id }) => id);
  const [a, b, c, d, unlabelled] = images as [string, string, string, string, string];
  for (const image of [a, b, c, d])
    await client.post(`/recognition/v2/training-image/${image}/add-label`, { label_id: label.id });
  await client.post('/recognition/v2/training-image/update', { images: [b, d, unlabelled], 'mark-test': true });
  const boxed = await makeNamed<{ id: string }>(client, '/detection/v2/label/', { name: 'Apple' });
  const object = bodyOf<DetectionObject>(
    await client.post('/detection/v2/object/', { image: d, detection_label: boxed.id, data: [0, 0, 20, 20] }),
    201,
  );
  const [mixed, byObject, learned, tested, withoutLabel] = await Promise.all(
    ['Mixed', 'By object', 'All learned from', 'All of TEST', 'Without label'].map((name) =>
      makeNamed<{ id: string }>(client, GROUPS, { name }),
    ),
  );
  await client.post(`${GROUPS}${mixed!.id}/add-images`, { images: [a, b, c] });
  await client.post(`${GROUPS}${byObject!.id}/add-images`, { images: [a] });
  await client.post(`${GROUPS}${byObject!.id}/add-objects`, { objects: [object.id] });
  // The picture beside its object: it counts once.
  await client.post(`${GROUPS}${byObject!.id}/add-images`, { images: [d] });
  await client.post(`${GROUPS}${learned!.id}/add-images`, { images: [a, c] });
  await client.post(`${GROUPS}${tested!.id}/add-images`, { images: [b, d] });
  await client.post(`${GROUPS}${withoutLabel!.id}/add-images`, { images: [a, unlabelled] });
  const split = async () => bodyOf<TaskSplit>(await client.get(`/recognition/v2/task/${task.id}/split`));

  const found = await split();
  // This server trains nothing itself, so it refuses nothing before.
  expect(found).toMatchObject({ train: 2, test: 2, cannot_train: null });
  expect(found.groups.map(({ name, train_images, test_images }) => [name, train_images, test_images])).toEqual([
    ['Mixed', [a, c], [b]],
    ['By object', [a], [d]],
  ]);
  await client.post('/recognition/v2/training-image/update', { images: [b], 'unmark-test': true });
  expect((await split()).groups.map(({ name }) => name)).toEqual(['All of TEST', 'By object']);
});

it('lists pictures to learn from that look like one of TEST', async () => {
  const task = await makeTask(client, { name: 'Look', type: 'multi_class' });
  const label = await makeLabel(client, { name: 'Seen', task: task.id });
  const images = (await uploadImages(client, 6)).map(({ id }) => id);
  for (const image of images) await client.post(`/recognition/v2/training-image/${image}/add-label`, { label_id: label.id });
  const [tested, alike, near, other, same, forgotten] = images as [string, string, string, string, string, string];
  await client.post('/recognition/v2/training-image/update', { images: [tested], 'mark-test': true });
  const looks = (first: number, second: number) =>
    Buffer.from(Int8Array.from({ length: 128 }, (_, at) => (at % 2 ? first : second)).buffer);
  const known: [string, Buffer | null][] = [
    [tested, looks(20, 10)],
    [alike, looks(21, 10)],
    [near, looks(20, 0)],
    [other, looks(-10, 20)],
    [same, looks(20, 10)],
    [forgotten, null],
  ];
  for (const [id, data] of known)
    await sql`insert into embedding (workspace_id, kind, id, version, data, change)
      select workspace_id, 'image', id, 1, ${data}, nextval('embedding_change') from training_image where id = ${id}`.execute(
      server.db,
    );
  const { duplicates } = bodyOf<TaskSplit>(await client.get(`/recognition/v2/task/${task.id}/split`));
  const thumbs = { train_thumb: expect.stringContaining('/files/'), test_thumb: expect.stringContaining('/files/') };
  expect(duplicates).toEqual([
    { train_image: same, test_image: tested, likeness: expect.closeTo(1, 5), ...thumbs },
    { train_image: alike, test_image: tested, likeness: expect.closeTo(0.9998, 3), ...thumbs },
  ]);
});
