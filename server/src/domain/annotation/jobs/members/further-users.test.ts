import type { Agreement, Job } from '@console/shared-contract/api';
import { expectBody } from '../../../../testing/api/client';
import { createNamedRow, createTestJob, createTestLabel, uploadImages } from '../../../../testing/api/fixtures';
import { createTestMember } from '../../../../testing/api/members';
import { setUpTestServer } from '../../../../testing/api/test-server';
import type { TestUser } from '../../../../testing/api/test-users';

const server = setUpTestServer();
let owner: TestUser;
let annotators: TestUser[];
let cellLabelId: string;
beforeEach(async () => {
  owner = await server.createTestUser();
  const workspace = await server.createTestWorkspace({ members: [owner] });
  annotators = [];
  for (let count = 0; count < 4; count += 1) annotators.push(await createTestMember(server, workspace, 'annotator'));
  ({ id: cellLabelId } = await createNamedRow(owner.client, '/detection/v2/label/', { name: 'Cell' }));
});

/** Creates a job that needs two annotators for each image, and a third annotator if the agreement is below 60 %. */
async function createJob(count: number, fields: Record<string, unknown> = {}) {
  const images = (await uploadImages(owner.client, count)).map(({ id }) => id);
  const assignees = annotators.map(({ id }) => id);
  const body = { todo_number: 2, randomize: false, assignees, extra_threshold: 60, ...fields };
  const job = await createTestJob(owner.client, 'image', body);
  const path = `/annotate/v2/imagejob/${job.id}`;
  await owner.client.post(`${path}/add-items`, { items: images });
  return { path, images };
}
const drawBox = (image: string | undefined, x: number) =>
  owner.client.post('/detection/v2/object/', { image, detection_label: cellLabelId, data: [x, 0, x + 10, 10] });
const markDone = async (index: number, path: string, images: readonly (string | undefined)[]) =>
  expectBody<Job>(await annotators[index]!.client.post(`${path}/mark-done`, { items: images }));
const getBatch = async (index: number, path: string) =>
  expectBody<{ results: string[]; with_others?: number }>(await annotators[index]!.client.get(`${path}/get-batch/`));
const readJob = async (path: string) => expectBody<Job>(await owner.client.get(path));

it('requires an additional user only for items whose first users disagree', async () => {
  const { path, images } = await createJob(3);
  expect(await readJob(path)).toMatchObject({ extra_threshold: 60, max_people: null });
  const doneLabel = await createTestLabel(owner.client, { name: 'Checked' });
  await owner.client.post(`${path}/set-label`, { label_id: doneLabel.id });
  for (const image of images) await drawBox(image, 0);
  await markDone(0, path, images);
  // On the first image, the users agree on one of two objects: 50 %.
  await drawBox(images[0], 20);
  expect(await markDone(1, path, images)).toMatchObject({ item_count: 3, item_done_count: 2 });
  expect((await getBatch(0, path)).results).toEqual([]);
  expect((await getBatch(2, path)).results).toEqual([images[0]]);
  expect(await getBatch(3, path)).toMatchObject({ results: [], with_others: 1 });
  const listImageLabels = async (image: string | undefined) =>
    expectBody<{ labels: unknown[] }>(await owner.client.get(`/recognition/v2/training-image/${image}`)).labels.length;
  expect([await listImageLabels(images[0]), await listImageLabels(images[1])]).toEqual([0, 1]);

  // The item is complete after the third user, even if all disagree.
  await drawBox(images[0], 40);
  expect(await markDone(2, path, images.slice(0, 1))).toMatchObject({ item_done_count: 3 });
  expect(await listImageLabels(images[0])).toBe(1);
  expect(expectBody<Agreement>(await owner.client.get(`${path}/agreement`)).further_people).toEqual({
    items: 3,
    asked_items: 1,
    asked: 1,
    possible: 3,
  });
});

it('requires at most the maximum number of users', async () => {
  const { path, images } = await createJob(1, { max_people: 4 });
  for (const [index, doneCount] of [0, 0, 0, 1].entries()) {
    await drawBox(images[0], 12 * index);
    expect(await markDone(index, path, images)).toMatchObject({ item_done_count: doneCount });
  }
});

it.each([
  ['the job has no threshold', { extra_threshold: null }, 4],
  ['nobody else may work on the job', {}, 2],
  ['the maximum is reached', { max_people: 2 }, 4],
])('the job requests no further user if %s', async (_, fields, count) => {
  const { path, images } = await createJob(1, { ...fields, assignees: annotators.slice(0, count).map(({ id }) => id) });
  await markDone(0, path, images);
  await drawBox(images[0], 0);
  expect(await markDone(1, path, images)).toMatchObject({ item_done_count: 1 });
});

it('does not require paused users, and releases waiting items when the threshold is removed', async () => {
  const { path, images } = await createJob(2, { assignees: annotators.slice(0, 3).map(({ id }) => id) });
  const setPaused = async (paused: boolean) =>
    expectBody(await owner.client.put(`${path}/pause`, { user: annotators[2]!.id, paused }));
  const createDisagreement = async (image: string | undefined) => {
    await markDone(0, path, [image]);
    await drawBox(image, 0);
    return markDone(1, path, [image]);
  };
  await setPaused(true);
  expect(await createDisagreement(images[0])).toMatchObject({ item_done_count: 1 });
  await setPaused(false);
  expect(await createDisagreement(images[1])).toMatchObject({ item_done_count: 1, missing_people: null });
  // Nobody can do the item any more.
  await setPaused(true);
  expect(await readJob(path)).toMatchObject({ item_done_count: 1, missing_people: { available: 2 } });
  await owner.client.put(path, { extra_threshold: null });
  expect(await readJob(path)).toMatchObject({ item_done_count: 2, missing_people: null });
});

it('adds no further user when the number of required users increases', async () => {
  const { path, images } = await createJob(1);
  await markDone(0, path, images);
  await drawBox(images[0], 0);
  expect(await markDone(1, path, images)).toMatchObject({ item_done_count: 0 });
  await owner.client.put(path, { todo_number: 3 });
  expect(await markDone(2, path, images)).toMatchObject({ item_done_count: 0 });
  await owner.client.put(path, { todo_number: 4 });
  expect(await markDone(3, path, images)).toMatchObject({ item_done_count: 1 });
});

it('changes the threshold of a job, and refuses values that are not percentages', async () => {
  const { path } = await createJob(1);
  const editJob = (body: object) => owner.client.put(path, body);
  expect(expectBody<Job>(await editJob({ extra_threshold: 80, max_people: 4 }))).toMatchObject({
    extra_threshold: 80,
    max_people: 4,
  });
  expect(expectBody<Job>(await editJob({ extra_threshold: null }))).toMatchObject({ extra_threshold: null });
  for (const body of [{ extra_threshold: 0 }, { extra_threshold: 101 }, { max_people: 5 }])
    expect((await editJob(body)).status).toBe(400);
});
