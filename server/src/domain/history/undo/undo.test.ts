import type { ChangeSet, DetectionObject, TrainingImage, UndoResult } from '@console/shared-contract/api';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { LOGGED_TABLES } from '../../../platform/database/tables/logged-tables';
import { expectBody } from '../../../testing/api/client';
import { createNamedRow, createTestTask, uploadImage, uploadImages } from '../../../testing/api/fixtures';
import { setUpTestServer } from '../../../testing/api/test-server';
import type { TestUser } from '../../../testing/api/test-users';
import { expectFacetsToMatch } from '../../../testing/history/expect-facets';
import { readTableCatalog } from './table-catalog';

const server = setUpTestServer();
let anna: TestUser;
let ben: TestUser;
let workspace: string;
beforeAll(async () => {
  [anna, ben] = [await server.createTestUser(), await server.createTestUser()];
});
beforeEach(async () => {
  workspace = await server.createTestWorkspace({ members: [anna, ben] });
});
afterEach(() => expectFacetsToMatch(server.db, workspace));

const OBJECTS = '/detection/v2/object/';
const IMAGES = '/recognition/v2/training-image/';
const CHANGE_IMAGES = `${IMAGES}change`;
const GROUPS = '/similarity/training/v2/group/';

/** Returns the id of the newest change set (the writes of one user action). */
async function findNewestChangeSetId(): Promise<number> {
  const { results } = expectBody<{ results: ChangeSet[] }>(await anna.client.get('/history/v2/set/', { workspace, limit: 1 }));
  return results[0]!.id;
}
const readChangeSet = async (id: number) =>
  expectBody<{ results: ChangeSet[] }>(await anna.client.get('/history/v2/set/', { workspace })).results.find(
    (changeSet) => changeSet.id === id,
  );
const undoAs = async (user: TestUser, body: Record<string, unknown>) =>
  expectBody<UndoResult>(await user.client.post('/history/v2/undo', { workspace, ...body }));
const createRow = (path: string, fields: Record<string, unknown> = {}) =>
  createNamedRow(anna.client, path, { workspace, ...fields });
const createObject = async (image: string, label: string, data = [1, 2, 20, 20]) =>
  expectBody<DetectionObject>(await anna.client.post(OBJECTS, { image, detection_label: label, data, workspace }), 201);
const readObject = async (id: string) => expectBody<DetectionObject>(await anna.client.get(`${OBJECTS}${id}`));
const readImage = async (id: string) => expectBody<TrainingImage>(await anna.client.get(`${IMAGES}${id}`));
const countImages = async (filter: Record<string, string>) =>
  expectBody<{ count: number }>(await anna.client.get(IMAGES, { workspace, ...filter })).count;

describe('undo of a deletion', () => {
  it('of a label restores the label, its shapes and their place in every filter', async () => {
    const image = await uploadImage(anna.client, { workspace });
    const label = await createRow('/detection/v2/label/');
    const object = await createObject(image.id, label.id);
    await anna.client.delete(`/detection/v2/label/${label.id}`);
    expect((await anna.client.get(`${OBJECTS}${object.id}`)).status).toBe(404);
    expect(await undoAs(ben, { change_set: await findNewestChangeSetId() })).toMatchObject({ undone: 2, conflicts: [] });
    expect(await readObject(object.id)).toMatchObject({ data: object.data, detection_label: { id: label.id } });
    expect(await countImages({ object_detection_label: label.id })).toBe(1);
  });

  it('can be limited to one row and the rows that belong to it', async () => {
    const [firstImage, secondImage] = await uploadImages(anna.client, 2, { workspace });
    const label = await createRow('/detection/v2/label/');
    const objects = [await createObject(firstImage!.id, label.id), await createObject(secondImage!.id, label.id)];
    await anna.client.post(CHANGE_IMAGES, { change: 'delete', images: [firstImage!.id, secondImage!.id], workspace });
    const rows = [{ kind: 'training_image', subject: firstImage!.id, row: firstImage!.id }];
    expect(await undoAs(anna, { change_set: await findNewestChangeSetId(), rows })).toMatchObject({ undone: 2 });
    expect((await readObject(objects[0]!.id)).data).toEqual([1, 2, 20, 20]);
    expect((await anna.client.get(`${IMAGES}${secondImage!.id}`)).status).toBe(404);
  });

  it('reports rows whose label was deleted later', async () => {
    const image = await uploadImage(anna.client, { workspace });
    const label = await createRow('/detection/v2/label/');
    const object = await createObject(image.id, label.id);
    await anna.client.delete(`${OBJECTS}${object.id}`);
    const deletionSetId = await findNewestChangeSetId();
    await ben.client.delete(`/detection/v2/label/${label.id}`);
    expect(await undoAs(anna, { change_set: deletionSetId })).toMatchObject({
      undone: 0,
      conflicts: [{ kind: 'detection_object', row: object.id, reason: 'missing' }],
    });
  });

  it('of a group restores its members and verifications', async () => {
    const image = await uploadImage(anna.client, { workspace });
    const group = await createRow(GROUPS);
    await anna.client.post(`${GROUPS}${group.id}/add-images`, { images: [image.id] });
    await ben.client.post('/annotate/v2/similarity-verification/', { group_id: group.id });
    await anna.client.delete(`${GROUPS}${group.id}`);
    expect(await undoAs(anna, { change_set: await findNewestChangeSetId() })).toMatchObject({ undone: 3, conflicts: [] });
    expect(expectBody(await anna.client.get(`${GROUPS}${group.id}`))).toMatchObject({ images: [{ id: image.id }] });
  });

  it('does not add a category to an image that has another one by now', async () => {
    const image = await uploadImage(anna.client, { workspace });
    const task = await createTestTask(anna.client, { workspace, type: 'multi_class' });
    const [cat, dog] = [
      await createRow('/recognition/v2/label/', { name: 'Cat', task: task.id }),
      await createRow('/recognition/v2/label/', { name: 'Dog', task: task.id }),
    ];
    const changeImage = (name: string, label: string) =>
      anna.client.post(CHANGE_IMAGES, { change: name, images: [image.id], label, workspace });
    await changeImage('add-label', cat.id);
    await changeImage('remove-label', cat.id);
    const removalSetId = await findNewestChangeSetId();
    await changeImage('add-label', dog.id);
    expect(await undoAs(anna, { change_set: removalSetId })).toMatchObject({ undone: 0, conflicts: [{ reason: 'taken' }] });
  });
});

describe('undo of an edit', () => {
  it('leaves fields that another user has changed later, and overwrites them on request', async () => {
    const image = await uploadImage(anna.client, { workspace });
    const [apple, pear] = [await createRow('/detection/v2/label/'), await createRow('/detection/v2/label/', { name: 'Pear' })];
    const { id } = await createObject(image.id, apple.id);
    await anna.client.put(`${OBJECTS}${id}`, { data: [1, 2, 30, 20], detection_label: pear.id });
    const editSetId = await findNewestChangeSetId();
    await ben.client.put(`${OBJECTS}${id}`, { data: [1, 2, 40, 20] });
    const result = await undoAs(anna, { change_set: editSetId });
    expect(result).toMatchObject({
      undone: 1,
      conflicts: [
        {
          row: id,
          reason: 'changed',
          fields: [{ field: 'data', before: [1, 2, 20, 20], after: [1, 2, 30, 20], current: [1, 2, 40, 20] }],
        },
      ],
    });
    expect(await readObject(id)).toMatchObject({ data: [1, 2, 40, 20], detection_label: { id: apple.id } });
    await undoAs(anna, {
      change_set: editSetId,
      rows: [{ kind: 'detection_object', subject: image.id, row: id }],
      overwrite: true,
    });
    expect(await readObject(id)).toMatchObject({ data: [1, 2, 20, 20], detection_label: { id: apple.id } });
  });

  it('can itself be undone, and a repeated undo does nothing', async () => {
    const images = await uploadImages(anna.client, 3, { workspace });
    const ids = images.map(({ id }) => id);
    await anna.client.post(CHANGE_IMAGES, { change: 'test', images: ids, workspace });
    const changeSetId = await findNewestChangeSetId();
    const undoResult = await undoAs(anna, { change_set: changeSetId });
    expect(undoResult).toMatchObject({ undone: 3 });
    expect(await readChangeSet(changeSetId)).toMatchObject({ undone_by: undoResult.change_set });
    expect(await undoAs(anna, { change_set: changeSetId })).toEqual({
      undoes: changeSetId,
      work: null,
      change_set: null,
      undone: 0,
      conflict_count: 0,
      conflicts: [],
    });
    await undoAs(ben, { change_set: undoResult.change_set });
    expect(await countImages({ test: 'true' })).toBe(3);
    expect(await readChangeSet(changeSetId)).toMatchObject({ undone_by: null });
  });

  it('does not make a set its own ancestor', async () => {
    const [outerSet, innerSet] = [await createRow('/product/v2/set/'), await createRow('/product/v2/set/')];
    const setParent = async (id: string, parent: string | null) =>
      expectBody(await anna.client.put(`/product/v2/set/${id}`, { parent }));
    await setParent(innerSet.id, outerSet.id);
    await setParent(innerSet.id, null);
    const changeSetId = await findNewestChangeSetId();
    await setParent(outerSet.id, innerSet.id);
    expect(await undoAs(anna, { change_set: changeSetId })).toMatchObject({
      undone: 0,
      conflicts: [{ reason: 'taken', row: innerSet.id }],
    });
  });

  it('of a key of the meta data leaves other keys that were changed later', async () => {
    const image = await uploadImage(anna.client, { workspace });
    const setKey = (user: TestUser, key: string, value: string) =>
      user.client.post(CHANGE_IMAGES, { change: 'set-meta', images: [image.id], key, value, workspace });
    await setKey(anna, 'camera', 'left');
    const changeSetId = await findNewestChangeSetId();
    await setKey(ben, 'shift', 'night');
    expect(await undoAs(anna, { change_set: changeSetId })).toMatchObject({ undone: 1, conflicts: [] });
    expect((await readImage(image.id)).meta_data).toMatchObject({ shift: 'night' });
    expect((await readImage(image.id)).meta_data).not.toHaveProperty('camera');
  });
});

describe('undo of a creation', () => {
  it('deletes unused rows only', async () => {
    const image = await uploadImage(anna.client, { workspace });
    const group = await createRow(GROUPS);
    const creationSetId = await findNewestChangeSetId();
    await ben.client.post(`${GROUPS}${group.id}/add-images`, { images: [image.id] });
    expect(await undoAs(anna, { change_set: creationSetId })).toMatchObject({
      undone: 0,
      conflicts: [{ reason: 'used', row: group.id }],
    });
    expect(await undoAs(anna, { change_set: creationSetId, overwrite: true })).toMatchObject({ undone: 1, conflicts: [] });
    expect((await anna.client.get(`${GROUPS}${group.id}`)).status).toBe(404);
    expect(await countImages({ not_groups: 'true' })).toBe(1);
  });
});

describe('undo', () => {
  it('treats requests with the same key as one action', async () => {
    const images = await uploadImages(anna.client, 4, { workspace });
    const key = randomUUID();
    for (const batch of [images.slice(0, 2), images.slice(2)])
      await anna.client.post(
        CHANGE_IMAGES,
        { change: 'test', images: batch.map(({ id }) => id), workspace },
        { headers: { 'Change-Set': key } },
      );
    expect((await ben.client.post('/history/v2/undo', { key, workspace })).status).toBe(404);
    expect(await undoAs(anna, { key })).toMatchObject({ undone: 4 });
    expect(await countImages({ test: 'true' })).toBe(0);
  });

  it('changes nothing in a dry run', async () => {
    const image = await uploadImage(anna.client, { workspace });
    await anna.client.post(CHANGE_IMAGES, { change: 'test', images: [image.id], workspace });
    const changeSetId = await findNewestChangeSetId();
    expect(await undoAs(anna, { change_set: changeSetId, dry_run: true })).toMatchObject({ undone: 1, change_set: null });
    expect(await countImages({ test: 'true' })).toBe(1);
    expect(await findNewestChangeSetId()).toBe(changeSetId);
  });

  it('neither withdraws nor restores the verification of another user', async () => {
    const image = await uploadImage(anna.client, { workspace });
    const changeVerification = (user: TestUser, name: string) =>
      user.client.post(CHANGE_IMAGES, { change: name, images: [image.id], workspace });
    await changeVerification(anna, 'verify');
    const verification = await findNewestChangeSetId();
    expect(await undoAs(ben, { change_set: verification })).toMatchObject({ undone: 0, conflicts: [{ reason: 'confirmation' }] });
    await changeVerification(anna, 'withdraw');
    expect(await undoAs(ben, { change_set: await findNewestChangeSetId(), overwrite: true })).toMatchObject({ undone: 0 });
    expect(await countImages({ verified: 'true' })).toBe(0);
    expect(await undoAs(anna, { change_set: await findNewestChangeSetId() })).toMatchObject({ undone: 1 });
    expect(await countImages({ verified: 'true' })).toBe(1);
  });

  it('of completed items makes them available again', async () => {
    const image = await uploadImage(anna.client, { workspace });
    const job = await createRow('/annotate/v2/imagejob/');
    await anna.client.post(`/annotate/v2/imagejob/${job.id}/add-items`, { items: [image.id] });
    await anna.client.post(`/annotate/v2/imagejob/${job.id}/mark-done`, { items: [image.id] });
    await undoAs(anna, { change_set: await findNewestChangeSetId() });
    const { rows } = await sql`select done_count from job_item where job_id = ${job.id}`.execute(server.db);
    expect(rows).toEqual([{ done_count: 0 }]);
  });

  it('is refused for sets of other workspaces', async () => {
    await uploadImage(anna.client, { workspace });
    const { user } = await server.createTenant();
    expect((await user.client.post('/history/v2/undo', { change_set: await findNewestChangeSetId() })).status).toBe(404);
  });
});

it('restores rows after the rows to which they refer', async () => {
  const tableNames = LOGGED_TABLES.map(({ name }) => String(name));
  const misplacedReferences = [...(await readTableCatalog(server.db)).values()].flatMap(({ name, foreignKeys }) =>
    foreignKeys
      .filter(({ table }) => table !== name && tableNames.includes(table) && tableNames.indexOf(table) > tableNames.indexOf(name))
      .map(({ table }) => `${name} before ${table}`),
  );
  expect(misplacedReferences).toEqual([]);
});

it('restores metadata that is a JSON null, as imports may contain it', async () => {
  const image = await uploadImage(anna.client, { workspace });
  const label = await createRow('/detection/v2/label/');
  const object = await createObject(image.id, label.id);
  await sql`update detection_object set meta_data = 'null' where id = ${object.id}`.execute(server.db);
  expect((await anna.client.delete(`${OBJECTS}${object.id}`)).status).toBe(204);
  expect(await undoAs(anna, { change_set: await findNewestChangeSetId() })).toMatchObject({ undone: 1, conflicts: [] });
  expectBody(await anna.client.put(`${OBJECTS}${object.id}`, { meta_data: { shelf: 1 } }));
  expect(await undoAs(anna, { change_set: await findNewestChangeSetId() })).toMatchObject({ undone: 1, conflicts: [] });
  const { rows } = await sql<{ type: string }>`
    select jsonb_typeof(meta_data) as type from detection_object where id = ${object.id}`.execute(server.db);
  expect(rows).toEqual([{ type: 'null' }]);
});
