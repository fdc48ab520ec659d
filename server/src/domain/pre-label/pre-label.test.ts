import {
  ConsoleLine,
  type DetectionModel,
  type DetectionObject,
  type DetectionTask,
  type EvaluatedImage,
  type Evaluation,
  type EvaluationMeasures,
  type PreLabelEffort,
  type PreLabelPreview,
  type Skeleton,
  type TaskSplit,
  type TrainingImage,
} from '@console/shared-contract/api';
import { expectBody, type TestClient } from '../../testing/api/client';
import {
  createNamedRow,
  createTestObject,
  createTestJob,
  createTestLabel,
  createTestTask,
  uploadImages,
  type ListEnvelope,
} from '../../testing/api/fixtures';
import { ImportDriver } from '../../testing/api/import-driver';
import { setUpServerWithModels } from '../../testing/api/model-server';
import { unzip } from '../../testing/api/unzip';

const IMAGES = '/recognition/v2/training-image/';
const OBJECTS = '/detection/v2/object/';

const { server, models } = setUpServerWithModels();
let client: TestClient;
beforeEach(async () => {
  ({ client } = await server.createTenant());
});

interface PredictedBox {
  label: string;
  prob: number;
  box?: number[];
  points?: number[][];
}

/** Creates a detection task with two labels and a model that predicts the boxes or skeletons in each image. */
async function createTrainedTask(predict: (labels: { cup: string; pan: string }) => PredictedBox[], skeleton?: object) {
  const task = await createNamedRow<DetectionTask>(client, '/detection/v2/task/');
  const [cup, pan] = [
    await createNamedRow(client, '/detection/v2/label/', { name: 'Cup', skeleton }),
    await createNamedRow(client, '/detection/v2/label/', { name: 'Pan' }),
  ];
  for (const { id } of [cup, pan]) await client.post(`/detection/v2/task/${task.id}/add-label`, { label_id: id });
  const model = expectBody<DetectionModel>(await client.post(`/detection/v2/task/${task.id}/train`), 201);
  const labels = { cup: cup.id, pan: pan.id };
  const toObject = ({ label: id, box = [4.4, 4.6, 30, 30], ...others }: PredictedBox) => ({ ...others, id, bound_box: box });
  models.answer(({ path, body }) =>
    path.endsWith('/train')
      ? { json: { train_status: 'TRAINED', map: 0.75 } }
      : { json: { records: (body as { records: unknown[] }).records.map(() => ({ _objects: predict(labels).map(toObject) })) } },
  );
  await server.runWork();
  return { ...labels, task: task.id, model: model.id, path: `/detection/v2/task/${task.id}/pre-label` };
}

const preLabel = async (path: string, body: object) => expectBody<PreLabelPreview>(await client.post(path, body));
const listObjects = async (query: Record<string, string>) =>
  expectBody<ListEnvelope<DetectionObject>>(await client.get(OBJECTS, query)).results;
const listImages = async (query: Record<string, string | boolean>) =>
  expectBody<ListEnvelope<TrainingImage>>(await client.get(IMAGES, query)).results.map(({ id }) => id);
const getIds = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

it("counts, predicts and adds predictions above each label's threshold as one undoable change", async () => {
  const { cup, pan, model, path } = await createTrainedTask((labels) => [
    { label: labels.cup, prob: 0.9 },
    { label: labels.pan, prob: 0.5, box: [20, 10, 80, 99] },
  ]);
  const images = await uploadImages(client, 3);
  const [firstImage, secondImage, thirdImage] = getIds(images);
  // One image already contains a cup, and another one is verified.
  await client.post(OBJECTS, { image: secondImage, detection_label: cup, data: [5, 5, 30, 30] });
  await client.post('/annotate/v2/verification/', { image_id: thirdImage });
  const body = { images: getIds(images), thresholds: { [pan]: 0.4 } };
  expect(await preLabel(path, body)).toMatchObject({ matched: 3, images: 2, unpredicted: 2, work: null });
  await preLabel(path, { ...body, mode: 'predict' });
  await server.runWork();
  expect(await preLabel(path, body)).toMatchObject({
    unpredicted: 0,
    labels: [
      { id: cup, name: 'Cup', threshold: 0.3, recommended: 0.3, count: 1 },
      { id: pan, threshold: 0.4, count: 2 },
    ],
  });
  expect((await preLabel(path, { ...body, thresholds: { [pan]: 0.6 } })).labels[1]).toMatchObject({ count: 0 });
  expect(await listObjects({})).toHaveLength(1);

  const { work } = await preLabel(path, { ...body, mode: 'add' });
  expect((await client.post(path, { ...body, mode: 'add' })).status).toBe(400);
  await server.runWork();
  expect(expectBody(await client.get(`/annotate/v2/work/${work?.id}`))).toMatchObject({ status: 'done', done: 2, total: 2 });
  expect((await listObjects({ image: firstImage! })).map(({ data, prediction }) => ({ data, prediction }))).toEqual(
    expect.arrayContaining([
      { data: [4, 5, 30, 30], prediction: { model, score: 0.9 } },
      { data: [20, 10, 64, 48], prediction: { model, score: 0.5 } },
    ]),
  );
  expect(await listObjects({ image: secondImage! })).toHaveLength(2);
  expect(await listObjects({ image: thirdImage! })).toEqual([]);
  expect((await preLabel(path, body)).labels.map(({ count }) => count)).toEqual([0, 0]);

  const changeSets = expectBody<{ results: { id: number; work: string | null; changes: { kind: string; count: number }[] }[] }>(
    await client.get('/history/v2/set/', { kind: 'detection_object' }),
  ).results.filter((changeSet) => changeSet.work === work?.id);
  expect(changeSets).toMatchObject([{ changes: [{ kind: 'detection_object', operation: 'insert', count: 3 }] }]);
  expectBody(await client.post('/history/v2/undo', { change_set: changeSets[0]?.id }));
  expect(await listObjects({})).toMatchObject([{ prediction: null }]);
});

it('adds predicted skeletons, which trainings exclude until a review', async () => {
  const points = [
    [10.4, 5.6, 0.9],
    [40, 20, 0.4],
    [20, 30, 0.7],
    [30, 400, 0.9],
  ];
  const template = { points: ['head', 'left', 'right', 'tail'].map((name) => ({ name })), edges: [[0, 1]] };
  const { cup, pan, task, model, path } = await createTrainedTask(
    (labels) => [
      { label: labels.cup, prob: 0.9, points },
      { label: labels.cup, prob: 0.8, points: points.map(([x, y]) => [x!, y!, 0.1]) },
      { label: labels.pan, prob: 0.7 },
    ],
    template,
  );
  const [firstImage, secondImage] = getIds(await uploadImages(client, 2));
  // A low confidence and a position outside the image make a point absent.
  const data = [10, 6, 2, 0, 0, 0, 20, 30, 2, 0, 0, 0];
  expectBody(await client.post('/detection/v2/skeleton/', { image: secondImage, detection_label: cup, data }), 201);
  // A box of the same object is not the same annotation as its skeleton.
  const box = await createTestObject(client, firstImage!, cup, [10, 6, 20, 30]);
  const listSkeletons = async () => expectBody<ListEnvelope<Skeleton>>(await client.get('/detection/v2/skeleton/')).results;
  const { work } = await preLabel(path, { images: [firstImage, secondImage], mode: 'add' });
  await server.runWork();
  const addedSkeletons = (await listSkeletons()).filter(({ image }) => image.id === firstImage);
  expect(addedSkeletons).toMatchObject([{ detection_label: { id: cup }, data, prediction: { model, score: 0.9 } }]);
  expect((await listObjects({})).map(({ detection_label }) => detection_label.id).sort()).toEqual([cup, pan, pan].sort());
  expect(await listImages({ unreviewed: true })).toEqual([secondImage, firstImage]);
  expect(expectBody<TaskSplit>(await client.get(`/detection/v2/task/${task}/split`)).train).toBe(0);
  // The pose of a skeleton is not calibrated, so no image is accepted without a review.
  const { acceptance } = await preLabel(path, { images: [firstImage], target_error: 0.2 });
  expect(acceptance).toMatchObject({ accepted: 0, audited: 0 });
  const { results } = expectBody<{ results: { id: number; work: string | null }[] }>(await client.get('/history/v2/set/'));
  expectBody(await client.post('/history/v2/undo', { change_set: results.find((changeSet) => changeSet.work === work?.id)?.id }));
  expect(await listSkeletons()).toMatchObject([{ image: { id: secondImage }, prediction: null }]);
  expect(await listObjects({})).toMatchObject([{ id: box.id }]);
});

it('evaluates a model by the object keypoint similarity of its skeletons', async () => {
  const positions = [
    [10, 10],
    [40, 10],
    [25, 40],
  ];
  const template = {
    points: ['left', 'right', 'foot'].map((name) => ({ name })),
    edges: [
      [0, 2],
      [1, 2],
    ],
  };
  const box = [10, 10, 40, 40];
  const { cup, pan, task } = await createTrainedTask(
    (labels) => [
      { label: labels.cup, prob: 0.9, box, points: positions.map(([x, y]) => [x!, y!, 0.9]) },
      // The same box with another pose is a false detection.
      { label: labels.cup, prob: 0.6, box, points: positions.map(([x, y]) => [50 - x!, 50 - y!, 0.9]) },
      { label: labels.pan, prob: 0.8, box },
    ],
    template,
  );
  const images = getIds(await uploadImages(client, 2));
  const data = positions.flatMap(([x, y]) => [x!, y!, 2]);
  for (const image of images)
    expectBody(await client.post('/detection/v2/skeleton/', { image, detection_label: cup, data }), 201);
  // A second skeleton that the model misses, and a box of the label with skeletons, which is not compared.
  const missedSkeleton = { image: images[1], detection_label: cup, data: [50, 2, 2, 60, 2, 1, 0, 0, 0] };
  expectBody(await client.post('/detection/v2/skeleton/', missedSkeleton), 201);
  expectBody(await client.post(OBJECTS, { image: images[0], detection_label: cup, data: box }), 201);
  expectBody(await client.post(OBJECTS, { image: images[0], detection_label: pan, data: box }), 201);
  await client.post(`${IMAGES}update`, { images, 'mark-test': true });
  for (const image of images) await client.post('/annotate/v2/verification/', { image_id: image });
  const { id } = expectBody<Evaluation>(await client.post(`/detection/v2/task/${task}/evaluate`), 201);
  await server.runWork();
  const { labels } = expectBody<EvaluationMeasures>(await client.get(`/annotate/v2/evaluation/${id}/measures`));
  // Two of three skeletons are found before the false detections, so the precision is 1 at 67 of the 101 recall thresholds.
  const expectedPrecision = expect.closeTo(67 / 101, 6) as number;
  expect(labels).toEqual([
    expect.objectContaining({
      id: cup,
      count: 3,
      said: 4,
      right: 2,
      skeletons: { ap: expectedPrecision, ap50: expectedPrecision, ap75: expectedPrecision },
    }),
    expect.not.objectContaining({ skeletons: expect.anything() }),
  ]);
  const { results } = expectBody<ListEnvelope<EvaluatedImage>>(
    await client.get(`/annotate/v2/evaluation/${id}/pictures`, { label: cup }),
  );
  expect(results.map(({ right, skeleton }) => [right, skeleton?.oks]).slice(-2)).toEqual(Array(2).fill([true, 1]));
  expect(results.at(-1)?.skeleton).toEqual({ truth: data, said: data, edges: template.edges, oks: 1 });
  expect(results.find(({ said }) => said === null)?.skeleton).toMatchObject({ truth: missedSkeleton.data, said: null });
  expect(results.filter(({ truth }) => truth === null).map(({ skeleton }) => skeleton?.truth)).toEqual([null, null]);
});

it('reports how many annotations of a model users accepted, corrected, deleted or had to add', async () => {
  const { cup, task, model, path } = await createTrainedTask((labels) => [
    { label: labels.cup, prob: 0.9 },
    { label: labels.pan, prob: 0.5, box: [20, 10, 60, 40] },
  ]);
  const images = getIds(await uploadImages(client, 3));
  await preLabel(path, { images, mode: 'add' });
  await server.runWork();
  const readEffort = async () => expectBody<PreLabelEffort>(await client.get(`/detection/v2/task/${task}/pre-label`)).models;
  const zeroCounts = { accepted: 0, corrected: 0, deleted: 0, added: 0 };
  expect(await readEffort()).toEqual([{ model, number: 1, unreviewed: 6, ...zeroCounts }]);
  const [firstObjects, secondObjects] = await Promise.all(images.map((image) => listObjects({ image })));
  await client.put(`${OBJECTS}${firstObjects![0]!.id}/`, { data: [1, 2, 30, 40] });
  await client.put(`${OBJECTS}${firstObjects![0]!.id}/`, { data: [1, 2, 30, 41] });
  await client.post(OBJECTS, { image: images[0], detection_label: cup, data: [50, 1, 60, 20] });
  await client.delete(`${OBJECTS}${secondObjects![0]!.id}`);
  await client.post('/annotate/v2/verification/', { image_id: images[0] });
  await client.post('/annotate/v2/verification/', { image_id: images[1] });
  expect(await readEffort()).toMatchObject([{ unreviewed: 2, accepted: 2, corrected: 1, deleted: 1, added: 1 }]);
});

it('adds the most probable category to images of a job without a label of the task', async () => {
  const task = await createTestTask(client, { name: 'Kind', type: 'multi_class' });
  const appleLabel = await createTestLabel(client, { name: 'Apple', task: task.id });
  const pearLabel = await createTestLabel(client, { name: 'Pear', task: task.id });
  const { id: model } = expectBody<{ id: string }>(await client.post(`/recognition/v2/task/${task.id}/train`), 201);
  const labels = [
    { id: pearLabel.id, prob: 0.55 },
    { id: appleLabel.id, prob: 0.4 },
  ];
  models.answer(({ path, body }) =>
    path.endsWith('/train')
      ? { json: { train_status: 'TRAINED', map: null } }
      : { json: { records: (body as { records: unknown[] }).records.map(() => ({ labels })) } },
  );
  await server.runWork();
  const [firstImage, secondImage, thirdImage] = getIds(await uploadImages(client, 3));
  await client.post(`${IMAGES}${secondImage}/add-label`, { label_id: appleLabel.id });
  const job = await createTestJob(client);
  await client.post(`/annotate/v2/imagejob/${job.id}/add-items`, { items: [firstImage, secondImage] });
  const path = `/recognition/v2/task/${task.id}/pre-label`;
  expect(await preLabel(path, { filter: { imagejob: job.id }, mode: 'add' })).toMatchObject({ matched: 2, images: 2 });
  await server.runWork();
  const readLabels = async (id?: string) => expectBody<TrainingImage>(await client.get(`${IMAGES}${id}`)).labels;
  expect(await readLabels(firstImage)).toMatchObject([{ id: pearLabel.id, prediction: { model, score: 0.55 } }]);
  expect(await readLabels(secondImage)).toMatchObject([{ id: appleLabel.id, prediction: null }]);
  expect(await listImages({ unreviewed: true })).toEqual([firstImage]);
  // A user who sets the same label confirms the prediction.
  await client.post(`${IMAGES}${firstImage}/add-label`, { label_id: pearLabel.id });
  expect(await readLabels(firstImage)).toMatchObject([{ prediction: null }]);
  expect(await listImages({ unreviewed: true })).toEqual([]);
  const expectedEffort = { unreviewed: 0, accepted: 1, corrected: 0, deleted: 0 };
  expect(expectBody<PreLabelEffort>(await client.get(path)).models).toMatchObject([expectedEffort]);
  // If the most probable category is no longer in the task, the second most probable one must not replace it.
  await preLabel(path, { images: [thirdImage], mode: 'predict' });
  await server.runWork();
  expect((await preLabel(path, { images: [thirdImage] })).labels).toMatchObject([{ count: 0 }, { count: 1 }]);
  await client.post(`/recognition/v2/task/${task.id}/remove-label`, { label_id: pearLabel.id });
  expect((await preLabel(path, { images: [thirdImage] })).labels).toMatchObject([{ id: appleLabel.id, count: 0 }]);
});

describe('a shape that a model has created', () => {
  const prediction = { model: 'a model', score: 0.91 };
  async function createPredictedObject(image: string, label: string) {
    const body = { image, detection_label: label, data: [4, 4, 30, 30], prediction };
    return expectBody<DetectionObject>(await client.post(OBJECTS, body), 201);
  }
  const readObject = async ({ id }: { id: string }) => expectBody<DetectionObject>(await client.get(`${OBJECTS}${id}`));

  it('counts as predicted until a user changes the shape or verifies its image', async () => {
    const label = await createNamedRow(client, '/detection/v2/label/');
    const [firstImage, secondImage] = getIds(await uploadImages(client, 2));
    const [changedShape, verifiedShape] = [
      await createPredictedObject(firstImage!, label.id),
      await createPredictedObject(secondImage!, label.id),
    ];
    expect([changedShape.prediction, (await readObject(verifiedShape)).prediction]).toEqual([prediction, prediction]);
    expect(await listImages({ unreviewed: true })).toEqual([secondImage, firstImage]);
    expectBody(await client.put(`${OBJECTS}${changedShape.id}/`, { data: [5, 4, 30, 30] }));
    expect((await readObject(changedShape)).prediction).toBeNull();
    expect(await listImages({ unreviewed: true })).toEqual([secondImage]);
    await client.post('/annotate/v2/verification/', { image_id: secondImage });
    expect((await readObject(verifiedShape)).prediction).toBeNull();
    expect(await listImages({ unreviewed: true })).toEqual([]);
    expect(await listImages({ unreviewed: false })).toEqual([secondImage, firstImage]);
    const { results } = expectBody<{ results: { before: object | null; after: object | null }[] }>(
      await client.get('/history/v2/change/', { subject: firstImage!, row: changedShape.id }),
    );
    expect(results).toMatchObject([
      { before: { model_id: 'a model', score: 0.91 }, after: { model_id: null, score: null } },
      { after: { model_id: 'a model', score: 0.91, source: 'prediction' } },
    ]);
    // Annotations that a model adds after the verification are not part of the verification, until the user verifies the image
    // again.
    const laterShape = await createPredictedObject(secondImage!, label.id);
    expect(laterShape.prediction).toEqual(prediction);
    await client.post('/annotate/v2/verification/', { image_id: secondImage });
    expect((await readObject(laterShape)).prediction).toBeNull();
    const thirdShape = await createPredictedObject(secondImage!, label.id);
    const verifyChange = { change: 'verify', images: [firstImage, secondImage] };
    expect(expectBody(await client.post(`${IMAGES}change`, verifyChange))).toMatchObject({
      changed: expect.arrayContaining([secondImage]),
    });
    expect((await readObject(thirdShape)).prediction).toBeNull();
    expect(expectBody(await client.post(`${IMAGES}change`, verifyChange))).toMatchObject({ changed: [] });
  });

  it('is not used for training before a review', async () => {
    const task = await createNamedRow<DetectionTask>(client, '/detection/v2/task/');
    const label = await createNamedRow(client, '/detection/v2/label/');
    await client.post(`/detection/v2/task/${task.id}/add-label`, { label_id: label.id });
    const [image] = getIds(await uploadImages(client, 1));
    const object = await createPredictedObject(image!, label.id);
    const countExamples = async () => expectBody<TaskSplit>(await client.get(`/detection/v2/task/${task.id}/split`)).train;
    expect(await countExamples()).toBe(0);
    // No unreviewed annotation is an example for another task.
    const otherTask = await createNamedRow<DetectionTask>(client, '/detection/v2/task/');
    const drawnLabel = await createNamedRow(client, '/detection/v2/label/', { name: 'Drawn' });
    await client.post(`/detection/v2/task/${otherTask.id}/add-label`, { label_id: drawnLabel.id });
    await client.post(OBJECTS, { image, detection_label: drawnLabel.id, data: [4, 4, 30, 30] });
    expect(expectBody<TaskSplit>(await client.get(`/detection/v2/task/${otherTask.id}/split`)).train).toBe(1);
    await client.put(`${OBJECTS}${object.id}/`, { detection_label: label.id });
    expect(await countExamples()).toBe(1);
  });

  it('declares the model in an export of the console', async () => {
    const label = await createNamedRow(client, '/detection/v2/label/');
    const [image] = getIds(await uploadImages(client, 1));
    const { id, created: createdTime } = await createPredictedObject(image!, label.id);
    const zip = await unzip(await new ImportDriver(server, client).exportImages({ format: 'console', pictures: false }));
    const lines = zip.get('console.jsonl')!.toString().trim().split('\n');
    const exportedLines = lines.map((line) => ConsoleLine.parse(JSON.parse(line)));
    const provenanceFact = { action: 'created', by: 'a model', at: createdTime, source: 'prediction', score: 0.91 };
    expect(exportedLines.at(-1)).toMatchObject({ image: { objects: [{ id, declared: [provenanceFact] }] } });
  });
});
