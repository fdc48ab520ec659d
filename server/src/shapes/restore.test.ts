import type { DetectionObject, TrainingImage } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { pointKind } from '../annotate/points/kind';
import { objectKind } from '../detection/objects/kind';
import { polygonKind } from '../segmentation/polygon-kind';
import { bodyOf, type TestClient } from '../testing/client';
import { makeJob, makeLabel, makeNamed, makeObject, uploadImage, type ListOf } from '../testing/fixtures';
import { makeTestServer, type TestServer } from '../testing/test-server';
import { purgeDeletedShapes } from './trash';

const OBJECTS = '/detection/v2/object/';
const POLYGONS = '/segmentation/v2/polygon/';
const POINTS = '/annotate/v2/point/';
const IMAGES = '/recognition/v2/training-image/';
const GROUPS = '/similarity/training/v2/group/';

interface Result {
  status: number;
  row?: { id: string; version: number; [field: string]: unknown } | null;
  detail?: string;
}

let server: TestServer;
let client: TestClient;
beforeAll(async () => {
  server = await makeTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ client } = await server.makeTenant());
});

const bulk = async (path: string, items: Record<string, unknown>[], by = client) =>
  bodyOf<{ results: Result[] }>(await by.post(`${path}bulk`, { items })).results;
const restore = async (path: string, id: string, by = client) => (await bulk(path, [{ op: 'restore', id }], by))[0];

/** An object on a verified picture, with all that can hang on it. */
async function makeRichObject() {
  const image = await uploadImage(client);
  const detectionLabel = await makeNamed(client, '/detection/v2/label/');
  const object = await makeObject(client, image.id, detectionLabel.id);
  const [label, weight] = [await makeLabel(client), await makeLabel(client, { type: 'value', name: 'Weight' })];
  const groups = [await makeNamed(client, GROUPS, { name: 'Aa' }), await makeNamed(client, GROUPS, { name: 'Bb' })];
  const job = await makeJob(client);
  const done = async (path: string, body: object) => bodyOf(await client.post(path, body));
  await done(`${OBJECTS}${object.id}/add-label`, { label_id: label.id });
  await done(`${OBJECTS}${object.id}/add-label`, { label_id: weight.id, value: 0.1 + 0.2 });
  for (const group of groups) await done(`${GROUPS}${group.id}/add-objects`, { objects: [object.id] });
  bodyOf(await client.put(`${OBJECTS}${object.id}/`, { meta_data: { sku: '7', list: [null, 1e21] } }));
  await done(`/annotate/v2/imagejob/${job.id}/add-items`, { items: [image.id] });
  await done(`/annotate/v2/imagejob/${job.id}/mark-done`, { items: [image.id] });
  bodyOf(await client.post('/annotate/v2/verification/', { image_id: image.id }), 201);
  return { image, object, detectionLabel, label, weight, groups, job };
}
type Rich = Awaited<ReturnType<typeof makeRichObject>>;

/** All that a caller can see of an object: itself, lists by every filter, counts, groups, the job. */
async function seen({ image, object, detectionLabel, label, weight, groups, job }: Rich) {
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
    ...groups.map(({ id }) => `${GROUPS}${id}`),
    `/detection/v2/label/${detectionLabel.id}`,
    `/recognition/v2/label/${label.id}`,
    `/recognition/v2/label/${weight.id}`,
    `/annotate/v2/imagejob/${job.id}`,
    `${IMAGES}${image.id}`,
  ];
  const answers: Record<string, unknown> = {};
  for (const [index, filter] of filters.entries()) {
    answers[`objects ${index}`] = (await client.get(OBJECTS, filter)).body;
    const { image: _, ...ofImages } = filter;
    answers[`images ${index}`] = (await client.get(IMAGES, ofImages)).body;
  }
  for (const path of paths) answers[path] = (await client.get(path)).body;
  answers.histogram = (await client.post(`/recognition/v2/label/${weight.id}/get-histogram`, {})).body;
  answers.groups = (await client.get(GROUPS, { count: 1 })).body;
  answers['groups of it'] = (await client.get(GROUPS, { object: object.id })).body;
  answers.itself = (await client.get(`${OBJECTS}${object.id}`)).body;
  return answers;
}

/** Without what a restoration gives anew: the version, and the address of the cut-out. */
function lasting(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (name, field: unknown) => {
    if (name === 'version') return null;
    return typeof field === 'string' ? field.replace(/files\/objects\/.*/, 'files/objects/') : field;
  }) as unknown;
}

it('an object comes back with all that it had, and is nowhere while it is deleted', async () => {
  const rich = await makeRichObject();
  const before = await seen(rich);
  const { object } = rich;
  const version = (before.itself as DetectionObject).version;
  expect((await client.delete(`${OBJECTS}${object.id}`)).status).toBe(204);
  expect((await client.delete(`${OBJECTS}${object.id}`)).status).toBe(404);
  expect((await client.put(`${OBJECTS}${object.id}/`, { version })).status).toBe(404);

  const meanwhile = await seen(rich);
  expect(Object.entries(meanwhile).filter(([, answer]) => JSON.stringify(answer).includes(object.id))).toEqual([]);
  const counts = (answers: Record<string, unknown>, path: string) => answers[path] as Record<string, unknown>;
  expect(counts(meanwhile, `/detection/v2/label/${rich.detectionLabel.id}`)).toMatchObject({ objects_count: 0, images_count: 0 });
  expect(counts(meanwhile, `/recognition/v2/label/${rich.label.id}`)).toMatchObject({ objects_count: 0 });

  const restored = await restore(OBJECTS, object.id);
  expect(restored).toMatchObject({ status: 200, row: { id: object.id } });
  expect(restored?.row?.version).toBeGreaterThan(version);
  const after = await seen(rich);
  expect(lasting(after)).toEqual(lasting(before));
  expect(after.itself).toEqual(restored?.row);
});

it('its cut-out is made anew, under an address that no browser has kept', async () => {
  const { object } = await makeRichObject();
  const show = async (thumb: string) =>
    (await server.anonymous.send('GET', new URL(thumb).pathname.replace(/^\/api/, ''))).status;
  expect(await show(object.thumb)).toBe(302);
  const { thumb_key } = await server.db
    .selectFrom('detection_object')
    .select('thumb_key')
    .where('id', '=', object.id)
    .executeTakeFirstOrThrow();
  await client.delete(`${OBJECTS}${object.id}`);
  expect(await server.files.stat(thumb_key ?? '')).toBeNull();
  const restored = (await restore(OBJECTS, object.id))?.row as unknown as DetectionObject;
  expect([await show(object.thumb), await show(restored.thumb)]).toEqual([404, 302]);
});

it('what was erased from an image all at once is restored in one call', async () => {
  const image = await uploadImage(client);
  const label = await makeNamed(client, '/segmentation/v2/label/');
  const fields = { image: image.id, segmentation_label: label.id, data: [1, 1, 20, 1, 10, 20] };
  const drawn = await bulk(
    POLYGONS,
    Array.from({ length: 20 }, (_, index) => ({ op: 'create', ...fields, meta_data: { index } })),
  );
  const points = await bulk(POINTS, [{ op: 'create', image: image.id, name: 'Tip', data: [3, 4] }]);
  const list = async (path: string) =>
    lasting(bodyOf<ListOf<unknown>>(await client.get(path, { image: image.id, page_size: 100 })));
  const counts = async () => lasting(bodyOf(await client.get(`/segmentation/v2/label/${label.id}`)));
  const before = [await list(POLYGONS), await list(POINTS), await counts()];
  expect((await client.delete(`${POLYGONS}image`, { image: image.id })).status).toBe(204);
  await client.delete(`${POINTS}${points[0]?.row?.id}`);
  expect(await list(POLYGONS)).toMatchObject({ count: 0 });
  expect(await counts()).toMatchObject({ polygons_count: 0, images_count: 0 });
  const items = (results: Result[]) => results.map(({ row }) => ({ op: 'restore', id: row?.id }));
  for (const [path, results] of [
    [POLYGONS, drawn],
    [POINTS, points],
  ] as const) {
    const restored = await bulk(path, items(results));
    expect(restored.map(({ status, row }) => [status, row?.version])).toEqual(results.map(() => [200, 2]));
    // A repeat finds nothing to do.
    expect(await bulk(path, items(results))).toEqual(restored);
  }
  expect([await list(POLYGONS), await list(POINTS), await counts()]).toEqual(before);
});

it('leaves out what has been deleted meanwhile, and cannot come back without its own label', async () => {
  const rich = await makeRichObject();
  const { object, label, weight, groups } = rich;
  await client.delete(`${OBJECTS}${object.id}`);
  await client.delete(`/recognition/v2/label/${label.id}`);
  await client.delete(`${GROUPS}${groups[0]?.id}`);
  const restored = await restore(OBJECTS, object.id);
  expect(restored?.row?.recognition_labels).toEqual([expect.objectContaining({ id: weight.id, value: 0.1 + 0.2 })]);
  expect(bodyOf<ListOf<{ id: string }>>(await client.get(GROUPS, { object: object.id })).results.map(({ id }) => id)).toEqual([
    groups[1]?.id,
  ]);
  expect(bodyOf<ListOf<unknown>>(await client.get(OBJECTS, { not_groups: false })).count).toBe(1);

  await client.delete(`${OBJECTS}${object.id}`);
  await client.delete(`/detection/v2/label/${rich.detectionLabel.id}`);
  expect(await restore(OBJECTS, object.id)).toEqual({ status: 409, detail: 'Its label has been deleted meanwhile.' });
});

it('knows who deleted it, and comes back when who drew it is no more', async () => {
  const [author, colleague] = [await server.makeUser(), await server.makeUser()];
  await server.makeWorkspace({ members: [colleague, author] });
  const label = await makeNamed(author.client, '/detection/v2/label/');
  const { id } = await makeObject(author.client, (await uploadImage(author.client)).id, label.id);
  await colleague.client.delete(`${OBJECTS}${id}`);
  expect(await server.db.selectFrom('deleted_shape').select('deleted_by').where('id', '=', id).execute()).toEqual([
    { deleted_by: colleague.id },
  ]);
  await server.db.deleteFrom('app_user').where('id', '=', author.id).execute();
  expect(await restore(OBJECTS, id, colleague.client)).toMatchObject({ status: 200, row: { id } });
});

it('goes with its picture, and for good after thirty days', async () => {
  const image = async () => (await uploadImage(client)) as TrainingImage;
  const label = await makeNamed(client, '/detection/v2/label/');
  const [lost, old, recent] = [
    await makeObject(client, (await image()).id, label.id),
    await makeObject(client, (await image()).id, label.id),
    await makeObject(client, (await image()).id, label.id),
  ];
  for (const { id } of [lost, old, recent]) await client.delete(`${OBJECTS}${id}`);
  await client.delete(`${IMAGES}${lost.image.id}`);
  const day = 86_400_000;
  await purgeDeletedShapes(server.db, new Date(Date.now() + 29 * day));
  await sql`update deleted_shape set deleted_at = deleted_at - interval '2 days' where id = ${old.id}`.execute(server.db);
  await purgeDeletedShapes(server.db, new Date(Date.now() + 29 * day));
  const results = await bulk(
    OBJECTS,
    [lost, old, recent].map(({ id }) => ({ op: 'restore', id })),
  );
  expect(results.map(({ status }) => status)).toEqual([404, 404, 200]);
});

it('is nothing to a stranger, nor to a member of a workspace without the service', async () => {
  const { object } = await makeRichObject();
  await client.delete(`${OBJECTS}${object.id}`);
  const { client: stranger } = await server.makeTenant();
  expect(await restore(OBJECTS, object.id, stranger)).toEqual({ status: 404, detail: 'Object not found.' });
  // Another kind's call does not find it either.
  expect(await restore(POLYGONS, object.id)).toEqual({ status: 404, detail: 'Polygon not found.' });
  await server.db
    .deleteFrom('workspace_service')
    .where('workspace_id', '=', object.workspace)
    .where('slug', '=', 'custom-object-detection')
    .execute();
  expect(await restore(OBJECTS, object.id)).toMatchObject({ status: 403 });
});

it('knows every table that refers to a shape', async () => {
  const { rows } = await sql<{ referring: string; shape: string }>`
    select conrelid::regclass::text as referring, confrelid::regclass::text as shape from pg_constraint
    where contype = 'f' and confrelid = any(array['detection_object'::regclass, 'public.polygon'::regclass, 'public.point'::regclass])`.execute(
    server.db,
  );
  const known = [objectKind, polygonKind, pointKind].flatMap(({ table, links }) =>
    links.map((link) => `${link.table} of ${table}`),
  );
  expect(rows.map(({ referring, shape }) => `${referring} of ${shape}`).sort()).toEqual(known.sort());
});

it('many people who draw, change, delete and restore the same shapes at once neither block one another nor fail', async () => {
  const images = [await uploadImage(client), await uploadImage(client)];
  const label = await makeNamed(client, '/segmentation/v2/label/');
  const draw = (index: number) => ({
    op: 'create',
    image: images[index % 2]?.id,
    segmentation_label: label.id,
    data: [1, 1, 20, 1, 10, 20],
  });
  const ids = (
    await bulk(
      POLYGONS,
      Array.from({ length: 12 }, (_, index) => draw(index)),
    )
  ).map(({ row }) => row?.id);
  const lanes = Array.from({ length: 6 }, async (_, lane) => {
    const statuses: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      const turn = lane + round;
      // Each lane names the shapes in an order of its own.
      const mine = turn % 2 === 0 ? [...ids] : [...ids].reverse();
      const op = ['delete', 'restore', 'change'][turn % 3] ?? 'change';
      const results = await bulk(POLYGONS, [draw(turn), ...mine.map((id) => ({ op, id })), draw(turn + 1)]);
      statuses.push(...results.map(({ status }) => status));
    }
    return statuses;
  });
  const statuses = new Set((await Promise.all(lanes)).flat());
  expect([...statuses].sort()).toEqual([200, 201, 204, 404]);
  const restored = await bulk(
    POLYGONS,
    ids.map((id) => ({ op: 'restore', id })),
  );
  expect(restored.map(({ status }) => status)).toEqual(ids.map(() => 200));
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from deleted_shape where workspace_id = ${images[0]?.workspace}`.execute(server.db);
  expect(rows[0]?.n).toBe(0);
});
