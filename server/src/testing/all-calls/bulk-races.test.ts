import type { GroupDetail, Product, TrainingImage } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { lockReferencedRows, lockImages, syncFacets } from '../../data-access/facets';
import { insertImageLabels } from '../../domain/recognition/images/labels';
import { verifyImages } from '../../domain/recognition/images/verify';
import { deleteGroups } from '../../domain/similarity/groups/write';
import { expectBody } from '../api/client';
import { createNamedRow, createTestJob, createTestLabel, createTestObject, createTestTask } from '../api/fixtures';
import {
  GROUPS,
  PRODUCTS,
  SETS,
  IMAGES,
  client,
  workspaceId,
  otherUser,
  runWithConcurrentChange,
  post,
  listIds,
  createTwo,
  uploadTwoImages,
  verifyGroup,
  setGroup,
  addToGroup,
  setProduct,
  setUpRaceSuite,
} from '../suites/race-suite';

setUpRaceSuite();

const OBJECTS_PATH = '/detection/v2/object/';
const sortIds = (...rows: { id: string }[]) => rows.map(({ id }) => id).sort();
const deleteGroup = (id: string) => async (trx: Db) => {
  await sql`select from similarity_group where id = ${id} for update`.execute(trx);
  await deleteGroups(trx, workspaceId, [id]);
};

describe('changing all matching groups', () => {
  const requestChange = (body: object) => () => post<{ changed: string[] }>(`${GROUPS}change`, body);

  it('does not delete a group that was just verified', async () => {
    const [changedRow, otherRow] = await createTwo(GROUPS);
    const result = await runWithConcurrentChange(
      verifyGroup(changedRow.id),
      requestChange({ change: 'delete', filter: { verified: false } }),
    );
    expect(result.changed).toEqual([otherRow.id]);
    expect(await listIds(GROUPS)).toEqual([changedRow.id]);
  });

  it('does not delete an empty group that just got a member', async () => {
    const [image] = await uploadTwoImages();
    const [changedRow, otherRow] = await createTwo(GROUPS);
    const result = await runWithConcurrentChange(
      addToGroup(changedRow.id, image.id),
      requestChange({ change: 'delete', filter: { empty: true } }),
    );
    expect(result.changed).toEqual([otherRow.id]);
    expect(expectBody<GroupDetail>(await client.get(`${GROUPS}${changedRow.id}`)).images).toHaveLength(1);
  });

  it.each([
    ['delete', { test: false }, { test_group: true }],
    ['verify', { test: false }, { test_group: true }],
    ['delete', { type: 'none' }, 'type'],
  ] as const)('does not %s a group that no longer matches %j', async (callName, filter, fields) => {
    const [changedRow, otherRow] = await createTwo(GROUPS);
    const type = await createNamedRow(client, '/similarity/training/v2/type/');
    const edit = setGroup(changedRow.id, fields === 'type' ? { type_id: type.id } : fields);
    expect((await runWithConcurrentChange(edit, requestChange({ change: callName, filter }))).changed).toEqual([otherRow.id]);
  });
});

describe('changing all matching products', () => {
  const requestChange = (body: object) => () => post<{ changed: string[] }>(`${PRODUCTS}change`, body);

  it('does not delete a product that was just verified', async () => {
    const [changedRow, otherRow] = await createTwo(PRODUCTS);
    const edit = setProduct(changedRow.id, { verified: true });
    expect(
      (await runWithConcurrentChange(edit, requestChange({ change: 'delete', filter: { verified: false } }))).changed,
    ).toEqual([otherRow.id]);
    expect(await listIds(PRODUCTS)).toEqual([changedRow.id]);
  });

  it('does not delete a product whose missing meta data was just added', async () => {
    const { id: product_collection } = await createNamedRow<{ id: number }>(client, '/product/v2/collection/');
    await createTwo(PRODUCTS, { product_collection, meta_data: { brand: 'A', size: 1 } });
    const [changedRow, otherRow] = await createTwo(PRODUCTS, { product_collection, meta_data: { brand: 'B' } });
    // The edit adds a set of keys that no product had when the call started.
    const edit = setProduct(changedRow.id, { meta_data: JSON.stringify({ brand: 'B', size: 2, colour: 'red' }) });
    expect((await runWithConcurrentChange(edit, requestChange({ change: 'delete', filter: { lacks: 'meta' } }))).changed).toEqual(
      [otherRow.id],
    );
  });

  it('does not move a product that was just put into another set', async () => {
    const [sourceSet, targetSet] = await createTwo(SETS);
    const [otherSet] = await createTwo(SETS);
    const [changedRow, otherRow] = await createTwo<Product>(PRODUCTS, { product_set: sourceSet.id });
    const edit = setProduct(changedRow.id, { product_set_id: otherSet.id });
    const body = { change: 'set', product_set: targetSet.id, filter: { product_set: sourceSet.id } };
    expect((await runWithConcurrentChange(edit, requestChange(body))).changed).toEqual([otherRow.id]);
    expect(expectBody<Product>(await client.get(`${PRODUCTS}${changedRow.id}`)).product_set).toMatchObject({ id: otherSet.id });
  });
});

describe('changing all matching images', () => {
  const requestChange = (body: object) => () => post<{ changed: string[] }>(`${IMAGES}change`, body);
  const verifyImage = (id: string) => async (trx: Db) => {
    await lockImages(trx, [id]);
    await verifyImages(trx, workspaceId, [id], otherUser.id);
  };

  it('keeps images in a job with keep_started if a user just started them', async () => {
    const [changedRow, otherRow] = await uploadTwoImages();
    const job = await createTestJob(client);
    await post(`${IMAGES}change`, { change: 'add-to-job', job: job.id, images: [changedRow.id, otherRow.id] });
    const startItem = (trx: Db) =>
      sql`
      insert into item_work (item_id, user_id, job_id, workspace_id, leased_until)
      select id, ${otherUser.id}, job_id, workspace_id, now() from job_item where image_id = ${changedRow.id}`.execute(trx);
    const removal = { change: 'remove-from-job', job: job.id, images: [changedRow.id, otherRow.id], keep_started: true };
    expect((await runWithConcurrentChange(startItem, requestChange(removal))).changed).toEqual([otherRow.id]);
  });

  it('does not delete an image that was just verified', async () => {
    const [changedRow, otherRow] = await uploadTwoImages();
    const result = await runWithConcurrentChange(
      verifyImage(changedRow.id),
      requestChange({ change: 'delete', filter: { verified: false } }),
    );
    expect(result.changed).toEqual([otherRow.id]);
    expect(await listIds(IMAGES)).toEqual([changedRow.id]);
  });

  it('does not move an image to TEST that just lost the filtered label', async () => {
    const [changedRow, otherRow] = await uploadTwoImages();
    const label = await createTestLabel(client);
    await post(`${IMAGES}change`, { change: 'add-label', label: label.id, images: [changedRow.id, otherRow.id] });
    const removeLabel = async (trx: Db) => {
      await lockImages(trx, [changedRow.id]);
      await trx.deleteFrom('image_label').where('image_id', '=', changedRow.id).execute();
      await syncFacets(trx, workspaceId, [{ target: 'image', ids: [changedRow.id], kinds: ['image.label'], refs: [label.id] }]);
    };
    const body = { change: 'test', filter: { labels: [label.id] } };
    expect((await runWithConcurrentChange(removeLabel, requestChange(body))).changed).toEqual([otherRow.id]);
  });

  it('does not add a category to an image that just got another one', async () => {
    const [changedRow, otherRow] = await uploadTwoImages();
    const task = await createTestTask(client, { type: 'multi_class' });
    const [appleLabel, pearLabel] = [
      await createTestLabel(client, { task: task.id }),
      await createTestLabel(client, { name: 'Pear', task: task.id }),
    ];
    const addApple = async (trx: Db) => {
      await lockReferencedRows(trx, 'recognition_label', [appleLabel.id]);
      await lockImages(trx, [changedRow.id]);
      await insertImageLabels(trx, workspaceId, [changedRow.id], [{ id: appleLabel.id, value: null, isValueSent: false }]);
      await syncFacets(trx, workspaceId, [
        { target: 'image', ids: [changedRow.id], kinds: ['image.label'], refs: [appleLabel.id] },
      ]);
    };
    const body = { change: 'add-label', label: pearLabel.id, filter: {} };
    expect((await runWithConcurrentChange(addApple, requestChange(body))).changed).toEqual([otherRow.id]);
  });

  it('changes the other images when one is just being deleted', async () => {
    const [changedRow, otherRow] = await uploadTwoImages();
    const remove = (trx: Db) => trx.deleteFrom('training_image').where('id', '=', changedRow.id).execute();
    // `product` marks images as product images, and `real` as photos. Start with product images, so that `real` changes them.
    await post(`${IMAGES}change`, { change: 'product', images: [changedRow.id, otherRow.id] });
    const body = { change: 'real', images: [changedRow.id, otherRow.id], skip_gone: true };
    expect((await runWithConcurrentChange(remove, requestChange(body))).changed).toEqual([otherRow.id]);
  });
});

describe('changing listed rows while skipping deleted ones', () => {
  it('changes the other groups when one is just being deleted', async () => {
    const [changedRow, otherRow] = await createTwo(GROUPS);
    const body = { change: 'test', groups: [changedRow.id, otherRow.id], skip_gone: true };
    expect(await runWithConcurrentChange(deleteGroup(changedRow.id), () => post(`${GROUPS}change`, body))).toMatchObject({
      changed: [otherRow.id],
    });
  });

  it('changes the other products when one is just being deleted', async () => {
    const [changedRow, otherRow] = await createTwo(PRODUCTS);
    const body = { change: 'verify', products: [changedRow.id, otherRow.id], skip_gone: true };
    const remove = (trx: Db) => trx.deleteFrom('product').where('id', '=', changedRow.id).execute();
    expect(await runWithConcurrentChange(remove, () => post(`${PRODUCTS}change`, body))).toMatchObject({
      changed: [otherRow.id],
    });
  });
});

describe('changing shapes and images', () => {
  it('deleting a label keeps an object that just got another label', async () => {
    const [image] = await uploadTwoImages();
    const [formerLabel, label] = await createTwo('/detection/v2/label/');
    const changedRow = await createTestObject(client, image.id, formerLabel.id);
    await createTestObject(client, image.id, formerLabel.id, [2, 2, 30, 30]);
    const relabel = async (trx: Db) => {
      await lockReferencedRows(trx, 'detection_label', [label.id]);
      await lockImages(trx, [image.id]);
      await sql`update detection_object set detection_label_id = ${label.id}, version = version + 1 where id = ${changedRow.id}`.execute(
        trx,
      );
    };
    await runWithConcurrentChange(relabel, async () =>
      expect((await client.delete(`/detection/v2/label/${formerLabel.id}`)).status).toBe(204),
    );
    expect(
      expectBody<{ detection_label: object }>(await client.get(`${OBJECTS_PATH}${changedRow.id}`)).detection_label,
    ).toMatchObject({
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
      post<{ results: { status: number }[] }>(`${OBJECTS_PATH}bulk`, { items }),
    );
    expect(result.results).toMatchObject([{ status: 409 }]);
  });

  it('refuses an update of several images when one was just deleted', async () => {
    const [changedRow, otherRow] = await uploadTwoImages();
    const remove = (trx: Db) => trx.deleteFrom('training_image').where('id', '=', changedRow.id).execute();
    const body = { images: [changedRow.id, otherRow.id], 'mark-test': true };
    expect((await runWithConcurrentChange(remove, () => client.post(`${IMAGES}update`, body))).status).toBe(404);
    expect(expectBody<TrainingImage>(await client.get(`${IMAGES}${otherRow.id}`)).test_image).toBe(false);
  });

  it('moves a group member once when two users move it at once', async () => {
    const [image] = await uploadTwoImages();
    const [sourceGroup, targetGroup] = await createTwo(GROUPS);
    const thirdGroup = await createNamedRow(client, GROUPS, { name: 'Third' });
    await client.post(`${GROUPS}${sourceGroup.id}/add-images`, { images: [image.id] });
    const moveMember = async (trx: Db) => {
      await lockImages(trx, [image.id]);
      await sql`update group_image set group_id = ${thirdGroup.id} where group_id = ${sourceGroup.id} and image_id = ${image.id}`.execute(
        trx,
      );
    };
    const body = { to: targetGroup.id, images: [image.id] };
    await runWithConcurrentChange(moveMember, () => post(`${GROUPS}${sourceGroup.id}/move-members`, body));
    expect(await listIds(GROUPS, { image: image.id })).toEqual(sortIds(thirdGroup));
  });

  it('keeps a member that was just added to a group being merged', async () => {
    const [image] = await uploadTwoImages();
    const [targetGroup, mergedGroup] = await createTwo(GROUPS);
    await runWithConcurrentChange(addToGroup(mergedGroup.id, image.id), () =>
      post(`${GROUPS}${targetGroup.id}/merge-groups`, { groups: [mergedGroup.id] }),
    );
    expect(await listIds(GROUPS, { image: image.id })).toEqual([targetGroup.id]);
  });
});
