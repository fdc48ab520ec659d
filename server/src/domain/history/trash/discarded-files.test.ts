import type { ChangeSet, TrainingImage, UndoResult } from '@console/shared-contract/api';
import { TRASH_DAYS } from '@console/shared-contract/limits';
import { deleteExpiredFiles } from '../../../data-access/rows/discarded-files';
import { expectBody } from '../../../testing/api/client';
import { createImageBase64, createNamedRow, uploadImage, uploadImages } from '../../../testing/api/fixtures';
import type { FileStore } from '../../../platform/files/store';
import { setUpTestServer } from '../../../testing/api/test-server';
import type { TestUser } from '../../../testing/api/test-users';

const IMAGES = '/recognition/v2/training-image/';
const DAY_MS = 86_400_000;

const server = setUpTestServer();
let anna: TestUser;
let workspace: string;
beforeAll(async () => {
  anna = await server.createTestUser();
});
beforeEach(async () => {
  workspace = await server.createTestWorkspace({ members: [anna] });
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
