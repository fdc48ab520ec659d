import type { Change, ChangeSet, NamedRow } from '@console/shared-contract/api';
import { expectBody } from '../../testing/api/client';
import { createNamedRow, createTestJob, uploadImage } from '../../testing/api/fixtures';
import { setUpTestServer } from '../../testing/api/test-server';
import type { TestUser } from '../../testing/api/test-users';
import { removeMember } from '../account/workspaces';

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

interface Page<T> {
  results: T[];
  names: Record<string, NamedRow>;
}
const readChangeSets = async (query: object = {}) =>
  expectBody<Page<ChangeSet>>(await anna.client.get('/history/v2/set/', { workspace, ...query }));
const readChanges = async (change_set: number | undefined) =>
  expectBody<Page<Change>>(await anna.client.get('/history/v2/change/', { workspace, change_set }));

describe('names in the history', () => {
  it('contain the subject of a change set, and rows that its entries refer to', async () => {
    const label = await createNamedRow(anna.client, '/detection/v2/label/', { workspace, name: 'Apple' });
    const image = await uploadImage(anna.client, { workspace, meta_data: { filename: 'shelf.png' } });
    const body = { image: image.id, detection_label: label.id, data: [1, 2, 20, 20], workspace };
    expectBody(await anna.client.post('/detection/v2/object/', body), 201);
    const { results, names } = await readChangeSets();
    expect(results[0]?.subject).toBe(image.id);
    expect(names[image.id]).toEqual({ kind: 'training_image', name: 'shelf.png' });
    const changes = await readChanges(results[0]?.id);
    expect(changes.names).toMatchObject({
      [label.id]: { kind: 'detection_label', name: 'Apple' },
      [anna.id]: { kind: 'user', name: anna.email },
    });
  });

  it('distinguish jobs for images and groups, and omit deleted rows', async () => {
    const images = await createTestJob(anna.client, 'image', { workspace, name: 'Shelves' });
    const groups = await createTestJob(anna.client, 'similarity', { workspace, name: 'Twins' });
    const deleted = await createNamedRow(anna.client, '/detection/v2/label/', { workspace });
    expect((await anna.client.delete(`/detection/v2/label/${deleted.id}`)).status).toBe(204);
    expect((await readChangeSets()).names).toMatchObject({
      [images.id]: { kind: 'image_job', name: 'Shelves' },
      [groups.id]: { kind: 'similarity_job', name: 'Twins' },
    });
    expect((await readChangeSets()).names).not.toHaveProperty(deleted.id);
  });

  it('omit rows of other workspaces of the user', async () => {
    const otherWorkspace = await server.createTestWorkspace({ members: [anna] });
    const label = await createNamedRow(anna.client, '/detection/v2/label/', { workspace: otherWorkspace, name: 'Secret' });
    await uploadImage(anna.client, { workspace, meta_data: { copy_of: label.id } });
    const { results } = await readChangeSets();
    expect((await readChanges(results[0]?.id)).names).not.toHaveProperty(label.id);
  });
});

describe('activity list', () => {
  it('has no subject for a change set that changed several rows', async () => {
    const images = [await uploadImage(anna.client, { workspace }), await uploadImage(anna.client, { workspace })];
    const body = { images: images.map(({ id }) => id), 'mark-test': true, workspace };
    expectBody(await anna.client.post('/recognition/v2/training-image/update', body));
    expect((await readChangeSets()).results[0]).toMatchObject({ subject: null, changes: [{ kind: 'training_image', count: 2 }] });
  });

  it('filters changes of former members', async () => {
    await createNamedRow(ben.client, '/detection/v2/label/', { workspace });
    await createNamedRow(anna.client, '/detection/v2/label/', { workspace });
    expect((await readChangeSets({ former_members: true })).results).toEqual([]);
    await removeMember(server.db, workspace, ben.id);
    const { results } = await readChangeSets({ former_members: true });
    expect(results.map(({ user }) => user)).toEqual([{ id: ben.id, username: null }]);
  });
});
