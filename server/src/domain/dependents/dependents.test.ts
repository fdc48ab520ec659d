import type { BulkDependents, Dependents } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { expectBody, type TestClient } from '../../testing/api/client';
import { createImageBase64, createNamedRow, createTestJob, createTestLabel, uploadImage } from '../../testing/api/fixtures';
import { setUpTestServer } from '../../testing/api/test-server';

import { DELETIONS } from './routes';

const server = setUpTestServer();
let client: TestClient;
beforeEach(async () => {
  ({ client } = await server.createTenant());
});

const createRow = (path: string, fields: object = {}) => createNamedRow<{ id: string }>(client, path, { name: 'Row', ...fields });
const readDependents = async (path: string) => expectBody<Dependents>(await client.get(`${path}/dependents`));
const noDependents = { deleted: {}, detached: {}, blocking: {}, restorable_days: 30 };

it('counts products and child sets that the deletion of a set detaches', async () => {
  const productSet = await createRow('/product/v2/set/');
  await createRow('/product/v2/set/', { parent: productSet.id });
  await createRow('/product/v2/product/', { product_set: productSet.id });
  expect(await readDependents(`/product/v2/set/${productSet.id}`)).toEqual({
    ...noDependents,
    detached: { products: 1, child_sets: 1 },
  });
});

it('products and sets block the deletion of their collection', async () => {
  const { id } = await createRow('/product/v2/collection/');
  expect(await readDependents(`/product/v2/collection/${id}`)).toEqual(noDependents);
  await createRow('/product/v2/set/', { product_collection: id });
  for (let rowIndex = 0; rowIndex < 2; rowIndex += 1) await createRow('/product/v2/product/', { product_collection: id });
  expect(await readDependents(`/product/v2/collection/${id}`)).toEqual({ ...noDependents, blocking: { products: 2, sets: 1 } });
  expect((await client.delete(`/product/v2/collection/${id}`)).status).toBe(409);
});

it('counts the rows that are deleted with an image, a label or a job', async () => {
  const { id } = await uploadImage(client);
  const label = await createRow('/detection/v2/label/');
  await client.post('/detection/v2/object/', { image: id, detection_label: label.id, data: [0, 0, 30, 30] });
  const tagLabel = await createTestLabel(client);
  await client.post(`/recognition/v2/training-image/${id}/add-label`, { label_id: tagLabel.id });
  const job = await createTestJob(client, 'image');
  await client.post(`/annotate/v2/imagejob/${job.id}/add-items`, { items: [id] });
  const image = `/recognition/v2/training-image/${id}`;
  expect(await readDependents(image)).toEqual({
    ...noDependents,
    deleted: { objects: 1, job_items: 1 },
    detached: { labels: 1 },
  });
  expect(await readDependents(`/detection/v2/label/${label.id}`)).toEqual({ ...noDependents, deleted: { objects: 1 } });
  expect(await readDependents(`/recognition/v2/label/${tagLabel.id}`)).toEqual({ ...noDependents, detached: { images: 1 } });
  await sql`
    insert into item_layer (item_id, user_id, job_id, workspace_id)
    select i.id, m.user_id, i.job_id, i.workspace_id from job_item i join membership m on m.workspace_id = i.workspace_id
    where i.job_id = ${job.id}`.execute(server.db);
  expect(await readDependents(`/annotate/v2/imagejob/${job.id}`)).toEqual({
    ...noDependents,
    deleted: { job_items: 1, layers: 1 },
  });
  expect((await client.get(`/annotate/v2/similarityjob/${job.id}/dependents`)).status).toBe(404);
  const { client: stranger } = await server.createTenant();
  expect((await stranger.get(`${image}/dependents`)).status).toBe(404);
});

it('types, groups and tasks are detached from each other', async () => {
  const type = await createRow('/similarity/training/v2/type/');
  const task = await createRow('/similarity/training/v2/task/');
  await client.post(`/similarity/training/v2/task/${task.id}/add-type`, { type_id: type.id });
  const [group, child] = [
    await createRow('/similarity/training/v2/group/', { type: type.id }),
    await createRow('/similarity/training/v2/group/'),
  ];
  await client.post(`/similarity/training/v2/group/${group.id}/add-groups`, { groups: [child.id] });
  expect(await readDependents(`/similarity/training/v2/type/${type.id}`)).toEqual({
    ...noDependents,
    detached: { groups: 1, tasks: 1 },
    restorable_days: null,
  });
  expect(await readDependents(`/similarity/training/v2/task/${task.id}`)).toEqual({ ...noDependents, detached: { types: 1 } });
  expect(await readDependents(`/similarity/training/v2/group/${group.id}`)).toEqual({
    ...noDependents,
    detached: { child_groups: 1 },
  });
  expect(await readDependents(`/similarity/training/v2/group/${child.id}`)).toEqual({
    ...noDependents,
    detached: { parent_groups: 1 },
  });
});

const countMany = async (path: string, body: object) => expectBody<BulkDependents>(await client.post(`${path}/dependents`, body));

it('bulk deletion of products counts their images and prices, by id and by filter', async () => {
  const productSet = await createRow('/product/v2/set/');
  const products = [
    await createRow('/product/v2/product/', { product_set: productSet.id }),
    await createRow('/product/v2/product/'),
  ];
  for (const { id } of products)
    await client.post('/product/v2/price/', { product_id: id, price: '3.20', currency: 'EUR', source: 'Fair' });
  await client.post('/product/v2/image/', { product: products[0]?.id, base64: await createImageBase64() });
  const ids = products.map(({ id }) => id);
  const expectedDependents = { ...noDependents, matched: 2, deleted: { product_images: 1, prices: 2 } };
  expect(await countMany('/product/v2/product', { ids })).toEqual(expectedDependents);
  expect(await countMany('/product/v2/product', { filter: {} })).toEqual(expectedDependents);
  expect(await countMany('/product/v2/product', { filter: { product_set: productSet.id } })).toEqual({
    ...noDependents,
    matched: 1,
    deleted: { product_images: 1, prices: 1 },
  });
  await client.delete(`/product/v2/product/${ids[0]}/`);
  expect(await countMany('/product/v2/product', { ids, skip_gone: true })).toEqual({
    ...noDependents,
    matched: 1,
    deleted: { prices: 1 },
  });
  expect((await client.post('/product/v2/product/dependents', { ids })).status).toBe(404);
  expect((await client.post('/product/v2/product/dependents', {})).status).toBe(400);
});

it('bulk deletion of groups counts each remaining member once', async () => {
  const GROUP_PATH = '/similarity/training/v2/group';
  const [parent, child, grandchild] = [
    await createRow(`${GROUP_PATH}/`),
    await createRow(`${GROUP_PATH}/`),
    await createRow(`${GROUP_PATH}/`),
  ];
  const image = await uploadImage(client);
  for (const { id } of [parent, child]) await client.post(`${GROUP_PATH}/${id}/add-images`, { images: [image.id] });
  await client.post(`${GROUP_PATH}/${parent.id}/add-groups`, { groups: [child.id] });
  await client.post(`${GROUP_PATH}/${child.id}/add-groups`, { groups: [grandchild.id] });
  await client.post('/annotate/v2/similarity-verification/', { group_id: child.id });
  const expectedDependents = {
    ...noDependents,
    matched: 2,
    deleted: { verifications: 1 },
    detached: { images: 1, child_groups: 1 },
  };
  expect(await countMany(GROUP_PATH, { ids: [parent.id, child.id] })).toEqual(expectedDependents);
  expect(await countMany(GROUP_PATH, { filter: { image: image.id } })).toEqual(expectedDependents);
});

it('bulk deletion of images counts their shapes, verifications and labels', async () => {
  const IMAGE_PATH = '/recognition/v2/training-image';
  const images = [await uploadImage(client), await uploadImage(client)];
  await uploadImage(client);
  const label = await createRow('/detection/v2/label/');
  const tagLabel = await createTestLabel(client);
  for (const { id } of images) {
    await client.post('/detection/v2/object/', { image: id, detection_label: label.id, data: [0, 0, 30, 30] });
    await client.post(`${IMAGE_PATH}/${id}/add-label`, { label_id: tagLabel.id });
    await client.post('/annotate/v2/verification/', { image_id: id });
  }
  const expectedDependents = { ...noDependents, matched: 2, deleted: { objects: 2, verifications: 2 }, detached: { labels: 1 } };
  expect(await countMany(IMAGE_PATH, { ids: images.map(({ id }) => id) })).toEqual(expectedDependents);
  expect(await countMany(IMAGE_PATH, { filter: { labels: [tagLabel.id] } })).toEqual(expectedDependents);
  expect(await countMany(IMAGE_PATH, { filter: { created_before: '2001-01-01' } })).toEqual({ ...noDependents, matched: 0 });
});

/** References that no dialog counts: rows that belong to counted rows, settings of background work, and computed results. */
const UNCOUNTED_REFERENCES = new Set([
  ...[
    'deleted_shape.image_id',
    'evaluation_picture.image_id',
    'image_prediction.image_id',
    'suspect.image_id',
    'prediction.image_id',
  ],
  ...['prediction.task_id', 'prediction_run.recognition_task_id', 'prediction_run.detection_task_id'],
  ...[
    'prediction_run.segmentation_task_id',
    'detection_label_recognition_task.task_id',
    'product_shape.collection_id',
    'detection_label_recognition_task.label_id',
  ],
  ...['detection_task_negative_image.image_id', 'job_assignee.job_id', 'item_work.job_id', 'item_snapshot.job_id'],
  ...['item_comparison.job_id', 'job_recognition_task.job_id', 'image_embedding.image_id'],
  ...['gold_item.image_id', 'gold_score.job_id', 'gold_sample.job_id', 'gold_sample.image_id', 'gold_sample.group_id'],
  ...['gold_item.group_id', 'group_layer.group_id', 'group_layer.job_id', 'group_layer_member.image_id'],
  'item_adjudication.job_id',
  ...['rule_violation.image_id', 'rule_violation.detection_task_id', 'rule_violation.segmentation_task_id'],
  'rule_violation.recognition_task_id',
  ...['quality_target.detection_task_id', 'quality_target.segmentation_task_id', 'quality_target.recognition_task_id'],
  'quality_target.similarity_task_id',
  ...['training_rule.detection_task_id', 'training_rule.segmentation_task_id', 'training_rule.recognition_task_id'],
  ...['job_pause.job_id', 'gold_appeal.job_id', 'gold_try.job_id'],
  ...['comment_thread.image_id', 'comment_thread.group_id', 'comment_thread.product_id'],
]);

it('every foreign key to a row that users delete is counted or listed as uncounted', async () => {
  const { rows } = await sql<{ reference: string }>`
    select c.conrelid::regclass || '.' || a.attname as reference from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and cardinality(c.conkey) = 1
      and c.confrelid::regclass::text = any(${DELETIONS.map(({ table }) => table)}::text[])`.execute(server.db);
  const countedReferences = new Set(
    DELETIONS.flatMap(({ deleted, detached, blocking }) =>
      [deleted, detached, blocking].flatMap((references) =>
        Object.values(references ?? {}).map(([table, column]) => `${table}.${column}`),
      ),
    ),
  );
  const references = rows.map(({ reference }) => reference);
  expect(references.filter((reference) => !countedReferences.has(reference) && !UNCOUNTED_REFERENCES.has(reference))).toEqual([]);
  expect(references).toEqual(expect.arrayContaining([...countedReferences]));
});
