import type { Change, DetectionObject, RestoreResult, VersionShape } from '@console/shared-contract/api';
import { computeEnclosingBox } from '@console/shared-contract/rotated-box';
import fc from 'fast-check';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { declareWriter } from '../../../platform/database/change-log';
import { expectBody } from '../../../testing/api/client';
import { createNamedRow, createTestLabel, createTestObject, uploadImage } from '../../../testing/api/fixtures';
import { setUpTestServer } from '../../../testing/api/test-server';
import type { TestUser } from '../../../testing/api/test-users';

const IMAGES = '/recognition/v2/training-image/';
const OBJECTS = '/detection/v2/object/';
const LABELS = '/detection/v2/label/';

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

const createLabel = (name: string) => createNamedRow(anna.client, LABELS, { workspace, name });
const readStatus = async (path: string) => (await anna.client.get(path)).status;
const restoreVersion = async (fields: Record<string, unknown>) =>
  expectBody<RestoreResult>(await anna.client.post('/history/v2/restore-version', { workspace, ...fields }));
const listChanges = async (subject: string, row?: string) =>
  expectBody<{ results: Change[] }>(
    await anna.client.get('/history/v2/change/', { workspace, subject, ...(row === undefined ? {} : { row }) }),
  ).results;
const readShapes = async (image: string, change: number) =>
  expectBody<{ created: string; shapes: VersionShape[] }>(
    await anna.client.get('/history/v2/image-shapes/', { workspace, image, change }),
  ).shapes;
const addLabelToObject = async (object: string, label: string) =>
  expectBody(await anna.client.post(`${OBJECTS}${object}/add-label`, { label_id: label, workspace }));
const readObject = async (id: string) => expectBody<DetectionObject>(await anna.client.get(`${OBJECTS}${id}`));

describe('restore of a version', () => {
  it('undoes all later changes of an image and its shapes', async () => {
    const image = await uploadImage(anna.client, { workspace, name: 'before.png' });
    const label = await createLabel('Apple');
    const movedObject = await createTestObject(anna.client, image.id, label.id, [1, 2, 20, 20]);
    const deletedObject = await createTestObject(anna.client, image.id, label.id);
    const [version] = await listChanges(image.id);
    await ben.client.put(`${OBJECTS}${movedObject.id}`, { data: [5, 6, 30, 30] });
    await ben.client.put(`${OBJECTS}${movedObject.id}`, { data: [7, 8, 30, 30] });
    await ben.client.delete(`${OBJECTS}${deletedObject.id}`);
    const addedObject = await createTestObject(anna.client, image.id, label.id, [3, 3, 9, 9]);
    await anna.client.put(`${IMAGES}${image.id}`, { name: 'after.png' });
    const body = { kind: 'training_image', subject: image.id, change: version!.id };
    expect(await restoreVersion({ ...body, dry_run: true })).toMatchObject({ undone: 4, change_set: null });
    expect(await restoreVersion(body)).toMatchObject({ undone: 4, conflicts: [] });
    expect(expectBody(await anna.client.get(`${OBJECTS}${movedObject.id}`))).toMatchObject({ data: [1, 2, 20, 20] });
    expect(await Promise.all([deletedObject, addedObject].map(({ id }) => readStatus(`${OBJECTS}${id}`)))).toEqual([200, 404]);
    expect(expectBody(await anna.client.get(`${IMAGES}${image.id}`))).toMatchObject({ name: 'before.png' });
  });

  it('does not change other rows', async () => {
    const [apple, pear] = [await createLabel('Apple'), await createLabel('Pear')];
    const [version] = await listChanges(apple.id);
    for (const { id } of [apple, pear]) await anna.client.put(`${LABELS}${id}`, { name: 'Fruit', color: '#ff0000' });
    await restoreVersion({ kind: 'detection_label', subject: apple.id, change: version!.id });
    const names = await Promise.all([apple, pear].map(({ id }) => anna.client.get(`${LABELS}${id}`)));
    expect(names.map((response) => expectBody<{ name: string }>(response).name)).toEqual(['Apple', 'Fruit']);
  });

  it('restores a deleted object with its recognition labels', async () => {
    const image = await uploadImage(anna.client, { workspace });
    const object = await createTestObject(anna.client, image.id, (await createLabel('Bottle')).id);
    const brandLabel = await createTestLabel(anna.client, { workspace });
    await addLabelToObject(object.id, brandLabel.id);
    const [version] = await listChanges(image.id);
    await ben.client.delete(`${OBJECTS}${object.id}`);
    await restoreVersion({ kind: 'training_image', subject: image.id, change: version!.id });
    expect((await readObject(object.id)).recognition_labels).toMatchObject([{ id: brandLabel.id }]);
  });

  it('of one object leaves the other objects of the image unchanged', async () => {
    const image = await uploadImage(anna.client, { workspace });
    const label = await createLabel('Bottle');
    const firstObject = await createTestObject(anna.client, image.id, label.id, [1, 2, 20, 20]);
    const secondObject = await createTestObject(anna.client, image.id, label.id, [1, 2, 20, 20]);
    const brandLabel = await createTestLabel(anna.client, { workspace });
    const [version] = await listChanges(image.id);
    for (const { id } of [firstObject, secondObject]) await ben.client.put(`${OBJECTS}${id}`, { data: [5, 6, 30, 30] });
    await addLabelToObject(firstObject.id, brandLabel.id);
    const body = { kind: 'training_image', subject: image.id, row: firstObject.id, change: version!.id };
    expect(await restoreVersion(body)).toMatchObject({ undone: 2, conflicts: [] });
    expect(await readObject(firstObject.id)).toMatchObject({ data: [1, 2, 20, 20], recognition_labels: [] });
    expect(await readObject(secondObject.id)).toMatchObject({ data: [5, 6, 30, 30] });
  });
});

describe('history', () => {
  it('of an image contains the labels of its objects, including deleted objects', async () => {
    const image = await uploadImage(anna.client, { workspace });
    const object = await createTestObject(anna.client, image.id, (await createLabel('Bottle')).id);
    await addLabelToObject(object.id, (await createTestLabel(anna.client, { workspace })).id);
    await anna.client.delete(`${OBJECTS}${object.id}`);
    const changes = (await listChanges(image.id)).map(({ kind, operation }) => `${kind} ${operation}`);
    expect(changes.toSorted()).toEqual([
      ...['detection_object delete', 'detection_object insert', 'object_label delete', 'object_label insert'],
      'training_image insert',
    ]);
  });

  it('of an object contains only its own changes and labels', async () => {
    const image = await uploadImage(anna.client, { workspace });
    const label = await createLabel('Bottle');
    const object = await createTestObject(anna.client, image.id, label.id);
    const otherObject = await createTestObject(anna.client, image.id, label.id);
    const brandLabel = await createTestLabel(anna.client, { workspace });
    for (const { id } of [object, otherObject]) await addLabelToObject(id, brandLabel.id);
    expect(await listChanges(image.id, object.id)).toMatchObject([
      { kind: 'object_label', subject: object.id, row: brandLabel.id },
      { kind: 'detection_object', row: object.id, operation: 'insert' },
    ]);
  });

  it('of a row without its subject is refused', async () => {
    const [row] = await listChanges((await uploadImage(anna.client, { workspace })).id);
    const response = await anna.client.get('/history/v2/change/', { workspace, change_set: row!.change_set.id, row: row!.row });
    expect(response.status).toBe(400);
  });
});

interface Step {
  kind: 'add' | 'move' | 'relabel' | 'delete' | 'undo' | 'import';
  shape: keyof typeof SHAPES;
  pick: number;
}
const SHAPES = {
  detection_object: { path: OBJECTS, label: 'detection_label', data: [1, 2, 20, 20], moved: [3, 4, 30, 30] },
  polygon: {
    path: '/segmentation/v2/polygon/',
    label: 'segmentation_label',
    data: [1, 1, 9, 1, 9, 9],
    moved: [2, 2, 8, 2, 8, 9],
  },
  point: { path: '/annotate/v2/point/', label: null, data: [1, 1], moved: [7, 8] },
} as const;
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom<Step['kind']>('add', 'add', 'move', 'relabel', 'delete', 'undo', 'import'),
    shape: fc.constantFrom(...(Object.keys(SHAPES) as Step['shape'][])),
    pick: fc.nat(1000),
  }),
  { minLength: 4, maxLength: 12 },
);

/**
 * Creates an image with labels for boxes and for polygons. `executeStep` runs a step on the image, and remembers the ids of the shapes that
 * steps create.
 */
async function createAnnotatedImage() {
  const image = (await uploadImage(anna.client, { workspace })).id;
  const createLabels = async (path: string) => [
    (await createNamedRow(anna.client, path, { workspace, name: 'First' })).id,
    (await createNamedRow(anna.client, path, { workspace, name: 'Second' })).id,
  ];
  const labels = { detection_object: await createLabels(LABELS), polygon: await createLabels('/segmentation/v2/label/') };
  const ids: Record<Step['shape'], string[]> = { detection_object: [], polygon: [], point: [] };
  const getLabel = (shape: Step['shape'], pick: number) => {
    const { label } = SHAPES[shape];
    return label === null || shape === 'point' ? { name: `Tip ${pick % 3}` } : { [label]: labels[shape][pick % 2] };
  };
  const executeStep = async ({ kind, shape, pick }: Step) => {
    const { path, data, moved } = SHAPES[shape];
    const id = ids[shape][pick % Math.max(1, ids[shape].length)];
    if (kind === 'add')
      ids[shape].push(
        (await createNamedRow(anna.client, path, { image, data, ...getLabel(shape, pick), name: 'Tip', workspace })).id,
      );
    else if (kind === 'undo') {
      const [lastChange] = await listChanges(image);
      if (lastChange?.kind !== 'training_image')
        await anna.client.post('/history/v2/undo', { workspace, change_set: lastChange?.change_set.id });
    } else if (kind === 'import') await importPoint(image);
    else if (id === undefined) return;
    else if (kind === 'delete') await anna.client.delete(`${path}${id}`);
    else if (kind === 'move' && shape === 'detection_object' && pick % 2 === 1)
      await anna.client.put(`${path}${id}`, { workspace, rotated_box: [20, 20, 12, 6, 90 * (pick % 4)] });
    else await anna.client.put(`${path}${id}`, { workspace, ...(kind === 'move' ? { data: moved } : getLabel(shape, pick)) });
  };
  return { image, executeStep };
}

/** Creates a point like an import, which does not log the creation of each row. */
const importPoint = (image: string) =>
  server.db.transaction().execute(async (trx) => {
    await declareWriter(trx, { userId: null, origin: 'work', summarized: true });
    await sql`insert into point (id, workspace_id, image_id, name, data) values (${randomUUID()}, ${workspace}, ${image}, 'Imported', '{5,5}')`.execute(
      trx,
    );
  });

async function readCurrentShapes(image: string) {
  const { rows } = await sql<VersionShape>`
    select 'detection_object' as kind, id, detection_label_id as label, null as name, to_json(data) as data, to_json(rotated_box) as rotated_box, to_json(attributes) as attributes from detection_object where image_id = ${image}
    union all select 'polygon', id, segmentation_label_id, null, to_json(data), null, to_json(attributes) from polygon where image_id = ${image}
    union all select 'point', id, null, name, to_json(data), null, '{}' from point where image_id = ${image}`.execute(server.db);
  return rows;
}
const sortById = (shapes: readonly VersionShape[]) => shapes.toSorted((a, b) => (a.id < b.id ? -1 : 1));

describe('shapes of an image', () => {
  it('after a change are the shapes of the image at that time, for any sequence of changes', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const { image, executeStep } = await createAnnotatedImage();
        const snapshots = new Map<number, VersionShape[]>();
        let [lastChange] = await listChanges(image);
        for (const step of sequence) {
          await executeStep(step);
          const previousChangeId = lastChange?.id;
          [lastChange] = await listChanges(image);
          // An import adds shapes without an entry, so the last version before it does not contain them.
          if (lastChange && lastChange.id !== previousChangeId) snapshots.set(lastChange.id, await readCurrentShapes(image));
        }
        for (const { rotated_box, data } of [...snapshots.values()].flat())
          if (rotated_box) expect(data).toEqual(computeEnclosingBox(rotated_box, { width: 64, height: 48 }));
        for (const [change, shapes] of snapshots) expect(sortById(await readShapes(image, change))).toEqual(sortById(shapes));
      }),
      { numRuns: process.env.LONG ? 8 : 3 },
    );
  }, 60_000);

  it('before the first change are those that were imported', async () => {
    const image = (await uploadImage(anna.client, { workspace })).id;
    await sql`delete from change where subject_id = ${image}`.execute(server.db);
    await importPoint(image);
    const label = await createLabel('Bottle');
    const object = await createTestObject(anna.client, image, label.id);
    await anna.client.put(`${OBJECTS}${object.id}`, { data: [5, 6, 30, 30] });
    await importPoint(image);
    expect(await readShapes(image, 0)).toMatchObject([{ kind: 'point', name: 'Imported' }]);
  });

  it('are not found for a change of another image', async () => {
    const [image, otherImage] = [await uploadImage(anna.client, { workspace }), await uploadImage(anna.client, { workspace })];
    const [change] = await listChanges(otherImage.id);
    const query = { workspace, image: image.id, change: change!.id };
    expect((await anna.client.get('/history/v2/image-shapes/', query)).status).toBe(404);
  });
});
