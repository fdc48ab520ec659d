import type { DetectionObject, VersionShape } from '@console/shared-contract/api';
import { computeEnclosingBox } from '@console/shared-contract/rotated-box';
import fc from 'fast-check';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { expectBody, type TestClient } from '../../../testing/api/client';
import { createNamedRow, createTestObject, uploadImage } from '../../../testing/api/fixtures';
import { setUpTestServer } from '../../../testing/api/test-server';

const OBJECTS = '/detection/v2/object/';
const IMAGE_SIZE = { width: 64, height: 48 };
/** A rotated box: center x and y, width, height, and angle in degrees. `ENCLOSING_BOX` is its axis-aligned bounding box. */
const ROTATED_BOX = [25, 20, 20, 10, 45];
const ENCLOSING_BOX = [14, 9, 36, 31];

const server = setUpTestServer();
let client: TestClient;
let image: string;
let label: string;
beforeEach(async () => {
  ({ client } = await server.createTenant());
  image = (await uploadImage(client)).id;
  label = (await createNamedRow(client, '/detection/v2/label/')).id;
});

const createRotated = async (rotated_box: unknown = ROTATED_BOX) =>
  expectBody<DetectionObject>(
    await client.post(OBJECTS, { image, detection_label: label, data: [0, 0, 1, 1], rotated_box }),
    201,
  );
const changeObject = async (id: string, fields: object) =>
  expectBody<DetectionObject>(await client.put(`${OBJECTS}${id}/`, fields));
const readObject = async (id: string) => expectBody<DetectionObject>(await client.get(`${OBJECTS}${id}`));
const writeBulk = async (items: object[]) =>
  expectBody<{ results: { status: number; row: DetectionObject; detail?: string }[] }>(
    await client.post(`${OBJECTS}bulk`, { items }),
  ).results;

describe('a new object', () => {
  it('has the enclosing upright box of its rotated box as data', async () => {
    const object = await createRotated();
    expect(object).toMatchObject({ data: ENCLOSING_BOX, rotated_box: ROTATED_BOX });
    expect(await readObject(object.id)).toEqual(object);
  });

  it('is upright without a rotated box', async () => {
    expect(await createTestObject(client, image, label, [1, 2, 20, 20])).toMatchObject({ rotated_box: null });
    expect(await createRotated(null)).toMatchObject({ data: [0, 0, 1, 1], rotated_box: null });
  });

  it('may extend beyond the image, to which its data is clamped', async () => {
    expect(await createRotated([0, 0, 20, 20, 30])).toMatchObject({ data: [0, 0, 14, 14], rotated_box: [0, 0, 20, 20, 30] });
  });

  it('has the data that the contract computes, and the sent numbers without rounding', async () => {
    const arbitraryNumber = (min: number, max: number) => fc.double({ min, max, noNaN: true, maxExcluded: true });
    const box = fc.tuple(
      arbitraryNumber(0, 64),
      arbitraryNumber(0, 48),
      arbitraryNumber(1, 80),
      arbitraryNumber(1, 80),
      arbitraryNumber(0, 360),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(box, { minLength: 20, maxLength: 40 }), async (boxes) => {
        const results = await writeBulk(
          boxes.map((rotated_box) => ({ op: 'create', image, detection_label: label, data: [0, 0, 1, 1], rotated_box })),
        );
        results.forEach(({ row }, index) => {
          expect(row).toMatchObject({ rotated_box: boxes[index], data: computeEnclosingBox(boxes[index]!, IMAGE_SIZE) });
        });
      }),
      { numRuns: 3 },
    );
  });

  it.each([
    ['outside the image', [200, 20, 10, 10, 45], 'lies outside'],
    ['without a width', [20, 20, 0, 10, 45], 'positive width'],
    ['with a full turn', [20, 20, 10, 10, 360], 'angle'],
    ['with a negative angle', [20, 20, 10, 10, -1], 'angle'],
    ['of four numbers', [20, 20, 10, 10], 'must be [x, y, width, height, angle]'],
    ['of text', 'rotated', 'rotated_box'],
  ])('is refused with a rotated box %s', async (_, rotated_box, detail) => {
    const response = await client.post(OBJECTS, { image, detection_label: label, data: [0, 0, 1, 1], rotated_box });
    expect([response.status, JSON.stringify(response.body)]).toEqual([400, expect.stringContaining(detail)]);
  });
});

it('filters select rotated boxes, and images with rotated boxes', async () => {
  const [otherImage, rotatedBox] = [await uploadImage(client), await createRotated()];
  const [upright] = [await createTestObject(client, image, label, [1, 2, 20, 20]), await createRotated([30, 20, 9, 9, 3])];
  const listIds = async (path: string, isRotated: boolean) =>
    expectBody<{ results: { id: string }[] }>(await client.get(path, { rotated: isRotated })).results.map(({ id }) => id);
  expect(await listIds('/recognition/v2/training-image/', true)).toEqual([image]);
  expect(await listIds('/recognition/v2/training-image/', false)).toEqual([otherImage.id]);
  expect(await listIds(OBJECTS, true)).toEqual([expect.any(String), rotatedBox.id]);
  expect(await listIds(OBJECTS, false)).toEqual([upright.id]);
});

describe('a change by a client that does not know rotated boxes', () => {
  it.each([
    ['the same data', () => ({ image, detection_label: label, data: ENCLOSING_BOX, meta_data: { a: 1 } })],
    ['no data', () => ({ meta_data: { a: 1 } })],
  ])('keeps the rotation with %s', async (_, createFields) => {
    const { id } = await createRotated();
    expect(await changeObject(id, createFields())).toMatchObject({
      data: ENCLOSING_BOX,
      rotated_box: ROTATED_BOX,
      meta_data: { a: 1 },
    });
  });

  it('makes the box upright with other data, in single and bulk calls', async () => {
    const [firstObject, secondObject] = [await createRotated(), await createRotated()];
    expect(await changeObject(firstObject.id, { data: [14, 9, 36, 32] })).toMatchObject({
      data: [14, 9, 36, 32],
      rotated_box: null,
    });
    const [result] = await writeBulk([{ op: 'change', id: secondObject.id, data: [1, 1, 9, 9] }]);
    expect(result?.row).toMatchObject({ data: [1, 1, 9, 9], rotated_box: null });
  });

  it('makes the box upright if another release writes to the database', async () => {
    const { id } = await createRotated();
    await sql`update detection_object set data = array[1, 2, 3, 4] where id = ${id}`.execute(server.db);
    expect(await readObject(id)).toMatchObject({ data: [1, 2, 3, 4], rotated_box: null });
  });
});

it('changing the rotated box computes the data, and null makes the box upright', async () => {
  const object = await createRotated();
  const turnedObject = await changeObject(object.id, { rotated_box: [25, 20, 20, 10, 225] });
  expect(turnedObject).toMatchObject({
    data: ENCLOSING_BOX,
    rotated_box: [25, 20, 20, 10, 225],
    thumb: object.thumb,
    version: 2,
  });
  const movedObject = await changeObject(object.id, { rotated_box: [26, 20, 20, 10, 225], data: ENCLOSING_BOX });
  expect(movedObject.data).toEqual([15, 9, 37, 31]);
  expect(movedObject.thumb).not.toBe(object.thumb);
  expect(await changeObject(object.id, { rotated_box: null })).toMatchObject({ data: [15, 9, 37, 31], rotated_box: null });
});

it('recognizes a repeated creation although sent and computed data differ', async () => {
  const item = { op: 'create', key: randomUUID(), image, detection_label: label, data: [0, 0, 1, 1], rotated_box: ROTATED_BOX };
  const [firstResult] = await writeBulk([item]);
  expect(await writeBulk([item])).toEqual([firstResult]);
  const [conflictingResult] = await writeBulk([{ ...item, rotated_box: [25, 20, 20, 10, 46] }]);
  expect(conflictingResult?.status).toBe(422);
});

describe('undo and restore', () => {
  const listChangeSetIds = async () =>
    expectBody<{ results: { id: number }[] }>(await client.get('/history/v2/set/')).results.map(({ id }) => id);
  const undoLastChangeSet = async (fields: object = {}) => {
    const [changeSet] = await listChangeSetIds();
    return expectBody<{ undone: number; conflicts: unknown[] }>(
      await client.post('/history/v2/undo', { change_set: changeSet, ...fields }),
    );
  };

  it('undo restores the rotation that an existing client removed', async () => {
    const { id } = await createRotated();
    await changeObject(id, { data: [1, 1, 9, 9] });
    await undoLastChangeSet();
    expect(await readObject(id)).toMatchObject({ data: ENCLOSING_BOX, rotated_box: ROTATED_BOX });
  });

  it('undo does not combine an old rotation with later data', async () => {
    const object = await createTestObject(client, image, label, ENCLOSING_BOX);
    await changeObject(object.id, { rotated_box: ROTATED_BOX });
    await changeObject(object.id, { rotated_box: null });
    const [removalId] = await listChangeSetIds();
    await changeObject(object.id, { data: [1, 1, 9, 9] });
    for (const overwrite of [false, true])
      expect(expectBody(await client.post('/history/v2/undo', { change_set: removalId, overwrite }))).toMatchObject({
        undone: 0,
      });
    expect(await readObject(object.id)).toMatchObject({ data: [1, 1, 9, 9], rotated_box: null });
  });

  it('a deleted object is restored with its rotation, by the trash and by undo', async () => {
    const { id } = await createRotated();
    for (const restoreObject of [() => writeBulk([{ op: 'restore', id }]), () => undoLastChangeSet()]) {
      await client.delete(`${OBJECTS}${id}`);
      await restoreObject();
      expect(await readObject(id)).toMatchObject({ data: ENCLOSING_BOX, rotated_box: ROTATED_BOX });
    }
  });

  it('earlier versions of an image show the rotation of its boxes', async () => {
    const { id } = await createRotated();
    const changes = expectBody<{ results: { id: number }[] }>(
      await client.get('/history/v2/change/', { subject: image }),
    ).results;
    await changeObject(id, { data: [1, 1, 9, 9] });
    const readShapes = async (at: number | undefined) =>
      expectBody<{ shapes: VersionShape[] }>(await client.get('/history/v2/image-shapes/', { image, change: at ?? 0 })).shapes;
    expect(await readShapes(changes[0]?.id)).toMatchObject([{ id, data: ENCLOSING_BOX, rotated_box: ROTATED_BOX }]);
    const laterChanges = expectBody<{ results: { id: number }[] }>(
      await client.get('/history/v2/change/', { subject: image }),
    ).results;
    expect(await readShapes(laterChanges[0]?.id)).toMatchObject([{ id, data: [1, 1, 9, 9], rotated_box: null }]);
  });
});
