import type { TrainingImage } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { lockReferencedRows, lockImages, syncFacets } from '../../data-access/facets';
import { expectBody, type TestClient } from '../api/client';
import { createNamedRow, uploadImages, type ListEnvelope } from '../api/fixtures';
import { runDuringChange } from '../wait/run-during-change';
import type { TestUser } from '../api/test-users';
import { createTestServer, type TestServer } from '../api/test-server';

export const GROUPS = '/similarity/training/v2/group/';

export const PRODUCTS = '/product/v2/product/';

export const SETS = '/product/v2/set/';

export const IMAGES = '/recognition/v2/training-image/';

export let server: TestServer;

export let client: TestClient;

export let workspaceId: string;

/** Another member of the workspace, whose changes run at the same time as a bulk call of `client`. */
export let otherUser: TestUser;

export const runWithConcurrentChange = <T>(change: (trx: Db) => Promise<unknown>, bulkCall: () => Promise<T>) =>
  runDuringChange(server.db, change, bulkCall);

export const post = async <T>(path: string, body: object) => expectBody<T>(await client.post(path, body));

export const listIds = async (path: string, query = {}) =>
  expectBody<ListEnvelope<{ id: string }>>(await client.get(path, { page_size: 100, ...query }))
    .results.map(({ id }) => id)
    .sort();

export const createTwo = async <T extends { id: string }>(path: string, fields = {}): Promise<[T, T]> => [
  await createNamedRow<T>(client, path, { name: 'First', ...fields }),
  await createNamedRow<T>(client, path, { name: 'Second', ...fields }),
];

export async function uploadTwoImages(): Promise<[TrainingImage, TrainingImage]> {
  const [firstImage, secondImage] = await uploadImages(client, 2);
  if (!firstImage || !secondImage) throw new Error('two images were uploaded');
  return [firstImage, secondImage];
}

// Changes by `otherUser`. They use the same locks as the API calls.
export const verifyGroup = (id: string) => async (trx: Db) => {
  await sql`select from similarity_group where id = ${id} for update`.execute(trx);
  await trx
    .insertInto('similarity_verification')
    .values({ workspace_id: workspaceId, group_id: id, user_id: otherUser.id })
    .execute();
};

export const setGroup = (id: string, fields: { test_group?: boolean; type_id?: string }) => (trx: Db) =>
  trx
    .updateTable('similarity_group')
    .set({ ...fields, version: sql`version + 1` })
    .where('id', '=', id)
    .execute();

export const addToGroup = (id: string, image: string) => async (trx: Db) => {
  await lockReferencedRows(trx, 'similarity_group', [id]);
  await lockImages(trx, [image]);
  await trx.insertInto('group_image').values({ group_id: id, image_id: image, workspace_id: workspaceId }).execute();
  await syncFacets(trx, workspaceId, [{ target: 'image', ids: [image], kinds: ['image.grouped'] }]);
};

export const setProduct =
  (id: string, fields: { verified?: boolean; meta_data?: string; name?: string; product_set_id?: string }) => (trx: Db) =>
    trx
      .updateTable('product')
      .set({ ...fields, version: sql`version + 1` })
      .where('id', '=', id)
      .execute();

/** Starts a server with two members of one workspace, for tests of concurrent changes. */
export function setUpRaceSuite(): void {
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    ({ client, workspaceId } = await server.createTenant());
    otherUser = await server.createTestUser();
    await server.db.insertInto('membership').values({ user_id: otherUser.id, workspace_id: workspaceId }).execute();
  });
}
