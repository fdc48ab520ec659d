import type { DetectionLabel, DetectionObject, Point, Polygon, VersionShape } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { expectBody, type TestClient } from '../../../testing/api/client';
import { createNamedRow, uploadImage } from '../../../testing/api/fixtures';
import { setUpTestServer } from '../../../testing/api/test-server';

const OBJECTS = '/detection/v2/object/';
const POLYGONS = '/segmentation/v2/polygon/';
const POINTS = '/annotate/v2/point/';
const IMAGES = '/recognition/v2/training-image/';
const DEFINITIONS = [
  { name: 'ripe', type: 'checkbox', default: false, required: true },
  { name: 'seeds', type: 'number', min: 0, max: 9 },
  { name: 'side', type: 'choice', choices: ['front', 'back'] },
  { name: 'note', type: 'text' },
];

const server = setUpTestServer();
let client: TestClient;
let image: string;
let label: string;
beforeEach(async () => {
  ({ client } = await server.createTenant());
  image = (await uploadImage(client)).id;
  label = (await createNamedRow(client, '/detection/v2/label/', { name: 'Fig', attributes: DEFINITIONS })).id;
});

const postObject = (attributes?: unknown) =>
  client.post(OBJECTS, { image, detection_label: label, data: [0, 0, 20, 20], ...(attributes !== undefined && { attributes }) });
const createObject = async (attributes?: unknown) => expectBody<DetectionObject>(await postObject(attributes), 201);
const changeObject = async (id: string, fields: object) =>
  expectBody<DetectionObject>(await client.put(`${OBJECTS}${id}/`, fields));
const readObject = async (id: string) => expectBody<DetectionObject>(await client.get(`${OBJECTS}${id}`));
const listChangeSets = async () => expectBody<{ results: { id: number }[] }>(await client.get('/history/v2/set/')).results;
const listIds = async (path: string, query: Record<string, string | string[]>) =>
  expectBody<{ results: { id: string }[] }>(await client.get(path, query)).results.map(({ id }) => id);

describe('the attributes of a shape', () => {
  it('are stored as sent, including those that the label does not declare', async () => {
    const attributes = { occluded: true, ripe: true, seeds: 3, side: 'back', note: 'x', shelf: 'A', 'wall.side': 2 };
    const object = await createObject(attributes);
    expect(object.attributes).toEqual(attributes);
    expect((await readObject(object.id)).attributes).toEqual(attributes);
    expect((await createObject()).attributes).toEqual({});
    const { id } = await createNamedRow(client, '/segmentation/v2/label/');
    const fields = { image, segmentation_label: id, data: [0, 0, 9, 0, 9, 9] };
    const polygon = expectBody<Polygon>(await client.post(POLYGONS, { ...fields, attributes: { truncated: true } }), 201);
    expect(polygon.attributes).toEqual({ truncated: true });
    expect(expectBody<Polygon>(await client.put(`${POLYGONS}${polygon.id}/`, { data: [0, 0, 8, 0, 8, 8] })).attributes).toEqual({
      truncated: true,
    });
  });

  it('stay unchanged if a client omits the field, and are replaced otherwise', async () => {
    const { id } = await createObject({ occluded: true, side: 'back' });
    expect((await changeObject(id, { data: [1, 1, 9, 9] })).attributes).toEqual({ occluded: true, side: 'back' });
    expect((await changeObject(id, { attributes: { side: 'front' } })).attributes).toEqual({ side: 'front' });
    expect((await changeObject(id, { attributes: {} })).attributes).toEqual({});
  });

  it.each([
    ['a flag that is not a boolean', { occluded: 1 }, 'must be true or false'],
    ['a checkbox that is not a boolean', { ripe: 'yes' }, 'must be true or false'],
    ['a number above the maximum', { seeds: 10 }, 'must be at most 9'],
    ['an unknown choice', { side: 'top' }, 'must be one of front, back'],
    ['a list', { shelf: ['A'] }, ''],
    ['an empty name', { '': 1 }, ''],
    ['more than 100 attributes', Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`a${n}`, n])), 'more than 100'],
  ])('are refused with %s', async (_, attributes, detail) => {
    const response = await postObject(attributes);
    expect([response.status, JSON.stringify(response.body)]).toEqual([400, expect.stringContaining(detail)]);
  });

  it('remain valid after the label has changed its definition', async () => {
    const { id } = await createObject({ side: 'back' });
    const changedDefinitions = [{ name: 'side', type: 'choice', choices: ['front'] }];
    const path = `/detection/v2/label/${label}`;
    expect(expectBody<DetectionLabel>(await client.put(path, { attributes: changedDefinitions })).attributes).toEqual(
      changedDefinitions,
    );
    expect((await changeObject(id, { attributes: { side: 'back', occluded: true } })).attributes).toEqual({
      side: 'back',
      occluded: true,
    });
    expect((await postObject({ side: 'back' })).status).toBe(400);
    expect(expectBody<DetectionLabel>(await client.put(path, { name: 'Figs' })).attributes).toEqual(changedDefinitions);
  });

  it('are restored with a deleted shape, even from a trash without the column', async () => {
    const { id } = await createObject({ ignore: true });
    const restoreObject = async () => {
      expectBody(await client.post(`${OBJECTS}bulk`, { items: [{ op: 'restore', id }] }));
      return (await readObject(id)).attributes;
    };
    await client.delete(`${OBJECTS}${id}`);
    expect(await restoreObject()).toEqual({ ignore: true });
    await client.delete(`${OBJECTS}${id}`);
    await sql`update deleted_shape set shape = shape - 'attributes' where id = ${id}`.execute(server.db);
    expect(await restoreObject()).toEqual({});
  });

  it('are undone independently of each other', async () => {
    const { id } = await createObject({ side: 'back' });
    await changeObject(id, { attributes: { side: 'back', occluded: true } });
    const [{ id: changeSet } = { id: 0 }] = await listChangeSets();
    await changeObject(id, { attributes: { side: 'front', occluded: true } });
    expectBody(await client.post('/history/v2/undo', { change_set: changeSet }));
    expect((await readObject(id)).attributes).toEqual({ side: 'front' });
  });

  it('are part of an earlier version of the image', async () => {
    const { id } = await createObject({ side: 'back' });
    const { results } = expectBody<{ results: { id: number }[] }>(await client.get('/history/v2/change/', { subject: image }));
    await changeObject(id, { attributes: {} });
    const version = { image, change: results[0]?.id };
    const { shapes } = expectBody<{ shapes: VersionShape[] }>(await client.get('/history/v2/image-shapes/', version));
    expect(shapes.map(({ attributes }) => attributes)).toEqual([{ side: 'back' }]);
  });
});

describe('the attributes of a point', () => {
  it('are changed with the name, kept by other changes, undone, restored and versioned', async () => {
    const createResponse = await client.post(POINTS, {
      image,
      name: 'tip',
      data: [5, 6],
      attributes: { occluded: true, side: 'left' },
    });
    const { id, attributes } = expectBody<Point>(createResponse, 201);
    expect(attributes).toEqual({ occluded: true, side: 'left' });
    expect((await client.patch(`${POINTS}${id}`, { attributes: { occluded: 1 } })).status).toBe(400);
    const path = `${POINTS}${id}`;
    const getAttributes = async () => expectBody<Point>(await client.get(path)).attributes;
    expectBody(await client.put(`${path}/`, { image, data: [7, 8] }));
    expectBody(await client.patch(path, { name: 'top' }));
    expect(await getAttributes()).toEqual({ occluded: true, side: 'left' });
    expectBody(await client.patch(path, { name: 'top', attributes: { side: 'left' } }));
    const [{ id: changeSet } = { id: 0 }] = await listChangeSets();
    const { results } = expectBody<{ results: { id: number }[] }>(await client.get('/history/v2/change/', { subject: image }));
    expectBody(await client.post('/history/v2/undo', { change_set: changeSet }));
    expect(await getAttributes()).toEqual({ occluded: true, side: 'left' });
    const version = { image, change: results[0]?.id };
    const { shapes } = expectBody<{ shapes: VersionShape[] }>(await client.get('/history/v2/image-shapes/', version));
    expect(shapes.map((shape) => shape.attributes)).toEqual([{ side: 'left' }]);
    await client.delete(path);
    expectBody(await client.post(`${POINTS}bulk`, { items: [{ op: 'restore', id }] }));
    expect(await getAttributes()).toEqual({ occluded: true, side: 'left' });
    expect(await listIds(IMAGES, { attribute: 'occluded' })).toEqual([image]);
  });
});

describe('the definitions of a label', () => {
  it.each([
    ['the name of a flag', [{ name: 'crowd', type: 'checkbox' }]],
    ['the same name twice', [DEFINITIONS[0], DEFINITIONS[0]]],
    ['a choice without choices', [{ name: 'side', type: 'choice' }]],
    ['the same choice twice', [{ name: 'side', type: 'choice', choices: ['a', 'a'] }]],
    ['a minimum above the maximum', [{ name: 'seeds', type: 'number', min: 2, max: 1 }]],
    ['a default of another type', [{ name: 'seeds', type: 'number', default: 'two' }]],
    ['an unknown type', [{ name: 'seeds', type: 'date' }]],
  ])('are refused with %s', async (_, attributes) => {
    for (const domain of ['detection', 'segmentation'])
      expect((await client.post(`/${domain}/v2/label/`, { name: 'Nut', attributes })).status).toBe(400);
  });
});

describe('the filter by flag', () => {
  it('finds objects and images with at least one of the flags', async () => {
    const otherImageId = (await uploadImage(client)).id;
    const [difficult, crowd] = [
      await createObject({ difficult: true, crowd: false }),
      await createObject({ crowd: true, occluded: true }),
    ];
    await createObject({ side: 'back' });
    const { id: segmentation } = await createNamedRow(client, '/segmentation/v2/label/');
    const polygon = {
      image: otherImageId,
      segmentation_label: segmentation,
      data: [0, 0, 9, 0, 9, 9],
      attributes: { truncated: true },
    };
    expectBody(await client.post(POLYGONS, polygon), 201);
    expect(await listIds(OBJECTS, { attribute: 'difficult' })).toEqual([difficult.id]);
    expect(await listIds(OBJECTS, { attribute: 'crowd,difficult' })).toEqual([crowd.id, difficult.id]);
    expect(await listIds(OBJECTS, { attribute: 'ignore' })).toEqual([]);
    expect(await listIds(IMAGES, { attribute: 'crowd' })).toEqual([image]);
    expect(await listIds(IMAGES, { attribute: ['truncated'] })).toEqual([otherImageId]);
    expect((await client.get(IMAGES, { attribute: 'blurred' })).status).toBe(400);
  });
});

describe('the filter by the attribute of a label', () => {
  it('finds objects and images by the value', async () => {
    const imageWithoutObjects = (await uploadImage(client)).id;
    const objects = [
      await createObject({ ripe: true, seeds: 3, side: 'back', note: 'A bruise', shelf: 'B' }),
      await createObject(),
    ];
    const [firstId, secondId] = objects.map(({ id }) => id);
    const findObjects = async (fields: Record<string, string>) =>
      listIds(OBJECTS, { detection_attribute_label: label, ...fields } as Record<string, string>);
    expect(await findObjects({ attribute_name: 'ripe', attribute_value: 'true' })).toEqual([firstId]);
    expect(await findObjects({ attribute_name: 'ripe', attribute_value: 'false' })).toEqual([secondId]);
    expect(await findObjects({ attribute_name: 'seeds', attribute_value: '3' })).toEqual([firstId]);
    expect(await findObjects({ attribute_name: 'seeds', attribute_value: '3.0' })).toEqual([firstId]);
    expect(await findObjects({ attribute_name: 'seeds', attribute_value: '30' })).toEqual([]);
    expect(await findObjects({ attribute_name: 'seeds', attribute_value: 'many' })).toEqual([]);
    expect(await findObjects({ attribute_name: 'side', attribute_value: 'back' })).toEqual([firstId]);
    expect(await findObjects({ attribute_name: 'side', attribute_value: 'bac' })).toEqual([]);
    expect(await findObjects({ attribute_name: 'note', attribute_value: 'BRUISE' })).toEqual([firstId]);
    expect(await findObjects({ attribute_name: 'note' })).toEqual([firstId]);
    expect(await findObjects({ attribute_name: 'shelf', attribute_value: 'B' })).toEqual([firstId]);
    const valueFilter = { detection_attribute_label: label, attribute_name: 'seeds', attribute_value: '3' };
    expect(await listIds(IMAGES, valueFilter)).toEqual([image]);
    expect(await listIds(IMAGES, { ...valueFilter, attribute_value: '4' })).toEqual([]);
    const { id: otherLabelId } = await createNamedRow(client, '/detection/v2/label/', { name: 'Nut', attributes: DEFINITIONS });
    expect(await listIds(IMAGES, { ...valueFilter, detection_attribute_label: otherLabelId })).toEqual([]);

    const nutLabelId = (await createNamedRow(client, '/segmentation/v2/label/', { attributes: DEFINITIONS })).id;
    const polygonWithSeeds = {
      image: imageWithoutObjects,
      segmentation_label: nutLabelId,
      data: [0, 0, 9, 0, 9, 9],
      attributes: { seeds: 3 },
    };
    expectBody(await client.post(POLYGONS, polygonWithSeeds), 201);
    const polygonFilter = { segmentation_attribute_label: nutLabelId, attribute_name: 'seeds' };
    expect(await listIds(IMAGES, polygonFilter)).toEqual([imageWithoutObjects]);
    expect(await listIds(IMAGES, { ...polygonFilter, attribute_value: '4' })).toEqual([]);
  });

  it.each([
    ['a name without a label', { attribute_name: 'ripe' }],
    ['a value without a name', { attribute_value: 'true' }],
    ['a state without a point', { point_state: 'absent' }],
  ])('refuses %s', async (_, query) => {
    const response = await client.get(IMAGES, query as Record<string, string>);
    expect([response.status, response.text]).toEqual([400, expect.stringContaining('requires')]);
  });

  it('refuses a label without an attribute', async () => {
    expect((await client.get(IMAGES, { detection_attribute_label: label })).status).toBe(400);
    expect((await client.get(OBJECTS, { detection_attribute_label: label })).status).toBe(400);
  });
});
