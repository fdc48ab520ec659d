import type {
  CsvPlan,
  CsvUndoResponse,
  GroupCsvPlan,
  GroupDetail,
  Product,
  ProductSet,
  TrainingImage,
} from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { lockReferencedRows, lockImages, syncFacets } from '../../data-access/facets';
import { listFlagSyncs } from '../../domain/recognition/images/write';
import { verifyImages } from '../../domain/recognition/images/verify';
import { deleteGroups } from '../../domain/similarity/groups/write';
import { moveToTrash } from '../../data-access/rows/trash';
import { productTrash } from '../../domain/product/products/trash';
import { expectBody, type TestClient } from '../api/client';
import {
  createTestJob,
  createNamedRow,
  createTestObject,
  createImageBase64,
  uploadImages,
  type ListEnvelope,
} from '../api/fixtures';
import { ImportDriver } from '../api/import-driver';
import { runDuringChange } from '../wait/run-during-change';
import type { TestUser } from '../api/test-users';
import { createTestServer, type TestServer } from '../api/test-server';

const GROUPS = '/similarity/training/v2/group/';
const PRODUCTS = '/product/v2/product/';
const PRICES = '/product/v2/price/';
const SETS = '/product/v2/set/';
const IMAGES = '/recognition/v2/training-image/';
const OBJECTS = '/detection/v2/object/';

let server: TestServer;
let client: TestClient;
let workspaceId: string;
/** The other client: a member of the same workspace. */
let other: TestUser;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ client, workspaceId } = await server.createTenant());
  other = await server.createTestUser();
  await server.db.insertInto('membership').values({ user_id: other.id, workspace_id: workspaceId }).execute();
});

const runWithConcurrentChange = <T>(change: (trx: Db) => Promise<unknown>, bulkCall: () => Promise<T>) =>
  runDuringChange(server.db, change, bulkCall);
const post = async <T>(path: string, body: object) => expectBody<T>(await client.post(path, body));
const listIds = async (path: string, query = {}) =>
  expectBody<ListEnvelope<{ id: string }>>(await client.get(path, { page_size: 100, ...query }))
    .results.map(({ id }) => id)
    .sort();
const sortIds = (...rows: { id: string }[]) => rows.map(({ id }) => id).sort();
const createTwo = async <T extends { id: string }>(path: string, fields = {}): Promise<[T, T]> => [
  await createNamedRow<T>(client, path, { name: 'First', ...fields }),
  await createNamedRow<T>(client, path, { name: 'Second', ...fields }),
];
async function uploadTwoImages(): Promise<[TrainingImage, TrainingImage]> {
  const [first, second] = await uploadImages(client, 2);
  if (!first || !second) throw new Error('two images were uploaded');
  return [first, second];
}

// Changes by the other client, with the same locks as the API calls.
const verifyGroup = (id: string) => async (trx: Db) => {
  await sql`select from similarity_group where id = ${id} for update`.execute(trx);
  await trx
    .insertInto('similarity_verification')
    .values({ workspace_id: workspaceId, group_id: id, user_id: other.id })
    .execute();
};
const setGroup = (id: string, fields: { test_group?: boolean; type_id?: string }) => (trx: Db) =>
  trx
    .updateTable('similarity_group')
    .set({ ...fields, version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
const addToGroup = (id: string, image: string) => async (trx: Db) => {
  await lockReferencedRows(trx, 'similarity_group', [id]);
  await lockImages(trx, [image]);
  await trx.insertInto('group_image').values({ group_id: id, image_id: image, workspace_id: workspaceId }).execute();
  await syncFacets(trx, workspaceId, [{ target: 'image', ids: [image], kinds: ['image.grouped'] }]);
};
const deleteGroup = (id: string) => async (trx: Db) => {
  await sql`select from similarity_group where id = ${id} for update`.execute(trx);
  await deleteGroups(trx, workspaceId, [id], other.id);
};
const setProduct =
  (id: string, fields: { verified?: boolean; meta_data?: string; name?: string; product_set_id?: string }) => (trx: Db) =>
    trx
      .updateTable('product')
      .set({ ...fields, version: sql`version + 1` })
      .where('id', '=', id)
      .execute();
const verifyImage = (id: string) => async (trx: Db) => {
  await lockImages(trx, [id]);
  await verifyImages(trx, workspaceId, [id], other.id);
};
const markTest = (id: string, test_image: boolean) => async (trx: Db) => {
  await lockImages(trx, [id]);
  await trx
    .updateTable('training_image')
    .set({ test_image, version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
  await syncFacets(trx, workspaceId, listFlagSyncs([id]));
};

describe('changing all matching groups', () => {
  const change = (body: object) => () => post<{ changed: string[] }>(`${GROUPS}change`, body);

  it('does not delete a group that was just verified', async () => {
    const [a, b] = await createTwo(GROUPS);
    const result = await runWithConcurrentChange(verifyGroup(a.id), change({ change: 'delete', filter: { verified: false } }));
    expect(result.changed).toEqual([b.id]);
    expect(await listIds(GROUPS)).toEqual([a.id]);
  });

  it('does not delete an empty group that just got a member', async () => {
    const [image] = await uploadTwoImages();
    const [a, b] = await createTwo(GROUPS);
    const result = await runWithConcurrentChange(
      addToGroup(a.id, image.id),
      change({ change: 'delete', filter: { empty: true } }),
    );
    expect(result.changed).toEqual([b.id]);
    expect(expectBody<GroupDetail>(await client.get(`${GROUPS}${a.id}`)).images).toHaveLength(1);
  });

  it.each([
    ['delete', { test: false }, { test_group: true }],
    ['verify', { test: false }, { test_group: true }],
    ['delete', { type: 'none' }, 'type'],
  ] as const)('with %s and %j does not affect a group that was just changed', async (how, filter, fields) => {
    const [a, b] = await createTwo(GROUPS);
    const type = await createNamedRow(client, '/similarity/training/v2/type/');
    const edit = setGroup(a.id, fields === 'type' ? { type_id: type.id } : fields);
    expect((await runWithConcurrentChange(edit, change({ change: how, filter }))).changed).toEqual([b.id]);
  });
});

describe('changing all matching products', () => {
  const change = (body: object) => () => post<{ changed: string[] }>(`${PRODUCTS}change`, body);

  it('does not delete a product that was just verified', async () => {
    const [a, b] = await createTwo(PRODUCTS);
    const edit = setProduct(a.id, { verified: true });
    expect((await runWithConcurrentChange(edit, change({ change: 'delete', filter: { verified: false } }))).changed).toEqual([
      b.id,
    ]);
    expect(await listIds(PRODUCTS)).toEqual([a.id]);
  });

  it('does not delete a product whose missing meta data was just added', async () => {
    const { id: product_collection } = await createNamedRow<{ id: number }>(client, '/product/v2/collection/');
    await createTwo(PRODUCTS, { product_collection, meta_data: { brand: 'A', size: 1 } });
    const [a, b] = await createTwo(PRODUCTS, { product_collection, meta_data: { brand: 'B' } });
    // The edit adds a set of keys that no product had when the call started.
    const edit = setProduct(a.id, { meta_data: JSON.stringify({ brand: 'B', size: 2, colour: 'red' }) });
    expect((await runWithConcurrentChange(edit, change({ change: 'delete', filter: { lacks: 'meta' } }))).changed).toEqual([
      b.id,
    ]);
  });

  it('does not move a product that was just put into another set', async () => {
    const [source, target] = await createTwo(SETS);
    const [otherSet] = await createTwo(SETS);
    const [a, b] = await createTwo<Product>(PRODUCTS, { product_set: source.id });
    const edit = setProduct(a.id, { product_set_id: otherSet.id });
    const body = { change: 'set', product_set: target.id, filter: { product_set: source.id } };
    expect((await runWithConcurrentChange(edit, change(body))).changed).toEqual([b.id]);
    expect(expectBody<Product>(await client.get(`${PRODUCTS}${a.id}`)).product_set).toMatchObject({ id: otherSet.id });
  });
});

describe('changing listed rows while skipping deleted ones', () => {
  it('changes the other groups when one is just being deleted', async () => {
    const [a, b] = await createTwo(GROUPS);
    const body = { change: 'test', groups: [a.id, b.id], skip_gone: true };
    expect(await runWithConcurrentChange(deleteGroup(a.id), () => post(`${GROUPS}change`, body))).toMatchObject({
      changed: [b.id],
    });
  });

  it('changes the other products when one is just being deleted', async () => {
    const [a, b] = await createTwo(PRODUCTS);
    const body = { change: 'verify', products: [a.id, b.id], skip_gone: true };
    const remove = (trx: Db) => moveToTrash(trx, productTrash, [a.id], other.id);
    expect(await runWithConcurrentChange(remove, () => post(`${PRODUCTS}change`, body))).toMatchObject({ changed: [b.id] });
  });

  it('does not restore the set of a product that was just moved again', async () => {
    const [source, target, third] = [...(await createTwo(SETS)), await createNamedRow(client, SETS, { name: 'Third' })];
    const [a, b] = await createTwo<Product>(PRODUCTS, { product_set: target.id });
    const before = [{ product_set: source.id, products: [a.id, b.id] }];
    const body = { change: 'put-back', product_set: target.id, before, skip_gone: true };
    const edit = setProduct(a.id, { product_set_id: third.id });
    expect(await runWithConcurrentChange(edit, () => post(`${PRODUCTS}change`, body))).toMatchObject({ changed: [b.id] });
  });
});

describe('adding or removing all matching items', () => {
  const requestMatching = async (path: string, filter: object) => {
    expectBody(await client.post(path, { filter }), 202);
    return () => server.runWork();
  };

  it('does not add an image to a job that was just verified', async () => {
    const [a, b] = await uploadTwoImages();
    const job = await createTestJob(client);
    await runWithConcurrentChange(
      verifyImage(a.id),
      await requestMatching(`/annotate/v2/imagejob/${job.id}/add-matching`, { verified: false }),
    );
    expect(await listIds(IMAGES, { imagejob: job.id })).toEqual([b.id]);
  });

  it('does not remove an image from a job that was just moved out of TEST', async () => {
    const [a, b] = await uploadTwoImages();
    await client.post(`${IMAGES}update`, { images: [a.id, b.id], 'mark-test': true });
    const job = await createTestJob(client);
    await client.post(`/annotate/v2/imagejob/${job.id}/add-items`, { items: [a.id, b.id] });
    await runWithConcurrentChange(
      markTest(a.id, false),
      await requestMatching(`/annotate/v2/imagejob/${job.id}/remove-matching`, { test: true }),
    );
    expect(await listIds(IMAGES, { imagejob: job.id })).toEqual([a.id]);
  });

  it('does not make an image negative that was just moved to TEST', async () => {
    const [a, b] = await uploadTwoImages();
    const task = await createNamedRow(client, '/detection/v2/task/');
    await runWithConcurrentChange(
      markTest(a.id, true),
      await requestMatching(`/detection/v2/task/${task.id}/add-matching`, { test: false }),
    );
    expect(await listIds(IMAGES, { detection_task_neg: task.id })).toEqual([b.id]);
  });

  it('does not add a group to a job that was just verified', async () => {
    const [a, b] = await createTwo(GROUPS);
    const job = await createTestJob(client, 'similarity');
    await runWithConcurrentChange(
      verifyGroup(a.id),
      await requestMatching(`/annotate/v2/similarityjob/${job.id}/add-matching`, { verified: false }),
    );
    expect(await listIds(GROUPS, { similarityjob: job.id })).toEqual([b.id]);
  });

  it('does not remove a group from a job that was just moved to TEST', async () => {
    const [a, b] = await createTwo(GROUPS);
    const job = await createTestJob(client, 'similarity');
    await client.post(`/annotate/v2/similarityjob/${job.id}/add-items`, { items: [a.id, b.id] });
    const remove = await requestMatching(`/annotate/v2/similarityjob/${job.id}/remove-matching`, { test: false });
    await runWithConcurrentChange(setGroup(a.id, { test_group: true }), remove);
    expect(await listIds(GROUPS, { similarityjob: job.id })).toEqual([a.id]);
  });
});

describe('completing a job', () => {
  async function createCompletedJob(): Promise<{ job: string; images: [TrainingImage, TrainingImage] }> {
    const images = await uploadTwoImages();
    const job = await createTestJob(client);
    await client.post(`/annotate/v2/imagejob/${job.id}/add-items`, { items: images.map(({ id }) => id) });
    expectBody(await client.put(`/annotate/v2/imagejob/${job.id}`, { done: true }));
    return { job: job.id, images };
  }

  it('does not verify the images when the job was just reopened', async () => {
    const { job } = await createCompletedJob();
    const reopen = async (trx: Db) => {
      await trx.updateTable('annotation_job').set({ done: false }).where('id', '=', job).execute();
    };
    await runWithConcurrentChange(reopen, () => server.runWork());
    expect(await listIds(IMAGES, { verified: true })).toEqual([]);
  });

  it('does not verify an image that was just removed from the job', async () => {
    const { job, images } = await createCompletedJob();
    const remove = async (trx: Db) => {
      await lockReferencedRows(trx, 'annotation_job', [job]);
      await lockImages(trx, [images[0].id]);
      await sql`delete from job_item where job_id = ${job} and image_id = ${images[0].id}`.execute(trx);
      await syncFacets(trx, workspaceId, [{ target: 'image', ids: [images[0].id], kinds: ['image.job'], refs: [job] }]);
    };
    await runWithConcurrentChange(remove, () => server.runWork());
    expect(await listIds(IMAGES, { verified: true })).toEqual([images[1].id]);
  });
});

describe('undoing an import from CSV', () => {
  const importCsv = async (path: string, csv: string, fields = {}) =>
    post<CsvPlan & GroupCsvPlan>(`${path}csv`, { csv, ...fields });
  const undo = (path: string, plan: { undo?: string[] }) => async () => {
    const results: CsvUndoResponse[] = [];
    for (const part of plan.undo ?? []) results.push(await post<CsvUndoResponse>(`${path}csv-undo`, { undo: part }));
    return results;
  };

  it('leaves a group that just got a member', async () => {
    const [image] = await uploadTwoImages();
    const plan = await importCsv(GROUPS, 'group\nMugs');
    const [group] = await listIds(GROUPS);
    const results = await runWithConcurrentChange(addToGroup(group ?? '', image.id), undo(GROUPS, plan));
    expect(results).toEqual([{ undone: 0, kept: [group] }]);
    expect(expectBody<GroupDetail>(await client.get(`${GROUPS}${group}`)).images).toHaveLength(1);
  });

  it('restores the values that a group had just before the import', async () => {
    const { id } = await createNamedRow(client, GROUPS, { name: 'Mugs' });
    const [first, second] = await createTwo('/similarity/training/v2/type/');
    const edit = setGroup(id, { type_id: first.id });
    const plan = await runWithConcurrentChange(edit, () => importCsv(GROUPS, 'group,type\nMugs,Second'));
    expect(expectBody<GroupDetail>(await client.get(`${GROUPS}${id}`)).type).toMatchObject({ id: second.id });
    await undo(GROUPS, plan)();
    expect(expectBody<GroupDetail>(await client.get(`${GROUPS}${id}`)).type).toMatchObject({ id: first.id });
  });

  it('leaves a product that was just renamed', async () => {
    const plan = await importCsv(PRODUCTS, 'name\nMilk');
    const [product] = await listIds(PRODUCTS);
    const results = await runWithConcurrentChange(setProduct(product ?? '', { name: 'Oat milk' }), undo(PRODUCTS, plan));
    expect(results).toEqual([{ undone: 0, kept: [product] }]);
  });

  it('leaves a price that was just changed', async () => {
    await createNamedRow(client, PRODUCTS, { name: 'Milk' });
    const plan = await importCsv(PRICES, 'product,price,currency\nMilk,1,EUR');
    const [price] = await listIds(PRICES);
    const edit = (trx: Db) =>
      trx
        .updateTable('price')
        .set({ currency: 'USD', version: sql`version + 1` })
        .where('id', '=', price ?? '')
        .execute();
    expect(await runWithConcurrentChange(edit, undo(PRICES, plan))).toEqual([{ undone: 0, kept: [price] }]);
  });

  it('leaves a set and a collection that another set was just put into', async () => {
    const plan = await importCsv(PRODUCTS, 'name,collection,set\nMilk,Drinks,Spring', { make_missing: true });
    const spring = expectBody<ListEnvelope<ProductSet>>(await client.get(SETS)).results[0];
    const [march] = await createTwo(SETS);
    const position = { collection_id: spring?.product_collection, parent_id: spring?.id };
    const put = (trx: Db) => trx.updateTable('product_set').set(position).where('id', '=', march.id).execute();
    await runWithConcurrentChange(put, undo(PRODUCTS, plan));
    const { product_collection, parent } = expectBody<ProductSet>(await client.get(`${SETS}${march.id}/`));
    expect([product_collection, parent]).toEqual([position.collection_id, position.parent_id]);
  });
});

it('undoing an import keeps a label that another user has just used', async () => {
  const driver = new ImportDriver(server, client);
  const [image] = await uploadTwoImages();
  const coco = {
    images: [{ id: 1, file_name: 'a.png', width: 64, height: 48 }],
    annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [1, 1, 20, 20] }],
    categories: [{ id: 1, name: 'Imported' }],
  };
  const files = { 'a.png': Buffer.from(await createImageBase64(), 'base64'), 'instances.json': JSON.stringify(coco) };
  const { id } = await driver.importFiles(files);
  const [label] = await listIds('/detection/v2/label/');
  const draw = (trx: Db) =>
    sql`insert into detection_object (workspace_id, seq, image_id, detection_label_id, data, created)
      values (${workspaceId}, 1000, ${image.id}, ${label}, '{1,1,9,9}', now())`.execute(trx);
  expect((await runWithConcurrentChange(draw, () => driver.undoImport(id))).state).toBe('undone');
  expect(await listIds('/detection/v2/label/')).toEqual([label]);
});

describe('changing shapes and images', () => {
  it('deletes no object whose label was just changed together with its former label', async () => {
    const [image] = await uploadTwoImages();
    const [former, label] = await createTwo('/detection/v2/label/');
    const a = await createTestObject(client, image.id, former.id);
    await createTestObject(client, image.id, former.id, [2, 2, 30, 30]);
    const relabel = async (trx: Db) => {
      await lockReferencedRows(trx, 'detection_label', [label.id]);
      await lockImages(trx, [image.id]);
      await sql`update detection_object set detection_label_id = ${label.id}, version = version + 1 where id = ${a.id}`.execute(
        trx,
      );
    };
    await runWithConcurrentChange(relabel, async () =>
      expect((await client.delete(`/detection/v2/label/${former.id}`)).status).toBe(204),
    );
    expect(expectBody<{ detection_label: object }>(await client.get(`${OBJECTS}${a.id}`)).detection_label).toMatchObject({
      id: label.id,
    });
  });

  it('refuses a bulk edit of an object that was just changed', async () => {
    const [image] = await uploadTwoImages();
    const label = await createNamedRow(client, '/detection/v2/label/');
    const object = await createTestObject(client, image.id, label.id);
    const edit = async (trx: Db) => {
      await lockImages(trx, [image.id]);
      await sql`update detection_object set data = '{3,3,20,20}', version = version + 1 where id = ${object.id}`.execute(trx);
    };
    const items = [{ op: 'change', id: object.id, version: object.version, data: [5, 5, 40, 40] }];
    const result = await runWithConcurrentChange(edit, () =>
      post<{ results: { status: number }[] }>(`${OBJECTS}bulk`, { items }),
    );
    expect(result.results).toMatchObject([{ status: 409 }]);
  });

  it('refuses an update of several images when one was just deleted', async () => {
    const [a, b] = await uploadTwoImages();
    const remove = (trx: Db) => trx.deleteFrom('training_image').where('id', '=', a.id).execute();
    const body = { images: [a.id, b.id], 'mark-test': true };
    expect((await runWithConcurrentChange(remove, () => client.post(`${IMAGES}update`, body))).status).toBe(404);
    expect(expectBody<TrainingImage>(await client.get(`${IMAGES}${b.id}`)).test_image).toBe(false);
  });

  it('moves a group member once when two users move it at once', async () => {
    const [image] = await uploadTwoImages();
    const [source, target] = await createTwo(GROUPS);
    const third = await createNamedRow(client, GROUPS, { name: 'Third' });
    await client.post(`${GROUPS}${source.id}/add-images`, { images: [image.id] });
    const move = async (trx: Db) => {
      await lockImages(trx, [image.id]);
      await sql`update group_image set group_id = ${third.id} where group_id = ${source.id} and image_id = ${image.id}`.execute(
        trx,
      );
    };
    const body = { to: target.id, images: [image.id] };
    await runWithConcurrentChange(move, () => post(`${GROUPS}${source.id}/move-members`, body));
    expect(await listIds(GROUPS, { image: image.id })).toEqual(sortIds(third));
  });

  it('keeps a member that was just added to a group being merged', async () => {
    const [image] = await uploadTwoImages();
    const [into, merged] = await createTwo(GROUPS);
    await runWithConcurrentChange(addToGroup(merged.id, image.id), () =>
      post(`${GROUPS}${into.id}/merge-groups`, { groups: [merged.id] }),
    );
    expect(await listIds(GROUPS, { image: image.id })).toEqual([into.id]);
  });
});
