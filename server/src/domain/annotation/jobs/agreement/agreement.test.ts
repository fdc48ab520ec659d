import type { Agreement, ItemSnapshot } from '@console/shared-contract/api';
import { OKS_THRESHOLDS } from '../../../../data-access/shape-similarity/keypoint-similarity';
import { expectBody } from '../../../../testing/api/client';
import { createTestJob, createTestLabel, createNamedRow, uploadImages } from '../../../../testing/api/fixtures';
import { createTestMember } from '../../../../testing/api/members';
import type { TestUser } from '../../../../testing/api/test-users';
import { setUpTestServer } from '../../../../testing/api/test-server';

const server = setUpTestServer();
let firstUser: TestUser;
let secondUser: TestUser;
beforeEach(async () => {
  [firstUser, secondUser] = [await server.createTestUser(), await server.createTestUser()];
  await server.createTestWorkspace({ members: [firstUser, secondUser] });
});

/** Creates a job in which two users annotate each image. */
async function createJob(count: number) {
  const imageIds = (await uploadImages(firstUser.client, count)).map((image) => image.id);
  const job = await createTestJob(firstUser.client, 'image', { randomize: false, todo_number: 2 });
  const path = `/annotate/v2/imagejob/${job.id}`;
  await firstUser.client.post(`${path}/add-items`, { items: imageIds });
  return { path, imageIds };
}
const markDone = (path: string, user: TestUser, items: readonly (string | undefined)[]) =>
  user.client.post(`${path}/mark-done`, { items });

/** Creates a label, and a function that draws boxes with this label. */
async function createBoxLabel() {
  const label = await createNamedRow(firstUser.client, '/detection/v2/label/', { name: 'Cell', color: '#ff0000' });
  const drawBox = (user: TestUser, image: string | undefined, data: number[], attributes = {}) =>
    user.client.post('/detection/v2/object/', { image, detection_label: label.id, data, attributes });
  return { label, drawBox };
}

it('saves the work of each user and lists disagreements, largest first', async () => {
  const { path, imageIds } = await createJob(3);
  await firstUser.client.put(`/recognition/v2/training-image/${imageIds[0]}`, { name: 'mug.jpg' });
  const { label, drawBox } = await createBoxLabel();
  const sharpLabel = await createTestLabel(firstUser.client, { name: 'Sharp' });
  const jobLabel = await createTestLabel(firstUser.client, { name: 'Checked' });
  await firstUser.client.post(`${path}/set-label`, { label_id: jobLabel.id });
  for (const id of imageIds) await drawBox(firstUser, id, [0, 0, 10, 10]);
  await markDone(path, firstUser, imageIds);
  await firstUser.client.post(`/recognition/v2/training-image/${imageIds[0]}/add-label`, { label_id: sharpLabel.id });
  await drawBox(secondUser, imageIds[1], [20, 20, 30, 30]);
  await markDone(path, secondUser, imageIds);

  const agreement = expectBody<Agreement>(await firstUser.client.get(`${path}/agreement`));
  const users = {
    first: { id: firstUser.id, username: firstUser.email },
    second: { id: secondUser.id, username: secondUser.email },
  };
  // `same`: annotations that both users have. `all`: annotations that at least one of the users has.
  const zeroCounts = { same: 0, all: 0 };
  const totals = { compared: 3, agreeing: 1, labels: { same: 0, all: 1 }, shapes: { same: 3, all: 4 }, attributes: zeroCounts };
  expect(agreement).toEqual({
    ...totals,
    skeletons: null,
    object_values: [],
    // `alpha` is Krippendorff's alpha, and `n` is the number of compared shapes or images.
    shape_label_alpha: { alpha: null, n: 3 },
    image_labels_alpha: { alpha: 0, n: 3 },
    by_label: expect.any(Array),
    label_matches: [{ first: label.id, second: label.id, count: 3 }],
    pairs: [
      {
        ...users,
        ...totals,
        shape_f1: 6 / 7,
        similarity: { mean: 1, n: 3 },
        shape_label_alpha: { alpha: null, n: 3 },
        image_labels_alpha: { alpha: 0, n: 3 },
      },
    ],
    disagreements: [
      {
        image: imageIds[0],
        ...users,
        label_names: ['Sharp'],
        file_name: 'mug.jpg',
        thumb_img_path: expect.stringContaining('/'),
        labels: { same: 0, all: 1 },
        shapes: { same: 1, all: 1 },
        attributes: zeroCounts,
      },
      {
        image: imageIds[1],
        ...users,
        label_names: ['Cell'],
        file_name: null,
        thumb_img_path: expect.stringContaining('/'),
        labels: zeroCounts,
        shapes: { same: 1, all: 2 },
        attributes: zeroCounts,
      },
    ],
  });

  const { results } = expectBody<{ results: ItemSnapshot[] }>(
    await firstUser.client.get(`${path}/snapshots`, { image: imageIds[0] ?? '' }),
  );
  expect(results.map(({ user, labels, shapes }) => [user.id, labels, shapes.length])).toEqual([
    [firstUser.id, [], 1],
    [secondUser.id, [{ label: sharpLabel.id, name: 'Sharp', value: null }], 1],
  ]);
  expect(results[0]?.shapes[0]).toEqual({
    kind: 'object',
    label: label.id,
    name: 'Cell',
    color: '#ff0000',
    data: [0, 0, 10, 10],
    rotated_box: null,
    mask: null,
    labels: [],
    attributes: {},
    matched_by: [secondUser.id],
    attribute_differences: [],
  });
  expect(expectBody(await firstUser.client.get(`${path}/snapshots`))).toEqual({ results: [] });
});

it('removing the done mark deletes snapshots, and setting it compares again', async () => {
  const { path, imageIds } = await createJob(1);
  const { drawBox } = await createBoxLabel();
  const readAgreement = async () => expectBody<Agreement>(await firstUser.client.get(`${path}/agreement`));
  await markDone(path, firstUser, imageIds);
  await drawBox(secondUser, imageIds[0], [0, 0, 10, 10]);
  await markDone(path, secondUser, imageIds);
  expect(await readAgreement()).toMatchObject({ compared: 1, agreeing: 0 });
  await firstUser.client.post(`${path}/unmark-done`, { items: imageIds });
  expect(await readAgreement()).toMatchObject({ compared: 0, disagreements: [] });
  await markDone(path, firstUser, imageIds);
  expect(await readAgreement()).toMatchObject({ compared: 1, agreeing: 1, pairs: [{ first: { id: secondUser.id } }] });
});

it('compares attributes and skeletons, and names the attributes that differ', async () => {
  const { path, imageIds } = await createJob(1);
  const { label, drawBox } = await createBoxLabel();
  const attributes = { occluded: true, truncated: true };
  const object = expectBody<{ id: string }>(await drawBox(firstUser, imageIds[0], [0, 0, 10, 10], attributes), 201);
  const skeleton = { points: [{ name: 'head' }, { name: 'tail' }], edges: [[0, 1]], sigmas: [0.1, 0.1] };
  await firstUser.client.put(`/detection/v2/label/${label.id}`, { name: 'Cell', color: '#ff0000', skeleton });
  const pose = { image: imageIds[0], detection_label: label.id, data: [0, 0, 2, 10, 10, 2] };
  const { id: poseId } = expectBody<{ id: string }>(await firstUser.client.post('/detection/v2/skeleton/', pose), 201);
  await markDone(path, firstUser, imageIds);
  await secondUser.client.put(`/detection/v2/object/${object.id}/`, { attributes: { ...attributes, occluded: false } });
  await secondUser.client.put(`/detection/v2/skeleton/${poseId}/`, { data: [1, 0, 2, 10, 10, 2] });
  await markDone(path, secondUser, imageIds);

  const agreement = expectBody<Agreement>(await firstUser.client.get(`${path}/agreement`));
  expect(agreement).toMatchObject({ agreeing: 0, shapes: { same: 2, all: 2 }, attributes: { same: 1, all: 2 } });
  expect(agreement.disagreements).toMatchObject([{ image: imageIds[0], attributes: { same: 1, all: 2 } }]);
  // In one of two skeletons, one of two points moved by one pixel. OKS uses the variance 0.04 and 53 % of the area of the box, which is 100
  // or 90 square pixels.
  const oks = (2 + Math.exp(-1 / (2 * 53 * 0.04)) + Math.exp(-1 / (2 * 47.7 * 0.04))) / 4;
  expect(agreement.skeletons).toEqual({
    matched: 1,
    oks: expect.closeTo(oks, 10),
    average_precision: OKS_THRESHOLDS.filter((threshold) => threshold <= oks).length / OKS_THRESHOLDS.length,
  });
  const { results } = expectBody<{ results: ItemSnapshot[] }>(
    await firstUser.client.get(`${path}/snapshots`, { image: imageIds[0] ?? '' }),
  );
  expect(results.map(({ shapes }) => shapes.map(({ kind, attribute_differences }) => [kind, attribute_differences]))).toEqual(
    Array(2).fill([
      ['object', ['occluded']],
      ['skeleton', []],
    ]),
  );
});

it('reports F1, similarity and alpha of each pair, and the labels that differ', async () => {
  const { path, imageIds } = await createJob(1);
  const { drawBox } = await createBoxLabel();
  const platelet = await createNamedRow(firstUser.client, '/detection/v2/label/', { name: 'Platelet', color: '#00ff00' });
  const objects: { id: string }[] = [];
  for (const x of [0, 20, 40]) objects.push(expectBody(await drawBox(firstUser, imageIds[0], [x, 0, x + 10, 10]), 201));
  const changeLabel = (user: TestUser, object: { id: string } | undefined) =>
    user.client.put(`/detection/v2/object/${object?.id}/`, { detection_label: platelet.id });
  await changeLabel(firstUser, objects[2]);
  await markDone(path, firstUser, imageIds);
  await changeLabel(secondUser, objects[1]);
  await secondUser.client.put(`/detection/v2/object/${objects[0]?.id}/`, { data: [0, 0, 10, 8] });
  await markDone(path, secondUser, imageIds);

  const { pairs, disagreements } = expectBody<Agreement>(await firstUser.client.get(`${path}/agreement`));
  expect(pairs).toMatchObject([
    {
      shapes: { same: 2, all: 4 },
      shape_f1: 2 / 3,
      similarity: { mean: 0.9, n: 2 },
      // Krippendorff's alpha. The users' labels are Cell and Cell, Cell and Platelet, Platelet and Platelet. The observed disagreement
      // is 2. The expected disagreement is (6² - 3² - 3²) / 5 = 3.6.
      shape_label_alpha: { alpha: expect.closeTo(1 - 2 / 3.6, 10), n: 3 },
      image_labels_alpha: { alpha: null, n: 1 },
    },
  ]);
  expect(disagreements).toMatchObject([{ image: imageIds[0], label_names: ['Cell', 'Platelet'] }]);
});

it('shows reviewers only their own pairs if the workspace hides statistics of others', async () => {
  const { path, imageIds } = await createJob(1);
  for (const user of [firstUser, secondUser]) await markDone(path, user, imageIds);
  const { workspace } = expectBody<{ workspace: string }>(await firstUser.client.get(path));
  const reviewer = await createTestMember(server, workspace, 'reviewer');
  const countPairs = async (user: TestUser) => expectBody<Agreement>(await user.client.get(`${path}/agreement`)).pairs.length;
  expect(await countPairs(reviewer)).toBe(1);
  await server.db.updateTable('workspace').set({ statistics_visibility: 'own' }).where('id', '=', workspace).execute();
  expect([await countPairs(firstUser), await countPairs(reviewer)]).toEqual([1, 0]);
});
