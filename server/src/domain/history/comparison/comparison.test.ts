import type { DataChanges, DatasetImage, DetectionObject, TrainingImage } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { createDatasetVersion } from '../../../ml/learning/dataset';
import { expectBody } from '../../../testing/api/client';
import { createNamedRow, createTestObject, readAllPages, uploadImage } from '../../../testing/api/fixtures';
import { createMaskData } from '../../../testing/api/mask-data';
import { setUpTestServer } from '../../../testing/api/test-server';
import type { TestUser } from '../../../testing/api/test-users';
import { waitUntil } from '../../../testing/wait/wait-until';

const server = setUpTestServer();
let user: TestUser;
let workspaceId: string;
beforeAll(async () => {
  user = await server.createTestUser();
});
beforeEach(async () => {
  workspaceId = await server.createTestWorkspace({ members: [user] });
});

const COMPARISON = '/history/v2/comparison/';
const IMAGES = '/recognition/v2/training-image/';
const getWorkspaceQuery = () => ({ workspace: workspaceId });
const compareMoments = async (query: Record<string, string>) =>
  expectBody<DataChanges>(await user.client.get(COMPARISON, { ...getWorkspaceQuery(), ...query }));
const readRefusal = async (path: string, query: Record<string, string>) => {
  const response = await user.client.get(path, { ...getWorkspaceQuery(), ...query });
  expect(response.status).toBe(400);
  return expectBody<{ detail: string }>(response, 400).detail;
};
const listChanged = async (query: Record<string, string>) =>
  readAllPages<DatasetImage>(
    user.client,
    `${COMPARISON}image/?${new URLSearchParams({ ...getWorkspaceQuery(), ...query }).toString()}`,
  );
const listImageIds = async (query: Record<string, string>) =>
  (
    await readAllPages<TrainingImage>(
      user.client,
      `${IMAGES}?${new URLSearchParams({ ...getWorkspaceQuery(), ...query, sort: 'oldest' }).toString()}`,
    )
  ).map(({ id }) => id);

/** Returns a moment after all earlier changes and before all later ones. */
async function waitForNextMoment(): Promise<string> {
  const moment = Date.now() + 1;
  await waitUntil(() => Date.now() > moment);
  return new Date(moment).toISOString();
}
const createLabel = (name: string) => createNamedRow(user.client, '/detection/v2/label/', { ...getWorkspaceQuery(), name });
const NO_CHANGES = { added: 0, removed: 0, changed: 0 };

describe('comparison of two moments', () => {
  it('excludes an object for the time between its deletion and its restoration', async () => {
    const [image, label] = [await uploadImage(user.client, getWorkspaceQuery()), await createLabel('Apple')];
    const { id } = await createTestObject(user.client, image.id, label.id);
    const existingMoment = await waitForNextMoment();
    expect((await user.client.delete(`/detection/v2/object/${id}`)).status).toBe(204);
    const timeOfDeletion = await waitForNextMoment();
    expectBody(await user.client.post('/detection/v2/object/bulk', { items: [{ op: 'restore', id }], ...getWorkspaceQuery() }));
    const counts = { of: 'detection', id: label.id, name: 'Apple' };
    expect((await compareMoments({ since: existingMoment, until: timeOfDeletion })).labels).toEqual([
      { ...counts, before: 1, after: 0, added: 0, removed: 1, changed: 0, changed_attributes: 0 },
    ]);
    expect((await compareMoments({ since: timeOfDeletion })).labels).toEqual([
      { ...counts, before: 0, after: 1, added: 1, removed: 0, changed: 0, changed_attributes: 0 },
    ]);
    expect(await compareMoments({ since: existingMoment })).toMatchObject({ pictures: { ...NO_CHANGES, same: 1 }, labels: [] });
  });

  it('counts changed attributes and rotations', async () => {
    const [image, label] = [await uploadImage(user.client, getWorkspaceQuery()), await createLabel('Apple')];
    const createObject = () => createTestObject(user.client, image.id, label.id);
    const [markedObject, turnedObject] = [await createObject(), await createObject(), await createObject()];
    const changeObject = async (id: string, fields: object) =>
      expectBody(await user.client.put(`/detection/v2/object/${id}/`, fields));
    await changeObject(turnedObject.id, { rotated_box: [20, 20, 10, 10, 0] });
    const startMoment = await waitForNextMoment();
    await changeObject(markedObject.id, { attributes: { occluded: true } });
    // A square that is turned by 90 degrees has the same enclosing box.
    await changeObject(turnedObject.id, { rotated_box: [20, 20, 10, 10, 90] });
    expect(await compareMoments({ since: startMoment })).toMatchObject({
      pictures: { ...NO_CHANGES, changed: 1 },
      labels: [{ name: 'Apple', before: 3, after: 3, ...NO_CHANGES, changed: 2, changed_attributes: 1 }],
    });
    await changeObject(markedObject.id, { attributes: {} });
    await changeObject(turnedObject.id, { rotated_box: [20, 20, 10, 10, 0] });
    expect(await compareMoments({ since: startMoment })).toMatchObject({ pictures: { ...NO_CHANGES, same: 1 }, labels: [] });
  });

  it('names deleted labels and deleted images', async () => {
    const [image, label] = [
      await uploadImage(user.client, { ...getWorkspaceQuery(), meta_data: { filename: 'shelf.png' } }),
      await createLabel('Pear'),
    ];
    await createTestObject(user.client, image.id, label.id);
    const startMoment = await waitForNextMoment();
    expect((await user.client.delete(`/detection/v2/label/${label.id}`)).status).toBe(204);
    expect((await user.client.delete(`${IMAGES}${image.id}`)).status).toBe(204);
    expect(await compareMoments({ since: startMoment })).toMatchObject({
      pictures: { added: 0, removed: 1, changed: 0, same: 0 },
      labels: [{ name: 'Pear', before: 1, after: 0, removed: 1 }],
    });
    expect(await listChanged({ since: startMoment, change: 'removed' })).toEqual([
      { image: image.id, name: 'shelf.png', width: 64, height: 48, test: false, deleted: true, change: 'removed' },
    ]);
    expect(await listImageIds({ changed_since: startMoment })).toEqual([]);
  });

  it('is rejected for a time before the first log entry of an older workspace', async () => {
    await uploadImage(user.client, getWorkspaceQuery());
    const request = { since: '2021-01-01T00:00:00Z' };
    expect(await compareMoments(request)).toMatchObject({ pictures: { added: 1, same: 0 } });
    await sql`update membership set created = '2020-01-01' where workspace_id = ${workspaceId}`.execute(server.db);
    const explanation = /^since: changes before \d{4}-\d\d-\d\d \d\d:\d\d UTC are not known, choose a later time$/;
    expect(await readRefusal(COMPARISON, request)).toMatch(explanation);
    expect(await readRefusal(IMAGES, { changed_since: request.since })).toMatch(/^changed_since: changes before/);
  });

  it('requires a start, and an end after it', async () => {
    expect(await readRefusal(COMPARISON, {})).toBe('since: is required, unless training is given');
    expect(await readRefusal(COMPARISON, { since: '2026-02-02', until: '2026-02-01' })).toBe('until: must not be before since');
    expect(await readRefusal(IMAGES, { changed_until: '2026-02-01' })).toBe(
      'changed_until: must come with a start of the period',
    );
  });
});

describe('comparison since a training', () => {
  async function createTraining() {
    const [label, otherLabel] = [await createLabel('Apple'), await createLabel('Pear')];
    const task = await createNamedRow(user.client, '/detection/v2/task/', getWorkspaceQuery());
    expectBody(await user.client.post(`/detection/v2/task/${task.id}/add-label`, { label_id: label.id, ...getWorkspaceQuery() }));
    const [firstImage, secondImage] = [
      await uploadImage(user.client, getWorkspaceQuery()),
      await uploadImage(user.client, getWorkspaceQuery()),
    ];
    const objects = [
      await createTestObject(user.client, firstImage.id, label.id),
      await createTestObject(user.client, firstImage.id, label.id),
      await createTestObject(user.client, secondImage.id, label.id),
    ];
    const training = await createDatasetVersion(server.db, {
      domain: 'detection',
      task: task.id,
      userId: null,
      imageFilter: { onlyVerified: false, onlyReal: false },
    });
    return { label, other: otherLabel, task, images: [firstImage, secondImage], objects, training };
  }

  it('counts only what the next training of the task would use', async () => {
    const { label, other, images, objects, training } = await createTraining();
    expect(await compareMoments({ training })).toMatchObject({
      pictures: { ...NO_CHANGES, same: 2 },
      labels: [{ name: 'Apple', before: 3, after: 3, ...NO_CHANGES }],
    });
    const addedImage = await uploadImage(user.client, getWorkspaceQuery());
    await createTestObject(user.client, addedImage.id, label.id);
    await createTestObject(user.client, images[0]!.id, other.id);
    await uploadImage(user.client, getWorkspaceQuery());
    expectBody<DetectionObject>(await user.client.put(`/detection/v2/object/${objects[0]!.id}/`, { data: [5, 5, 30, 30] }));
    expect((await user.client.delete(`/detection/v2/object/${objects[2]!.id}`)).status).toBe(204);
    expect(await compareMoments({ training })).toMatchObject({
      pictures: { added: 1, removed: 1, changed: 1, same: 0 },
      labels: [{ of: 'detection', id: label.id, name: 'Apple', before: 3, after: 3, added: 1, removed: 1, changed: 1 }],
    });
    expect(await listChanged({ training, change: 'removed' })).toMatchObject([{ image: images[1]!.id, deleted: false }]);
    expect(await listImageIds({ changed_since_training: training })).toEqual([images[0]!.id, addedImage.id]);
  });

  it('compares masks and attributes of a segmentation', async () => {
    const image = await uploadImage(user.client, getWorkspaceQuery());
    const label = await createNamedRow(user.client, '/segmentation/v2/label/', getWorkspaceQuery());
    const task = await createNamedRow(user.client, '/segmentation/v2/task/', getWorkspaceQuery());
    expectBody(
      await user.client.post(`/segmentation/v2/task/${task.id}/add-label`, { label_id: label.id, ...getWorkspaceQuery() }),
    );
    const drawMask = async (box: number[]) =>
      expectBody<{ id: string }>(
        await user.client.post('/segmentation/v2/mask/', {
          image: image.id,
          segmentation_label: label.id,
          data: createMaskData(box),
          attributes: { crowd: true },
          ...getWorkspaceQuery(),
        }),
        201,
      );
    const masks = [await drawMask([0, 0, 9, 9]), await drawMask([10, 0, 19, 9])];
    const training = await createDatasetVersion(server.db, {
      domain: 'segmentation',
      task: task.id,
      userId: null,
      imageFilter: { onlyVerified: false, onlyReal: false },
    });
    expect(await compareMoments({ training })).toMatchObject({
      pictures: { ...NO_CHANGES, same: 1 },
      labels: [{ of: 'segmentation', before: 2, after: 2, ...NO_CHANGES }],
    });
    await drawMask([20, 0, 29, 9]);
    const changeMask = async (index: number, fields: object) =>
      expectBody(await user.client.put(`/segmentation/v2/mask/${masks[index]!.id}/`, fields));
    await changeMask(0, { data: createMaskData([0, 0, 9, 8]) });
    await changeMask(1, { attributes: {} });
    expect(await compareMoments({ training })).toMatchObject({
      pictures: { ...NO_CHANGES, changed: 1 },
      labels: [{ before: 2, after: 3, ...NO_CHANGES, added: 1, changed: 2, changed_attributes: 1 }],
    });
  });

  it('lists deleted images with the names that the version stores', async () => {
    const { images, training } = await createTraining();
    expect((await user.client.delete(`${IMAGES}${images[1]!.id}`)).status).toBe(204);
    expect(await listChanged({ training, change: 'removed' })).toMatchObject([
      { image: images[1]!.id, width: 64, height: 48, deleted: true },
    ]);
  });

  it('compares values of recognition labels, also of objects', async () => {
    const label = await createNamedRow(user.client, '/recognition/v2/label/', {
      ...getWorkspaceQuery(),
      name: 'Ripeness',
      type: 'value',
      min_value: 0,
      max_value: 10,
      step_value: 1,
    });
    const task = await createNamedRow(user.client, '/recognition/v2/task/', { ...getWorkspaceQuery(), type: 'regression' });
    expectBody(
      await user.client.post(`/recognition/v2/task/${task.id}/add-label`, { label_id: label.id, ...getWorkspaceQuery() }),
    );
    const image = await uploadImage(user.client, getWorkspaceQuery());
    const object = await createTestObject(user.client, image.id, (await createLabel('Apple')).id);
    const setValue = async (path: string, value: number) =>
      expectBody(await user.client.post(path, { label_id: label.id, value, ...getWorkspaceQuery() }));
    for (const path of [`${IMAGES}${image.id}/add-label`, `/detection/v2/object/${object.id}/add-label`])
      expectBody(await user.client.post(path, { label_id: label.id, ...getWorkspaceQuery() }));
    await setValue(`${IMAGES}${image.id}/update-value`, 3);
    await setValue(`/detection/v2/object/${object.id}/update-value`, 4);
    const training = await createDatasetVersion(server.db, {
      domain: 'recognition',
      task: task.id,
      userId: null,
      imageFilter: { onlyVerified: false, onlyReal: false },
    });
    expect(await compareMoments({ training })).toMatchObject({
      pictures: { ...NO_CHANGES, same: 1 },
      labels: [{ before: 2, ...NO_CHANGES }],
    });
    await setValue(`/detection/v2/object/${object.id}/update-value`, 5);
    expect(await compareMoments({ training })).toMatchObject({
      pictures: { changed: 1 },
      labels: [{ changed: 1, before: 2, after: 2 }],
    });
  });

  it('is refused for a version that no training created', async () => {
    await uploadImage(user.client, getWorkspaceQuery());
    const body = { ...getWorkspaceQuery(), name: 'Before the fair' };
    const { id: training } = expectBody<{ id: string }>(await user.client.post('/recognition/v2/dataset/', body), 201);
    await server.runWork();
    expect(await readRefusal(COMPARISON, { training })).toBe(
      'training: is not a version of a training, or its task has been deleted',
    );
  });
});
