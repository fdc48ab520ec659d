import type { Agreement, ItemSnapshot } from '@console/shared-contract/api';
import { expectBody } from '../../../testing/api/client';
import { createTestJob, createTestLabel, createNamedRow, uploadImages } from '../../../testing/api/fixtures';
import type { TestUser } from '../../../testing/api/test-users';
import { createTestServer, type TestServer } from '../../../testing/api/test-server';

let server: TestServer;
let first: TestUser;
let second: TestUser;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  [first, second] = [await server.createTestUser(), await server.createTestUser()];
  await server.createTestWorkspace({ members: [first, second] });
});

/** Creates a job in which two users annotate each image. */
async function createJob(count: number) {
  const ids = (await uploadImages(first.client, count)).map((image) => image.id);
  const job = await createTestJob(first.client, 'image', { randomize: false, todo_number: 2 });
  const path = `/annotate/v2/imagejob/${job.id}`;
  await first.client.post(`${path}/add-items`, { items: ids });
  return { path, ids };
}
const markDone = (path: string, user: TestUser, items: readonly (string | undefined)[]) =>
  user.client.post(`${path}/mark-done`, { items });

async function createLabelAndDraw() {
  const label = await createNamedRow(first.client, '/detection/v2/label/', { name: 'Cell', color: '#ff0000' });
  const draw = (user: TestUser, image: string | undefined, data: number[]) =>
    user.client.post('/detection/v2/object/', { image, detection_label: label.id, data });
  return { label, draw };
}

it('saves the work of each user and lists disagreements, largest first', async () => {
  const { path, ids } = await createJob(3);
  const { label, draw } = await createLabelAndDraw();
  const sharpLabel = await createTestLabel(first.client, { name: 'Sharp' });
  const jobLabel = await createTestLabel(first.client, { name: 'Checked' });
  await first.client.post(`${path}/set-label`, { label_id: jobLabel.id });
  for (const id of ids) await draw(first, id, [0, 0, 10, 10]);
  await markDone(path, first, ids);
  await first.client.post(`/recognition/v2/training-image/${ids[0]}/add-label`, { label_id: sharpLabel.id });
  await draw(second, ids[1], [20, 20, 30, 30]);
  await markDone(path, second, ids);

  const agreement = expectBody<Agreement>(await first.client.get(`${path}/agreement`));
  const users = { first: { id: first.id, username: first.email }, second: { id: second.id, username: second.email } };
  const totals = { compared: 3, agreeing: 1, labels: { same: 0, all: 1 }, shapes: { same: 3, all: 4 } };
  expect(agreement).toEqual({
    ...totals,
    pairs: [{ ...users, ...totals }],
    disagreements: [
      { image: ids[0], ...users, labels: { same: 0, all: 1 }, shapes: { same: 1, all: 1 } },
      { image: ids[1], ...users, labels: { same: 0, all: 0 }, shapes: { same: 1, all: 2 } },
    ],
  });

  const { results } = expectBody<{ results: ItemSnapshot[] }>(
    await first.client.get(`${path}/snapshots`, { image: ids[0] ?? '' }),
  );
  expect(results.map(({ user, labels, shapes }) => [user.id, labels, shapes.length])).toEqual([
    [first.id, [], 1],
    [second.id, [{ label: sharpLabel.id, name: 'Sharp', value: null }], 1],
  ]);
  expect(results[0]?.shapes[0]).toEqual({
    ...{ kind: 'object', label: label.id, name: 'Cell', color: '#ff0000' },
    ...{ data: [0, 0, 10, 10], rotated_box: null, mask: null, labels: [] },
    matched_by: [second.id],
  });
  expect(expectBody(await first.client.get(`${path}/snapshots`))).toEqual({ results: [] });
});

it('deletes snapshots with the done mark and compares again later', async () => {
  const { path, ids } = await createJob(1);
  const { draw } = await createLabelAndDraw();
  const readAgreement = async () => expectBody<Agreement>(await first.client.get(`${path}/agreement`));
  await markDone(path, first, ids);
  await draw(second, ids[0], [0, 0, 10, 10]);
  await markDone(path, second, ids);
  expect(await readAgreement()).toMatchObject({ compared: 1, agreeing: 0 });
  await first.client.post(`${path}/unmark-done`, { items: ids });
  expect(await readAgreement()).toMatchObject({ compared: 0, disagreements: [] });
  await markDone(path, first, ids);
  expect(await readAgreement()).toMatchObject({ compared: 1, agreeing: 1, pairs: [{ first: { id: second.id } }] });
});
