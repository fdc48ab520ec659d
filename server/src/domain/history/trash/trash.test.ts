import type {
  ChangeSet,
  DeletedRow,
  DetectionObject,
  RestoreResult,
  TrainingImage,
  UndoResult,
} from '@console/shared-contract/api';
import { randomUUID } from 'node:crypto';
import { TRASH_DAYS } from '@console/shared-contract/limits';
import { deleteExpiredFiles } from '../../../data-access/rows/discarded-files';
import type { FileStore } from '../../../platform/files/store';
import { addMember } from '../../account/workspaces';
import { expectBody } from '../../../testing/api/client';
import { createImageBase64, createNamedRow, createTestObject, uploadImage, uploadImages } from '../../../testing/api/fixtures';
import { setUpTestServer } from '../../../testing/api/test-server';
import type { TestUser } from '../../../testing/api/test-users';

const IMAGES = '/recognition/v2/training-image/';
const OBJECTS = '/detection/v2/object/';
const LABELS = '/detection/v2/label/';
const DAY_MS = 86_400_000;

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

interface DeletedPage {
  results: DeletedRow[];
  next: number | null;
}
const listDeleted = async (query: Record<string, string | number> = {}) =>
  expectBody<DeletedPage>(await ben.client.get('/history/v2/deleted/', { workspace, ...query }));
const listNames = async (query: Record<string, string | number> = {}) =>
  (await listDeleted(query)).results.map(({ kind, name }) => `${kind} ${name}`);
const toReference = ({ change_set, kind, subject, row }: DeletedRow) => ({ change_set, kind, subject, row });
const restoreRows = async (rows: readonly DeletedRow[], fields: Record<string, unknown> = {}, key: string = randomUUID()) =>
  expectBody<RestoreResult>(
    await ben.client.post(
      '/history/v2/restore',
      { workspace, rows: rows.map(toReference), ...fields },
      { headers: { 'Change-Set': key } },
    ),
  );
const createLabel = (name: string) => createNamedRow(anna.client, LABELS, { workspace, name });
const readStatus = async (path: string) => (await anna.client.get(path)).status;

describe('recently deleted', () => {
  it('states which permission a restore and an undo need, as the server requires it', async () => {
    const annotator = await server.createTestUser();
    await addMember(server.db, workspace, annotator.id, 'annotator');
    const image = await uploadImage(anna.client, { workspace });
    const label = await createLabel('Apple');
    const object = await createTestObject(anna.client, image.id, label.id);
    await anna.client.delete(`${OBJECTS}${object.id}`);
    await anna.client.delete(`${LABELS}${label.id}`);
    const { results } = await listDeleted();
    const changeSets = expectBody<{ results: ChangeSet[] }>(
      await ben.client.get('/history/v2/set/', { workspace, limit: 2 }),
    ).results;
    expect(results.map((row) => row.restore_permission)).toEqual(['manage', 'annotate']);
    expect(changeSets.map((changeSet) => changeSet.undo_permission)).toEqual(['manage', 'annotate']);
    const responseStatuses = [];
    for (const row of results)
      for (const [path, body] of [
        ['/history/v2/restore', { rows: [toReference(row)] }],
        ['/history/v2/undo', { change_set: row.change_set }],
      ] as const)
        responseStatuses.push((await annotator.client.post(path, { workspace, dry_run: true, ...body })).status);
    expect(responseStatuses).toEqual([403, 403, 200, 200]);
  });

  it('lists an image with the rows that are restored together with it', async () => {
    const image = await uploadImage(anna.client, { workspace, name: 'shelf.png' });
    const label = await createLabel('Apple');
    await createTestObject(anna.client, image.id, label.id);
    await createTestObject(anna.client, image.id, label.id);
    await anna.client.delete(`${IMAGES}${image.id}`);
    const { results, next } = await listDeleted();
    expect(next).toBeNull();
    expect(results).toEqual([
      {
        id: expect.any(Number),
        change_set: expect.any(Number),
        kind: 'training_image',
        subject: image.id,
        row: image.id,
        name: 'shelf.png',
        thumb: image.thumb_img_path,
        deleted: expect.any(String),
        user: { id: anna.id, username: expect.any(String) },
        days_left: TRASH_DAYS,
        included: [{ kind: 'detection_object', count: 2 }],
        restore_permission: 'manage',
      },
    ]);
    expect((await server.anonymous.get(new URL(results[0]!.thumb!).pathname.replace('/api', ''))).status).toBe(200);
  });

  it('lists a shape by label until the shape or its parent row is restored', async () => {
    const image = await uploadImage(anna.client, { workspace });
    const label = await createLabel('Apple');
    const object = await createTestObject(anna.client, image.id, label.id);
    await anna.client.delete(`${OBJECTS}${object.id}`);
    const { results } = await listDeleted();
    expect(results).toMatchObject([{ kind: 'detection_object', row: object.id, name: 'Apple', thumb: image.thumb_img_path }]);
    expect(await restoreRows(results)).toMatchObject({ undone: 1, conflicts: [] });
    expect((await listDeleted()).results).toEqual([]);
    await anna.client.delete(`${OBJECTS}${object.id}`);
    expect((await listDeleted()).results).toHaveLength(1);
  });

  it('filters by kind, user and name, page by page', async () => {
    const [apple, pear] = [await createLabel('Apple'), await createLabel('Pear')];
    const group = await createNamedRow(anna.client, '/similarity/training/v2/group/', { workspace, name: 'Pears' });
    await anna.client.delete(`${LABELS}${apple.id}`);
    await ben.client.delete(`${LABELS}${pear.id}`);
    await anna.client.delete(`/similarity/training/v2/group/${group.id}`);
    expect(await listNames()).toEqual(['similarity_group Pears', 'detection_label Pear', 'detection_label Apple']);
    expect(await listNames({ kind: 'detection_label' })).toEqual(['detection_label Pear', 'detection_label Apple']);
    expect(await listNames({ user: anna.id })).toEqual(['similarity_group Pears', 'detection_label Apple']);
    expect(await listNames({ search: 'pEar' })).toEqual(['similarity_group Pears', 'detection_label Pear']);
    const firstPage = await listDeleted({ limit: 2 });
    expect(await listNames({ limit: 2, before: firstPage.next! })).toEqual(['detection_label Apple']);
  });
});

describe('restore', () => {
  it('of a label restores the label with all its shapes', async () => {
    const images = await uploadImages(anna.client, 2, { workspace });
    const label = await createLabel('Apple');
    const objects: DetectionObject[] = [];
    for (const { id } of images) objects.push(await createTestObject(anna.client, id, label.id));
    await anna.client.delete(`${LABELS}${label.id}`);
    const { results } = await listDeleted();
    expect(results).toMatchObject([{ kind: 'detection_label', included: [{ kind: 'detection_object', count: 2 }] }]);
    expect(await restoreRows(results)).toMatchObject({ undone: 3, conflict_count: 0 });
    for (const { id } of objects) expect(await readStatus(`${OBJECTS}${id}`)).toBe(200);
  });

  it('of a shape and its image that was deleted later restores both, as one change', async () => {
    const image = await uploadImage(anna.client, { workspace });
    const label = await createLabel('Apple');
    const object = await createTestObject(anna.client, image.id, label.id);
    await anna.client.delete(`${OBJECTS}${object.id}`);
    await anna.client.delete(`${IMAGES}${image.id}`);
    const { results } = await listDeleted();
    expect(results.map(({ kind }) => kind)).toEqual(['training_image', 'detection_object']);
    expect(await restoreRows(results, { dry_run: true })).toMatchObject({ change_set: null, undone: 2 });
    expect(await readStatus(`${OBJECTS}${object.id}`)).toBe(404);
    const key = randomUUID();
    await restoreRows(results, {}, key);
    expect(await readStatus(`${OBJECTS}${object.id}`)).toBe(200);
    await ben.client.post('/history/v2/undo', { workspace, key });
    expect([await readStatus(`${OBJECTS}${object.id}`), await readStatus(`${IMAGES}${image.id}`)]).toEqual([404, 404]);
  });

  it('reports rows whose owner is still deleted', async () => {
    const image = await uploadImage(anna.client, { workspace });
    const object = await createTestObject(anna.client, image.id, (await createLabel('Apple')).id);
    await anna.client.delete(`${OBJECTS}${object.id}`);
    await anna.client.delete(`${IMAGES}${image.id}`);
    const { results } = await listDeleted({ kind: 'detection_object' });
    expect(await restoreRows(results)).toMatchObject({ undone: 0, conflicts: [{ row: object.id, reason: 'missing' }] });
  });
});

const findChangeSet = async () =>
  expectBody<{ results: ChangeSet[] }>(await anna.client.get('/history/v2/set/', { workspace, limit: 1 })).results[0]!.id;
const undoChangeSet = async (change_set: number) =>
  expectBody<UndoResult>(await anna.client.post('/history/v2/undo', { workspace, change_set }));
const deleteFilesAfter = (days: number, files: Pick<FileStore, 'delete'> = server.files) =>
  deleteExpiredFiles(server.db, files, new Date(Date.now() + days * DAY_MS));
const toKey = (url: string) => new URL(url).pathname.split('/').at(-1)!;
const listFileKeys = (image: TrainingImage) => [toKey(image.img_path), toKey(image.thumb_img_path)];
const checkExistence = (keys: readonly string[]) => Promise.all(keys.map(async (key) => (await server.files.stat(key)) !== null));
const setMask = async (id: string) => {
  const foreground_mask = await createImageBase64();
  return expectBody<TrainingImage>(await anna.client.post(`${IMAGES}${id}/set-foreground-mask`, { foreground_mask }));
};

describe('files of deleted images', () => {
  it('are retained until the image can no longer be restored', async () => {
    const image = await uploadImage(anna.client, { workspace });
    await anna.client.delete(`${IMAGES}${image.id}`);
    const deletionSet = await findChangeSet();
    await deleteFilesAfter(TRASH_DAYS - 1);
    expect(await checkExistence(listFileKeys(image))).toEqual([true, true]);
    await deleteFilesAfter(TRASH_DAYS + 1);
    expect(await checkExistence(listFileKeys(image))).toEqual([false, false]);
    expect(await undoChangeSet(deletionSet)).toMatchObject({ undone: 0, conflicts: [{ row: image.id, reason: 'expired' }] });
  });

  it('are retained forever after the image was restored', async () => {
    const images = await uploadImages(anna.client, 2, { workspace });
    await anna.client.post(`${IMAGES}change`, { change: 'delete', images: images.map(({ id }) => id), workspace });
    expect(await undoChangeSet(await findChangeSet())).toMatchObject({ undone: 2 });
    await deleteFilesAfter(TRASH_DAYS + 1);
    expect(await checkExistence(images.flatMap(listFileKeys))).toEqual([true, true, true, true]);
    await anna.client.delete(`${IMAGES}${images[0]!.id}`);
    expect(await undoChangeSet(await findChangeSet())).toMatchObject({ undone: 1, conflicts: [] });
  });

  it('are deleted although the file of another image cannot be deleted', async () => {
    const [firstImage, secondImage] = await uploadImages(anna.client, 2, { workspace });
    await anna.client.post(`${IMAGES}change`, { change: 'delete', images: [firstImage!.id, secondImage!.id], workspace });
    const lockedKey = toKey(firstImage!.img_path);
    const failingStore = {
      delete: async (key: string) => (key === lockedKey ? Promise.reject(new Error('locked')) : server.files.delete(key)),
    };
    await expect(deleteFilesAfter(TRASH_DAYS + 1, failingStore)).rejects.toThrow('could not be deleted');
    expect(await checkExistence([...listFileKeys(firstImage!), ...listFileKeys(secondImage!)])).toEqual([
      true,
      false,
      false,
      false,
    ]);
    await deleteFilesAfter(TRASH_DAYS + 1);
    expect(await checkExistence([lockedKey])).toEqual([false]);
  });

  it('are discarded when an upload is undone, and available when it is redone', async () => {
    const image = await uploadImage(anna.client, { workspace });
    const { change_set: undoSetId } = await undoChangeSet(await findChangeSet());
    await undoChangeSet(undoSetId!);
    await deleteFilesAfter(TRASH_DAYS + 1);
    expect(await checkExistence(listFileKeys(image))).toEqual([true, true]);
  });
});

it('undo of a replaced mask restores the previous mask', async () => {
  const { id } = await uploadImage(anna.client, { workspace });
  const firstMask = await setMask(id);
  const secondMask = await setMask(id);
  const replacementSet = await findChangeSet();
  await undoChangeSet(replacementSet);
  const restoredImage = expectBody<TrainingImage>(await anna.client.get(`${IMAGES}${id}`));
  expect(restoredImage.foreground_mask).toBe(firstMask.foreground_mask);
  await deleteFilesAfter(TRASH_DAYS + 1);
  expect(await checkExistence([firstMask, secondMask].map((image) => toKey(image.foreground_mask!)))).toEqual([true, false]);
});

describe.each([
  ['group', '/similarity/training/v2/group/', ''],
  ['product', '/product/v2/product/', '/'],
])('a restored %s', (_, path, trailingSlash) => {
  it('can be deleted and restored again', async () => {
    const { id } = await createNamedRow(anna.client, path, { workspace });
    for (const attempt of [1, 2]) {
      expect([attempt, (await anna.client.delete(`${path}${id}${trailingSlash}`)).status]).toEqual([attempt, 204]);
      expect(await undoChangeSet(await findChangeSet())).toMatchObject({ undone: 1, conflicts: [] });
    }
  });
});
