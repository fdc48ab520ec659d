import { randomUUID } from 'node:crypto';
import type { LabelledShape, LabelledShapeChanges, Remark } from '@console/shared-contract/api';
import { expectBody } from '../../testing/api/client';
import { createNamedRow, createTestJob, uploadImages } from '../../testing/api/fixtures';
import { createTestMember } from '../../testing/api/members';
import type { TestUser } from '../../testing/api/test-users';
import { setUpTestServer } from '../../testing/api/test-server';
import { postUndoable, undo } from '../../testing/api/undo';
import { annotate, createGoldFixture, getBatch, GOLD_BOX } from '../../testing/quality/gold-fixture';

const SHAPES = '/annotate/v2/labelled-shape/';

const server = setUpTestServer();
let user: TestUser;
let author: TestUser;
let cellLabel: { id: string };
let plateletLabel: { id: string };
let tissueLabel: { id: string };
let images: string[];
beforeEach(async () => {
  [user, author] = [await server.createTestUser(), await server.createTestUser()];
  await server.createTestWorkspace({ members: [user, author] });
  cellLabel = await createNamedRow(user.client, '/detection/v2/label/', { name: 'Cell', color: '#ff0000' });
  plateletLabel = await createNamedRow(user.client, '/detection/v2/label/', { name: 'Platelet', color: '#00ff00' });
  tissueLabel = await createNamedRow(user.client, '/segmentation/v2/label/', { name: 'Tissue', color: '#0000ff' });
  images = (await uploadImages(user.client, 2)).map(({ id }) => id);
});

const createShape = async (path: string, body: object, creator = user) =>
  expectBody<{ id: string }>(await creator.client.post(path, body), 201).id;
const drawBox = (image: string | undefined, data: number[], label = cellLabel, creator = user) =>
  createShape('/detection/v2/object/', { image, detection_label: label.id, data }, creator);
const drawPolygon = (image: string | undefined, data: number[]) =>
  createShape('/segmentation/v2/polygon/', { image, segmentation_label: tissueLabel.id, data });

interface ShapePage {
  total: number | null;
  next: string | null;
  shapes: LabelledShape[];
}
const listShapes = async (query: object = {}, labels = [cellLabel]) =>
  expectBody<ShapePage>(await user.client.get(SHAPES, { shape_labels: labels.map(({ id }) => id), ...query }));
const listIds = async (query: object = {}, labels = [cellLabel]) => (await listShapes(query, labels)).shapes.map(({ id }) => id);

describe('the list of labelled shapes', () => {
  it('returns shapes of all kinds with their label, image and creator', async () => {
    const box = await drawBox(images[0], [0, 0, 10, 12]);
    await drawBox(images[0], [0, 0, 10, 12], plateletLabel);
    const polygon = await drawPolygon(images[1], [2, 2, 20, 2, 20, 20]);
    const { total, next, shapes } = await listShapes({ sort: 'oldest' }, [cellLabel, tissueLabel]);
    expect({ total, next }).toEqual({ total: 2, next: null });
    expect(shapes).toMatchObject([
      {
        id: box,
        kind: 'object',
        label: { id: cellLabel.id, name: 'Cell', color: '#ff0000' },
        box: [0, 0, 10, 12],
        image: { id: images[0], verified: false },
        created_by: { id: user.id },
        suspicion: null,
        confidence: null,
        likeness: null,
      },
      { id: polygon, kind: 'polygon', label: { id: tissueLabel.id }, box: [2, 2, 20, 20], image: { id: images[1] } },
    ]);
  });

  it('returns each shape on exactly one page, even with equal sort values', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 7; index += 1) ids.push(await drawBox(images[index % 2], [0, 0, 10, 10]));
    const shapeIds: string[] = [];
    let cursor: string | null | undefined;
    do {
      const pageRows = await listShapes({ sort: 'largest', page_size: 3, ...(cursor && { after: cursor }) });
      expect(pageRows.total).toBe(cursor ? null : 7);
      shapeIds.push(...pageRows.shapes.map(({ id }) => id));
      cursor = pageRows.next;
    } while (cursor);
    expect(shapeIds).toHaveLength(7);
    expect(new Set(shapeIds)).toEqual(new Set(ids));
  });

  it('sorts by size and by date', async () => {
    const [small, large, middle] = [
      await drawBox(images[0], [0, 0, 5, 5]),
      await drawBox(images[0], [0, 0, 30, 30]),
      await drawBox(images[1], [0, 0, 10, 10]),
    ];
    expect(await listIds({ sort: 'largest' })).toEqual([large, middle, small]);
    expect(await listIds({ sort: 'smallest' })).toEqual([small, middle, large]);
    expect(await listIds({ sort: 'newest' })).toEqual([middle, large, small]);
  });

  it('filters by creator, verified images, file name and violated rule', async () => {
    const [shapeOfUser, otherShape] = [
      await drawBox(images[0], [0, 0, 10, 10]),
      await drawBox(images[1], [0, 0, 30, 30], cellLabel, author),
    ];
    await user.client.put(`/recognition/v2/training-image/${images[0]}`, { name: 'slide.png' });
    await user.client.post('/annotate/v2/verification/', { image_id: images[1] });
    expect(await listIds({ created_by: author.id })).toEqual([otherShape]);
    expect(await listIds({ verified: true })).toEqual([otherShape]);
    expect(await listIds({ verified: false })).toEqual([shapeOfUser]);
    expect(await listIds({ search: 'slide' })).toEqual([shapeOfUser]);
    const task = await createNamedRow(user.client, '/detection/v2/task/', {
      rules: { levels: { small: 'warning' }, min_side: 20 },
    });
    await user.client.post(`/detection/v2/task/${task.id}/add-label`, { label_id: cellLabel.id });
    await user.client.post('/annotate/v2/rule-violation/check', { task: task.id });
    expect(await listIds({ detection_task_violations: task.id, violated_rule: 'small' })).toEqual([shapeOfUser]);
  });

  it('lists the shapes with the most probable label errors first', async () => {
    const [correctShape, suspectedShape] = [await drawBox(images[0], [0, 0, 10, 10]), await drawBox(images[1], [0, 0, 10, 10])];
    await insertSuspect(suspectedShape, images[1]!);
    const { shapes } = await listShapes({ sort: 'suspicion' });
    expect(shapes.map(({ id, suspicion }) => [id, suspicion])).toEqual([
      [suspectedShape, expect.closeTo(0.75, 5)],
      [correctShape, null],
    ]);
    expect(await listIds({ suspected: true })).toEqual([suspectedShape]);
  });

  it('lists shapes of models with the lowest score first', async () => {
    const drawnShape = await drawBox(images[0], [0, 0, 10, 10]);
    const storePrediction = (score: number) => {
      const body = { image: images[1], detection_label: cellLabel.id, data: [0, 0, 10, 10], prediction: { model: 'm', score } };
      return createShape('/detection/v2/object/', body);
    };
    const [highScoreShape, lowScoreShape] = [await storePrediction(0.9), await storePrediction(0.4)];
    const firstPage = await listShapes({ sort: 'confidence', page_size: 1 });
    const { shapes } = await listShapes({ sort: 'confidence', after: firstPage.next ?? '' });
    expect([...firstPage.shapes, ...shapes].map(({ id, confidence }) => [id, confidence])).toEqual([
      [lowScoreShape, 0.4],
      [highScoreShape, 0.9],
      [drawnShape, null],
    ]);
  });

  it('refuses labels of other workspaces and positions that it did not return', async () => {
    const otherTenant = await server.createTenant();
    expect((await otherTenant.client.get(SHAPES, { shape_labels: [cellLabel.id] })).status).toBe(404);
    expect((await user.client.get(SHAPES, { shape_labels: [cellLabel.id], after: '1; drop table' })).status).toBe(400);
    expect((await user.client.get(SHAPES, {})).status).toBe(400);
  });

  it('has crops of shapes of all kinds', async () => {
    await drawBox(images[0], [0, 0, 10, 12]);
    await drawPolygon(images[0], [2, 2, 20, 2, 20, 20]);
    const { shapes } = await listShapes({}, [cellLabel, tissueLabel]);
    for (const { crop } of shapes) {
      const response = await server.app.inject({ url: new URL(crop).pathname + new URL(crop).search });
      expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/webp']);
    }
    const { crop } = shapes[0]!;
    const outsideUrl = new URL(crop.replace(/\d+-\d+-\d+-\d+/, '0-0-99999-99999'));
    expect((await server.app.inject({ url: outsideUrl.pathname })).statusCode).not.toBe(200);
  });
});

/** Inserts a suspected label error: a prediction run found that the shape shows a platelet. */
async function insertSuspect(shape: string, image: string) {
  const { db } = server;
  const { workspace_id } = await db
    .selectFrom('training_image')
    .select('workspace_id')
    .where('id', '=', image)
    .executeTakeFirstOrThrow();
  const task = await createNamedRow(user.client, '/detection/v2/task/');
  const predictionRun = await db
    .insertInto('prediction_run')
    // The test has no model, so use a random id. The list does not read the model.
    .values({ workspace_id, detection_task_id: task.id, model_id: randomUUID() })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('suspect')
    .values({
      workspace_id,
      run_id: predictionRun.id,
      image_id: image,
      kind: 'other_label' as const,
      shape_id: shape,
      label_id: cellLabel.id,
      said_label_id: plateletLabel.id,
      said: '{}',
      sureness: 0.75,
    })
    .execute();
}

describe('a change of labelled shapes', () => {
  const createFilter = () => ({ shape_labels: [cellLabel.id] });
  const previewChange = async (body: object) =>
    expectBody<LabelledShapeChanges>(await user.client.post(`${SHAPES}change`, { ...body, dry_run: true })).preview;

  it('previews the count, relabels all matching shapes, and undo restores their labels', async () => {
    const ids = [await drawBox(images[0], [0, 0, 10, 10]), await drawBox(images[1], [0, 0, 10, 10])];
    await drawBox(images[1], [5, 5, 15, 15], plateletLabel);
    const body = { change: 'relabel', filter: createFilter(), label: plateletLabel.id };
    expect(await previewChange(body)).toEqual({ matched: 2, changes: 2, images: 2, unfit: 0 });
    expect(await listIds()).toHaveLength(2);
    const result = await postUndoable<LabelledShapeChanges>(user.client, `${SHAPES}change`, body);
    expect([...result.changed].sort()).toEqual([...ids].sort());
    expect(result.next).toBeNull();
    expect([await listIds(), await listIds({}, [plateletLabel])].map(({ length }) => length)).toEqual([0, 3]);
    await undo(user.client, result);
    expect((await listIds()).sort()).toEqual([...ids].sort());
  });

  it('deletes listed shapes of several kinds at once, and undo restores them', async () => {
    const shapes = [await drawBox(images[0], [0, 0, 10, 10]), await drawPolygon(images[1], [2, 2, 20, 2, 20, 20])];
    const keptId = await drawBox(images[1], [0, 0, 10, 10]);
    const result = await postUndoable<LabelledShapeChanges>(user.client, `${SHAPES}change`, { change: 'delete', shapes });
    expect([...result.changed].sort()).toEqual([...shapes].sort());
    expect(await listIds({}, [cellLabel, tissueLabel])).toEqual([keptId]);
    await undo(user.client, result);
    expect(await listIds({}, [cellLabel, tissueLabel])).toHaveLength(3);
  });

  it('leaves shapes unchanged that cannot have the label', async () => {
    const shapes = [await drawBox(images[0], [0, 0, 10, 10]), await drawPolygon(images[1], [2, 2, 20, 2, 20, 20])];
    const body = { change: 'relabel', shapes, label: plateletLabel.id };
    expect(await previewChange(body)).toEqual({ matched: 2, changes: 1, images: 1, unfit: 1 });
    const { changed } = expectBody<LabelledShapeChanges>(await user.client.post(`${SHAPES}change`, body));
    expect(changed).toEqual([shapes[0]]);
    expect(await listIds({}, [tissueLabel])).toEqual([shapes[1]]);
  });

  it('requires a label to relabel, and either shapes or a filter', async () => {
    for (const body of [
      { change: 'relabel', shapes: [] },
      { change: 'delete' },
      { change: 'delete', shapes: [], filter: createFilter() },
    ])
      expect((await user.client.post(`${SHAPES}change`, body)).status).toBe(400);
  });
});

describe('sending the images of shapes back', () => {
  it('returns each done item to its author once, and counts the other images', async () => {
    const shapes = [
      await drawBox(images[0], [0, 0, 10, 10], cellLabel, author),
      await drawBox(images[0], [5, 5, 15, 15], cellLabel, author),
      await drawBox(images[1], [0, 0, 10, 10]),
    ];
    const job = await createTestJob(user.client, 'image', { randomize: false });
    await user.client.post(`/annotate/v2/imagejob/${job.id}/add-items`, { items: [images[0]] });
    await author.client.post(`/annotate/v2/imagejob/${job.id}/mark-done`, { items: [images[0]] });
    const body = { shapes, text: 'These are platelets' };
    const sendBackShapes = async (additionalFields = {}) =>
      expectBody<{ images: string[]; not_done: number }>(
        await user.client.post(`${SHAPES}send-back`, { ...body, ...additionalFields }),
      );
    const readRemarks = async () =>
      expectBody<{ results: Remark[] }>(await user.client.get('/annotate/v2/remark/', { job: job.id })).results;
    expect(await sendBackShapes({ dry_run: true })).toEqual({ images: [images[0]], not_done: 1 });
    expect(await readRemarks()).toEqual([]);
    expect(await sendBackShapes()).toEqual({ images: [images[0]], not_done: 1 });
    expect(await readRemarks()).toMatchObject([
      { image: images[0], text: 'These are platelets', author: { id: author.id }, reviewer: { id: user.id }, state: 'open' },
    ]);
    expect(await sendBackShapes()).toEqual({ images: [], not_done: 2 });
  });

  it('never sends gold items back, because others have drawn their shapes', async () => {
    const owner = await server.createTestUser();
    const workspace = await server.createTestWorkspace({ members: [owner] });
    const annotator = await createTestMember(server, workspace, 'annotator');
    const fixture = await createGoldFixture(owner, { ordinary: 2, gold: 1 });
    for (const image of (await getBatch(annotator, fixture.path)).results) await annotate(annotator, fixture, image, [GOLD_BOX]);
    const objects = expectBody<{ results: { id: string }[] }>(
      await owner.client.get('/detection/v2/object/', { image: fixture.gold[0] }),
    );
    const shapes = objects.results.map(({ id }) => id);
    const body = { shapes, text: 'Too large', dry_run: true };
    expect(expectBody(await owner.client.post(`${SHAPES}send-back`, body))).toEqual({ images: [], not_done: 1 });
  });
});
