import type { DetectionObject, TrainingImage } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { expectBody, type TestClient } from '../../testing/api/client';
import {
  createTestJob,
  createTestLabel,
  createNamedRow,
  createTestObject,
  uploadImage,
  type ListEnvelope,
} from '../../testing/api/fixtures';
import { setUpTestServer } from '../../testing/api/test-server';
import { SHAPE_TABLES } from '../../platform/database/tables/shapes';
import { deleteExpiredShapes } from '../shapes/trash';
import { SHAPE_KINDS } from './registry';

const OBJECTS_PATH = '/detection/v2/object/';
const POLYGONS_PATH = '/segmentation/v2/polygon/';
const POINTS_PATH = '/annotate/v2/point/';
const IMAGES_PATH = '/recognition/v2/training-image/';
const GROUPS_PATH = '/similarity/training/v2/group/';

interface ItemResult {
  status: number;
  row?: { id: string; version: number; [field: string]: unknown } | null;
  detail?: string;
}

const server = setUpTestServer();
let client: TestClient;
beforeEach(async () => {
  ({ client } = await server.createTenant());
});

const writeBulk = async (path: string, items: Record<string, unknown>[], caller = client) =>
  expectBody<{ results: ItemResult[] }>(await caller.post(`${path}bulk`, { items })).results;
const restoreShape = async (path: string, id: string, caller = client) =>
  (await writeBulk(path, [{ op: 'restore', id }], caller))[0];

/** Creates an object on a verified image, with everything that can refer to an object. */
async function createLinkedObject() {
  const image = await uploadImage(client);
  const detectionLabel = await createNamedRow(client, '/detection/v2/label/');
  const object = await createTestObject(client, image.id, detectionLabel.id);
  const [label, weight] = [await createTestLabel(client), await createTestLabel(client, { type: 'value', name: 'Weight' })];
  const groups = [
    await createNamedRow(client, GROUPS_PATH, { name: 'Aa' }),
    await createNamedRow(client, GROUPS_PATH, { name: 'Bb' }),
  ];
  const job = await createTestJob(client);
  const postSuccessfully = async (path: string, body: object) => expectBody(await client.post(path, body));
  await postSuccessfully(`${OBJECTS_PATH}${object.id}/add-label`, { label_id: label.id });
  await postSuccessfully(`${OBJECTS_PATH}${object.id}/add-label`, { label_id: weight.id, value: 0.1 + 0.2 });
  for (const group of groups) await postSuccessfully(`${GROUPS_PATH}${group.id}/add-objects`, { objects: [object.id] });
  expectBody(await client.put(`${OBJECTS_PATH}${object.id}/`, { meta_data: { sku: '7', list: [null, 1e21] } }));
  await postSuccessfully(`/annotate/v2/imagejob/${job.id}/add-items`, { items: [image.id] });
  await postSuccessfully(`/annotate/v2/imagejob/${job.id}/mark-done`, { items: [image.id] });
  expectBody(await client.post('/annotate/v2/verification/', { image_id: image.id }), 201);
  return { image, object, detectionLabel, label, weight, groups, job };
}
type LinkedObject = Awaited<ReturnType<typeof createLinkedObject>>;

/** Reads everything that a caller can read about an object: the object, lists with every filter, counts, groups and the job. */
async function readAllResponses({ image, object, detectionLabel, label, weight, groups, job }: LinkedObject) {
  const filters: Record<string, string | boolean>[] = [
    {},
    { image: image.id },
    { verified: true },
    { test: false },
    { real: true },
    { labels: label.id },
    { not_labels: weight.id },
    { object_labels: weight.id },
    { detection_labels: detectionLabel.id },
    { object_detection_label: detectionLabel.id },
    { imagejob: job.id },
    { imagejob: job.id, not_in: true },
    { group: groups[0]?.id ?? '' },
    { not_groups: true },
    { not_groups: false },
    { created_after: object.created, created_before: object.created },
  ];
  const paths = [
    ...groups.map(({ id }) => `${GROUPS_PATH}${id}`),
    `/detection/v2/label/${detectionLabel.id}`,
    `/recognition/v2/label/${label.id}`,
    `/recognition/v2/label/${weight.id}`,
    `/annotate/v2/imagejob/${job.id}`,
    `${IMAGES_PATH}${image.id}`,
  ];
  const responses: Record<string, unknown> = {};
  for (const [index, filter] of filters.entries()) {
    responses[`objects ${index}`] = (await client.get(OBJECTS_PATH, filter)).body;
    const { image: _, ...imageFilter } = filter;
    responses[`images ${index}`] = (await client.get(IMAGES_PATH, imageFilter)).body;
  }
  for (const path of paths) responses[path] = (await client.get(path)).body;
  responses.histogram = (await client.post(`/recognition/v2/label/${weight.id}/get-histogram`, {})).body;
  responses.groups = (await client.get(GROUPS_PATH, { count: 1 })).body;
  responses['groups of the object'] = (await client.get(GROUPS_PATH, { object: object.id })).body;
  responses.object = (await client.get(`${OBJECTS_PATH}${object.id}`)).body;
  return responses;
}

/** Replaces the values that a restore changes: the version and the URL of the crop. */
function maskChangedValues(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (name, field: unknown) => {
    if (name === 'version') return null;
    return typeof field === 'string' ? field.replace(/files\/objects\/.*/, 'files/objects/') : field;
  }) as unknown;
}

it('a deleted object is hidden everywhere and restored with all its data', async () => {
  const linkedObject = await createLinkedObject();
  const responsesBefore = await readAllResponses(linkedObject);
  const { object } = linkedObject;
  const version = (responsesBefore.object as DetectionObject).version;
  expect((await client.delete(`${OBJECTS_PATH}${object.id}`)).status).toBe(204);
  expect((await client.delete(`${OBJECTS_PATH}${object.id}`)).status).toBe(404);
  expect((await client.put(`${OBJECTS_PATH}${object.id}/`, { version })).status).toBe(404);

  const responsesWhileDeleted = await readAllResponses(linkedObject);
  expect(Object.entries(responsesWhileDeleted).filter(([, response]) => JSON.stringify(response).includes(object.id))).toEqual(
    [],
  );
  const getCounts = (responses: Record<string, unknown>, path: string) => responses[path] as Record<string, unknown>;
  expect(getCounts(responsesWhileDeleted, `/detection/v2/label/${linkedObject.detectionLabel.id}`)).toMatchObject({
    objects_count: 0,
    images_count: 0,
  });
  expect(getCounts(responsesWhileDeleted, `/recognition/v2/label/${linkedObject.label.id}`)).toMatchObject({ objects_count: 0 });

  const restoreResult = await restoreShape(OBJECTS_PATH, object.id);
  expect(restoreResult).toMatchObject({ status: 200, row: { id: object.id } });
  expect(restoreResult?.row?.version).toBeGreaterThan(version);
  const responsesAfter = await readAllResponses(linkedObject);
  expect(maskChangedValues(responsesAfter)).toEqual(maskChangedValues(responsesBefore));
  expect(responsesAfter.object).toEqual(restoreResult?.row);
});

it('a restored object gets a new crop with a new URL', async () => {
  const { object } = await createLinkedObject();
  const getCropStatus = async (thumb: string) =>
    (await server.anonymous.send('GET', new URL(thumb).pathname.replace(/^\/api/, ''))).status;
  expect(await getCropStatus(object.thumb)).toBe(302);
  const { thumb_key } = await server.db
    .selectFrom('detection_object')
    .select('thumb_key')
    .where('id', '=', object.id)
    .executeTakeFirstOrThrow();
  await client.delete(`${OBJECTS_PATH}${object.id}`);
  expect(await server.files.stat(thumb_key ?? '')).toBeNull();
  const restoreResult = (await restoreShape(OBJECTS_PATH, object.id))?.row as unknown as DetectionObject;
  expect([await getCropStatus(object.thumb), await getCropStatus(restoreResult.thumb)]).toEqual([404, 302]);
});

it('shapes deleted together from an image are restored in one call', async () => {
  const image = await uploadImage(client);
  const label = await createNamedRow(client, '/segmentation/v2/label/');
  const fields = { image: image.id, segmentation_label: label.id, data: [1, 1, 20, 1, 10, 20] };
  const polygons = await writeBulk(
    POLYGONS_PATH,
    Array.from({ length: 20 }, (_, index) => ({ op: 'create', ...fields, meta_data: { index } })),
  );
  const points = await writeBulk(POINTS_PATH, [{ op: 'create', image: image.id, name: 'Tip', data: [3, 4] }]);
  const listShapes = async (path: string) =>
    maskChangedValues(expectBody<ListEnvelope<unknown>>(await client.get(path, { image: image.id, page_size: 100 })));
  const readLabelCounts = async () => maskChangedValues(expectBody(await client.get(`/segmentation/v2/label/${label.id}`)));
  const responsesBefore = [await listShapes(POLYGONS_PATH), await listShapes(POINTS_PATH), await readLabelCounts()];
  expect((await client.delete(`${POLYGONS_PATH}image`, { image: image.id })).status).toBe(204);
  await client.delete(`${POINTS_PATH}${points[0]?.row?.id}`);
  expect(await listShapes(POLYGONS_PATH)).toMatchObject({ count: 0 });
  expect(await readLabelCounts()).toMatchObject({ polygons_count: 0, images_count: 0 });
  const toRestoreItems = (results: ItemResult[]) => results.map(({ row }) => ({ op: 'restore', id: row?.id }));
  for (const [path, results] of [
    [POLYGONS_PATH, polygons],
    [POINTS_PATH, points],
  ] as const) {
    const restoreResults = await writeBulk(path, toRestoreItems(results));
    expect(restoreResults.map(({ status, row }) => [status, row?.version])).toEqual(results.map(() => [200, 2]));
    // A repeated restore changes nothing.
    expect(await writeBulk(path, toRestoreItems(results))).toEqual(restoreResults);
  }
  expect([await listShapes(POLYGONS_PATH), await listShapes(POINTS_PATH), await readLabelCounts()]).toEqual(responsesBefore);
});

it('restore skips links to deleted rows and fails if the label is deleted', async () => {
  const linkedObject = await createLinkedObject();
  const { object, label, weight, groups } = linkedObject;
  await client.delete(`${OBJECTS_PATH}${object.id}`);
  await client.delete(`/recognition/v2/label/${label.id}`);
  await client.delete(`${GROUPS_PATH}${groups[0]?.id}`);
  const restoredShape = await restoreShape(OBJECTS_PATH, object.id);
  expect(restoredShape?.row?.recognition_labels).toEqual([expect.objectContaining({ id: weight.id, value: 0.1 + 0.2 })]);
  expect(
    expectBody<ListEnvelope<{ id: string }>>(await client.get(GROUPS_PATH, { object: object.id })).results.map(({ id }) => id),
  ).toEqual([groups[1]?.id]);
  expect(expectBody<ListEnvelope<unknown>>(await client.get(OBJECTS_PATH, { not_groups: false })).count).toBe(1);

  await client.delete(`${OBJECTS_PATH}${object.id}`);
  await client.delete(`/detection/v2/label/${linkedObject.detectionLabel.id}`);
  expect(await restoreShape(OBJECTS_PATH, object.id)).toEqual({ status: 409, detail: 'Its label has been deleted meanwhile.' });
});

it('a shape records who deleted it and can be restored after its author is deleted', async () => {
  const [author, colleague] = [await server.createTestUser(), await server.createTestUser()];
  await server.createTestWorkspace({ members: [colleague, author] });
  const label = await createNamedRow(author.client, '/detection/v2/label/');
  const { id } = await createTestObject(author.client, (await uploadImage(author.client)).id, label.id);
  await colleague.client.delete(`${OBJECTS_PATH}${id}`);
  expect(await server.db.selectFrom('deleted_shape').select('deleted_by').where('id', '=', id).execute()).toEqual([
    { deleted_by: colleague.id },
  ]);
  await server.db.deleteFrom('app_user').where('id', '=', author.id).execute();
  expect(await restoreShape(OBJECTS_PATH, id, colleague.client)).toMatchObject({ status: 200, row: { id } });
});

it('a deleted shape cannot be restored after its image is deleted or after 30 days', async () => {
  const createImage = async () => (await uploadImage(client)) as TrainingImage;
  const label = await createNamedRow(client, '/detection/v2/label/');
  const [objectOnDeletedImage, expiredObject, recentObject] = [
    await createTestObject(client, (await createImage()).id, label.id),
    await createTestObject(client, (await createImage()).id, label.id),
    await createTestObject(client, (await createImage()).id, label.id),
  ];
  for (const { id } of [objectOnDeletedImage, expiredObject, recentObject]) await client.delete(`${OBJECTS_PATH}${id}`);
  await client.delete(`${IMAGES_PATH}${objectOnDeletedImage.image.id}`);
  const DAY_MS = 86_400_000;
  await deleteExpiredShapes(server.db, new Date(Date.now() + 29 * DAY_MS));
  await sql`update deleted_shape set deleted_at = deleted_at - interval '2 days' where id = ${expiredObject.id}`.execute(
    server.db,
  );
  await deleteExpiredShapes(server.db, new Date(Date.now() + 29 * DAY_MS));
  const results = await writeBulk(
    OBJECTS_PATH,
    [objectOnDeletedImage, expiredObject, recentObject].map(({ id }) => ({ op: 'restore', id })),
  );
  expect(results.map(({ status }) => status)).toEqual([404, 404, 200]);
});

it('restore returns 404 to non-members and 403 without the service', async () => {
  const { object } = await createLinkedObject();
  await client.delete(`${OBJECTS_PATH}${object.id}`);
  const { client: nonMember } = await server.createTenant();
  expect(await restoreShape(OBJECTS_PATH, object.id, nonMember)).toEqual({ status: 404, detail: 'Object not found.' });
  // The calls of another kind do not find the deleted object either.
  expect(await restoreShape(POLYGONS_PATH, object.id)).toEqual({ status: 404, detail: 'Polygon not found.' });
  await server.db
    .deleteFrom('workspace_service')
    .where('workspace_id', '=', object.workspace)
    .where('slug', '=', 'custom-object-detection')
    .execute();
  expect(await restoreShape(OBJECTS_PATH, object.id)).toMatchObject({ status: 403 });
});

it('shape kinds declare every table that refers to a shape', async () => {
  const { rows } = await sql<{ referring: string; shape: string }>`
    select conrelid::regclass::text as referring, confrelid::regclass::text as shape from pg_constraint
    where contype = 'f' and confrelid = any(${SHAPE_TABLES.map((table) => `public.${table}`)}::regclass[])`.execute(server.db);
  const declaredLinks = SHAPE_KINDS.flatMap(({ table, links }) => links.map((link) => `${link.table} of ${table}`));
  expect(rows.map(({ referring, shape }) => `${referring} of ${shape}`).sort()).toEqual(declaredLinks.sort());
});

it('each kind names existing columns, and a column of comment threads', async () => {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select table_name as table, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = 'public' group by 1`.execute(server.db);
  const columnsByTable = new Map(rows.map(({ table, columns }) => [table, columns]));
  const threadColumns = columnsByTable.get('comment_thread');
  const missingColumns = SHAPE_KINDS.flatMap(({ table, name, label, columns, fields, computedFields }) => {
    const namedColumns = [...Object.keys(columns), ...fields, ...computedFields, label?.column ?? 'name', 'data', 'changed_by'];
    const unknownColumns = namedColumns.filter((column) => !columnsByTable.get(table)?.includes(column));
    return [
      ...unknownColumns.map((column) => `${table}.${column}`),
      ...(threadColumns?.includes(`${name}_id`) ? [] : `${name}_id`),
    ];
  });
  expect(missingColumns).toEqual([]);
});

it('concurrent writers of the same shapes neither deadlock nor fail', async () => {
  const images = [await uploadImage(client), await uploadImage(client)];
  const label = await createNamedRow(client, '/segmentation/v2/label/');
  const createPolygonItem = (index: number) => ({
    op: 'create',
    image: images[index % 2]?.id,
    segmentation_label: label.id,
    data: [1, 1, 20, 1, 10, 20],
  });
  const ids = (
    await writeBulk(
      POLYGONS_PATH,
      Array.from({ length: 12 }, (_, index) => createPolygonItem(index)),
    )
  ).map(({ row }) => row?.id);
  const writers = Array.from({ length: 6 }, async (_, writer) => {
    const statuses: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      const writeNumber = writer + round;
      // Each writer sends the shapes in a different order.
      const orderedIds = writeNumber % 2 === 0 ? [...ids] : [...ids].reverse();
      const op = ['delete', 'restore', 'change'][writeNumber % 3] ?? 'change';
      const results = await writeBulk(POLYGONS_PATH, [
        createPolygonItem(writeNumber),
        ...orderedIds.map((id) => ({ op, id })),
        createPolygonItem(writeNumber + 1),
      ]);
      statuses.push(...results.map(({ status }) => status));
    }
    return statuses;
  });
  const statuses = new Set((await Promise.all(writers)).flat());
  expect([...statuses].sort()).toEqual([200, 201, 204, 404]);
  const restoreResult = await writeBulk(
    POLYGONS_PATH,
    ids.map((id) => ({ op: 'restore', id })),
  );
  expect(restoreResult.map(({ status }) => status)).toEqual(ids.map(() => 200));
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from deleted_shape where workspace_id = ${images[0]?.workspace}`.execute(server.db);
  expect(rows[0]?.n).toBe(0);
});
