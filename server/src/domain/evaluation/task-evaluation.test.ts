import type {
  Evaluation,
  EvaluationMeasures,
  EvaluatedImage,
  LearningCurve,
  ModelComparison,
} from '@console/shared-contract/api';
import { sql } from 'kysely';
import { expectBody, type TestClient } from '../../testing/api/client';
import {
  createTestLabel,
  createNamedRow,
  createTestObject,
  createTestTask,
  uploadImage,
  uploadImages,
  type ListEnvelope,
} from '../../testing/api/fixtures';
import { setUpServerWithModels } from '../../testing/api/model-server';
import { setUpTestServer } from '../../testing/api/test-server';
import { createColorImage, createTwoColorImage, recognizeColor, type PredictedRecord } from '../../testing/images/color-images';

const EVALUATIONS = '/annotate/v2/evaluation';
const IMAGES = '/recognition/v2/training-image/';
const serverWithBuiltInModels = setUpTestServer({ config: { builtInModels: true } });
const { server, models } = setUpServerWithModels({}, 10_000);
/** Ids of the labels of the current test's task. */
const labelIds = { Red: '', Blue: '' };

beforeEach(() => {
  models.answer(async ({ path, body }) => {
    if (path.endsWith('/train')) return { json: { train_status: 'TRAINED', map: null } };
    const { records } = body as { records: PredictedRecord[] };
    const predict = async (record: PredictedRecord) => ({ labels: [{ id: labelIds[await recognizeColor(record)], prob: 0.9 }] });
    return { json: { records: await Promise.all(records.map(predict)) } };
  });
});

/** Creates a task with two colours and four TEST images, one of them mislabelled. */
async function createColorTask(client: TestClient) {
  const { id } = await createTestTask(client, { name: 'Color', type: 'multi_class' });
  const red = await createTestLabel(client, { name: 'Red', task: id });
  const blue = await createTestLabel(client, { name: 'Blue', task: id });
  Object.assign(labelIds, { Red: red.id, Blue: blue.id });
  const testImages: string[] = [];
  for (const color of ['Red', 'Blue'] as const)
    for (let index = 0; index < 6; index += 1) {
      const image = await uploadImage(client, { base64: await createColorImage(color, 4 * index) });
      const isWrong = color === 'Red' && index === 0;
      await client.post(`${IMAGES}${image.id}/add-label`, { label_id: (color === 'Red') === isWrong ? blue.id : red.id });
      if (index < 2) testImages.push(image.id);
    }
  await client.post(`${IMAGES}update`, { images: testImages, 'mark-test': true });
  return { id, red: red.id, blue: blue.id, testImages };
}

async function createTrainedTask(client: TestClient) {
  const task = await createColorTask(client);
  expectBody(await client.post(`/recognition/v2/task/${task.id}/train`), 201);
  await server.runWork();
  return task;
}

/** Creates a verified TEST image that is red on the left and blue on the right, with a labelled object on each side. */
async function createTwoColours(client: TestClient, labels: { left: string; right: string }) {
  const { id: image } = await uploadImage(client, { base64: await createTwoColorImage() });
  const { id: labelId } = await createNamedRow(client, '/detection/v2/label/', { name: 'Half' });
  const leftObject = await createTestObject(client, image, labelId, [0, 0, 32, 64]);
  const rightObject = await createTestObject(client, image, labelId, [32, 0, 64, 64]);
  expectBody(await client.post(`/detection/v2/object/${leftObject.id}/add-label`, { label_id: labels.left }));
  expectBody(await client.post(`/detection/v2/object/${rightObject.id}/add-label`, { label_id: labels.right }));
  await client.post(`${IMAGES}update`, { images: [image], 'mark-test': true });
  await client.post('/annotate/v2/verification/', { image_id: image });
  return { image, left: leftObject.id, right: rightObject.id };
}

const readMeasures = async (client: TestClient, id: string, query: Record<string, string | number> = {}) =>
  expectBody<EvaluationMeasures>(await client.get(`${EVALUATIONS}/${id}/measures`, query));
const listEvaluatedImages = async (client: TestClient, id: string, query: Record<string, string | number> = {}) =>
  expectBody<ListEnvelope<EvaluatedImage>>(await client.get(`${EVALUATIONS}/${id}/pictures`, query));

it('evaluates the current model and lists the images of each cell', async () => {
  const { client } = await server.createTenant();
  const { id, red, blue, testImages } = await createTrainedTask(client);
  const evaluateTask = () => client.post(`/recognition/v2/task/${id}/evaluate`);

  const response = await evaluateTask();
  expect(response.status).toBe(400);
  expect(response.body).toEqual({
    detail: 'None of the 4 TEST images of this task is verified. Verify the correctly annotated ones.',
  });
  for (const image of testImages) await client.post('/annotate/v2/verification/', { image_id: image });
  const createdEvaluation = expectBody<Evaluation>(await evaluateTask(), 201);
  expect(createdEvaluation).toMatchObject({
    of_task: id,
    work: { status: 'queued' },
    tasks: [{ name: 'Color', pictures: 0, model_number: 1 }],
  });
  expect((await evaluateTask()).body).toEqual({
    detail: 'This task is already being evaluated. Wait until the evaluation has finished.',
  });
  await server.runWork();

  const finishedEvaluation = expectBody<Evaluation>(await client.get(`${EVALUATIONS}/${createdEvaluation.id}`));
  expect(finishedEvaluation).toMatchObject({
    work: { status: 'done', done: 4, total: 4 },
    tasks: [{ pictures: 4, threshold: 0 }],
  });
  expect(await readMeasures(client, createdEvaluation.id)).toMatchObject({
    pictures: 4,
    accuracy: 0.75,
    labels: [
      { id: blue, name: 'Blue', precision: 1, count: 3, said: 2, right: 2 },
      { id: red, name: 'Red', precision: 0.5, recall: 1, count: 1, said: 2, right: 1 },
    ],
  });
  const errors = await listEvaluatedImages(client, createdEvaluation.id, { truth: blue, said: red });
  expect(errors.results).toMatchObject([{ image: testImages[0], truth: blue, said: red, right: false, img_width: 64 }]);
  expect((await listEvaluatedImages(client, createdEvaluation.id, { label: blue })).results.map(({ right }) => right)).toEqual([
    false,
    true,
    true,
  ]);
  expect(await readMeasures(client, createdEvaluation.id, { threshold: 1 })).toMatchObject({
    accuracy: 0,
    labels: [
      { precision: null, recall: 0 },
      { precision: null, recall: 0 },
    ],
  });

  // A changed label does not affect the evaluation. A deleted image no longer counts.
  await client.post(`${IMAGES}${testImages[0]}/remove-label`, { label_id: blue });
  expect((await readMeasures(client, createdEvaluation.id)).accuracy).toBe(0.75);
  await client.delete(`${IMAGES}${testImages[0]}`);
  expect((await readMeasures(client, createdEvaluation.id)).accuracy).toBe(1);
  const { client: nonMember } = await server.createTenant();
  for (const path of ['measures', 'pictures'])
    expect((await nonMember.get(`${EVALUATIONS}/${createdEvaluation.id}/${path}`)).status).toBe(404);
});

it('trainings and evaluations measure a built-in model on the same TEST images', async () => {
  const { client } = await serverWithBuiltInModels.createTenant();
  const { id, red, testImages } = await createColorTask(client);
  // Neither TEST images of another task nor generated images (`real: false`) count for this task.
  const otherTask = await createTestTask(client, { name: 'Origin', type: 'multi_class' });
  const otherLabel = await createTestLabel(client, { name: 'Garden', task: otherTask.id });
  const otherImages = (await uploadImages(client, 3)).map((image) => image.id);
  for (const image of otherImages) await client.post(`${IMAGES}${image}/add-label`, { label_id: otherLabel.id });
  const { id: generated } = await uploadImage(client, { base64: await createColorImage('Blue', 40), real: false });
  await client.post(`${IMAGES}${generated}/add-label`, { label_id: red });
  await client.post(`${IMAGES}update`, { images: [...otherImages, generated], 'mark-test': true });
  for (const image of [...testImages, ...otherImages, generated])
    await client.post('/annotate/v2/verification/', { image_id: image });
  await sql`update recognition_task set training_params = '{"only_real": true}' where id = ${id}`.execute(
    serverWithBuiltInModels.db,
  );
  expectBody(await client.post(`/recognition/v2/task/${id}/train`), 201);
  await serverWithBuiltInModels.runWork();
  const [model] = expectBody<ListEnvelope<{ scores: { pictures: number; accuracy: number } }>>(
    await client.get('/recognition/v2/model/', { task: id }),
  ).results;
  expect(model?.scores).toMatchObject({ pictures: 4, accuracy: 0.75 });
  const finishedTask = expectBody(await client.get(`/recognition/v2/task/${id}`));
  expect(finishedTask).toMatchObject({ score: expect.any(Number), last_train_error: null });
  const evaluationOfAllTasks = expectBody<Evaluation>(await client.post(EVALUATIONS, {}), 201);
  const evaluationOfTask = expectBody<Evaluation>(await client.post(`/recognition/v2/task/${id}/evaluate`), 201);
  await serverWithBuiltInModels.runWork();
  for (const evaluation of [evaluationOfAllTasks, evaluationOfTask])
    expect(await readMeasures(client, evaluation.id, { task: id })).toMatchObject({ pictures: 4, accuracy: 0.75 });
}, 120_000);

it('a reactivated older model is used until another is trained', async () => {
  const { client } = await server.createTenant();
  const { id, red, blue, testImages } = await createTrainedTask(client);
  for (const image of testImages) await client.post('/annotate/v2/verification/', { image_id: image });
  expectBody(await client.post(`/recognition/v2/task/${id}/train`), 201);
  await server.runWork();
  const listModels = async () =>
    expectBody<ListEnvelope<{ id: string; in_use: boolean; started_by: { username: string } }>>(
      await client.get('/recognition/v2/model/', { task: id }),
    ).results;
  const [newer, older] = await listModels();
  expect([newer?.in_use, older?.in_use]).toEqual([true, false]);
  expect(newer?.started_by.username).toMatch(/./);
  expectBody(await client.post(`/recognition/v2/model/${older?.id}/take-back`, {}));
  expect((await listModels()).map(({ in_use }) => in_use)).toEqual([false, true]);
  const evaluateTask = async () =>
    expectBody<Evaluation>(await client.post(`/recognition/v2/task/${id}/evaluate`), 201).tasks.map((task) => task.model_number);
  expect(await evaluateTask()).toEqual([1]);
  await server.runWork();
  const objects = await createTwoColours(client, { left: red, right: blue });
  expectBody(await client.post(`/recognition/v2/task/${id}/train`), 201);
  await server.runWork();

  // This evaluation started automatically. It compares each labelled object by its box, not the complete image.
  const { results } = expectBody<ListEnvelope<Evaluation>>(await client.get(EVALUATIONS, { task: id }));
  const { id: last, tasks } = results.find(({ of_task }) => of_task === id)!;
  expect(tasks).toMatchObject([{ model_number: 3 }]);
  expect(await readMeasures(client, last)).toMatchObject({ pictures: 5, objects: 2, accuracy: 5 / 6 });
  const objectDecisions = (await listEvaluatedImages(client, last, { truth: blue, said: blue })).results.filter(
    ({ shape }) => shape,
  );
  expect(objectDecisions).toMatchObject([
    { image: objects.image, shape: objects.right, truth_box: [32, 0, 64, 64], right: true },
  ]);
});

it('an evaluation without a model returns 400', async () => {
  const { client } = await server.createTenant();
  const { id } = await createTestTask(client, { name: 'Untrained' });
  expect((await client.post(`/recognition/v2/task/${id}/evaluate`)).body).toEqual({
    detail: 'There is no trained model for this task.',
  });
});

it('an evaluation of all tasks lists the images that its results count', async () => {
  const { client, workspaceId } = await server.createTenant();
  const kindTask = await createTestTask(client, { name: 'Kind' });
  const appleLabel = await createTestLabel(client, { name: 'Apple', task: kindTask.id });
  const pearLabel = await createTestLabel(client, { name: 'Pear', task: kindTask.id });
  const marksTask = await createTestTask(client, { name: 'Marks', type: 'multi_label' });
  const bruiseLabel = await createTestLabel(client, { name: 'Bruise', type: 'tag', task: marksTask.id });
  const [firstImage = '', secondImage = ''] = (await uploadImages(client, 2)).map((image) => image.id);
  await client.post(`${IMAGES}update`, { images: [firstImage, secondImage], 'mark-test': true });
  for (const image of [firstImage, secondImage]) await client.post('/annotate/v2/verification/', { image_id: image });
  await client.post(`${IMAGES}${firstImage}/add-label`, { label_id: appleLabel.id });
  await client.post(`${IMAGES}${secondImage}/add-label`, { label_id: pearLabel.id });
  for (const image of [firstImage, secondImage])
    expectBody(await client.post(`${IMAGES}${image}/add-label`, { label_id: marksTask.labels[0]!.id }));
  for (const [task, image, probs] of [
    [kindTask.id, firstImage, { [appleLabel.id]: 0.9 }],
    [kindTask.id, secondImage, { [appleLabel.id]: 0.6 }],
    [marksTask.id, firstImage, { [bruiseLabel.id]: 0.8 }],
    [marksTask.id, secondImage, { [bruiseLabel.id]: 0.9 }],
  ] as const)
    await server.db
      .insertInto('prediction')
      .values({
        workspace_id: workspaceId,
        task_id: task,
        image_id: image,
        model_id: null,
        labels: JSON.stringify(Object.entries(probs).map(([id, prob]) => ({ id, prob }))),
      })
      .execute();
  const createdEvaluation = expectBody<Evaluation>(await client.post(EVALUATIONS, {}), 201);
  expect(createdEvaluation.tasks).toMatchObject([
    { name: 'Kind', pictures: 2 },
    { name: 'Marks', pictures: 2 },
  ]);
  const decisions = await listEvaluatedImages(client, createdEvaluation.id, {
    task: marksTask.id,
    label: bruiseLabel.id,
    among: appleLabel.id,
  });
  expect(decisions.results).toMatchObject([{ image: firstImage, truth: null, said: bruiseLabel.id, prob: 0.8 }]);
  expect(
    (await listEvaluatedImages(client, createdEvaluation.id, { task: kindTask.id, truth: pearLabel.id })).results,
  ).toMatchObject([{ image: secondImage }]);
  const imagesWithLabel = await listEvaluatedImages(client, createdEvaluation.id, { label: bruiseLabel.id });
  expect(imagesWithLabel.results.map(({ image }) => image)).toEqual([secondImage, firstImage]);
  const taskEvaluations = expectBody<ListEnvelope<{ id: string }>>(await client.get(EVALUATIONS, { task: marksTask.id }));
  expect(taskEvaluations.results.map(({ id }) => id)).toEqual([createdEvaluation.id]);
});

it('compares a model with the model in use on their common TEST images', async () => {
  const { client } = await server.createTenant();
  const { id, red, blue, testImages } = await createTrainedTask(client);
  for (const image of testImages) await client.post('/annotate/v2/verification/', { image_id: image });
  const evaluateTask = async (body: object = {}) => {
    const { id: evaluation } = expectBody<Evaluation>(await client.post(`/recognition/v2/task/${id}/evaluate`, body), 201);
    await server.runWork();
    return evaluation;
  };
  const listModels = async () =>
    expectBody<ListEnvelope<{ id: string; number: number }>>(await client.get('/recognition/v2/model/', { task: id })).results;
  const firstModel = (await listModels())[0]!.id;
  const compareWithCurrent = async (model: string) =>
    expectBody<ModelComparison>(await client.get('/annotate/v2/model-comparison/', { domain: 'recognition', model }));
  expect(await compareWithCurrent(firstModel)).toMatchObject({ other: null, total: null });
  const firstEvaluation = await evaluateTask();

  expectBody(await client.post(`/recognition/v2/task/${id}/train`), 201);
  await server.runWork();
  const secondModel = (await listModels())[0]!.id;
  await evaluateTask({ model: secondModel });
  // The first model predicts "Blue" for all images, so it is right for the mislabelled image and for the two blue ones.
  await sql`update evaluation_picture set said = ${JSON.stringify([{ id: blue, prob: 1 }])}::jsonb
    where evaluation_id = ${firstEvaluation}`.execute(server.db);
  const comparison = await compareWithCurrent(secondModel);
  expect(comparison).toMatchObject({
    model: { id: secondModel, number: 2 },
    other: { id: firstModel, number: 1, evaluation: firstEvaluation },
    total: { measure: 'accuracy', value: 0.75, other: 0.75, difference: 0, pictures: 4, changed: 2, result: 'undecided' },
    labels: [
      { id: blue, name: 'Blue', measure: 'f1', value: 0.8, other: expect.closeTo(6 / 7, 6) as number },
      { id: red, value: expect.closeTo(2 / 3, 6) as number, other: 0, pictures: 2 },
    ],
    improved: 1,
    worsened: 1,
    learned: 0,
    evaluating: false,
  });
  expect(comparison.changes).toEqual(
    expect.arrayContaining([
      { image: testImages[0], errors: 1, other_errors: 0, thumb_img_path: expect.any(String) as string },
      { image: testImages[1], errors: 0, other_errors: 1, thumb_img_path: expect.any(String) as string },
    ]),
  );
  const readCurve = async () =>
    expectBody<LearningCurve>(await client.get('/annotate/v2/learning-curve/', { domain: 'recognition', task: id }));
  const curve = await readCurve();
  const expectedEstimate = { value: 0.75, low: expect.any(Number) as number, high: expect.any(Number) as number, pictures: 4 };
  expect(curve).toMatchObject({
    points: [
      {
        model: firstModel,
        number: 1,
        train_pictures: 8,
        verified_pictures: 0,
        pictures: 4,
        total: { measure: 'accuracy', ...expectedEstimate },
      },
      { model: secondModel, number: 2, total: expectedEstimate, labels: [{ id: blue, value: 0.8, pictures: 3 }, { id: red }] },
    ],
    forecast: { state: 'too_few_points', target: 0.95, points: 1, more: null },
    labels: [{ id: blue, name: 'Blue', forecast: { state: 'too_few_points' } }, { id: red }],
  });
  // An image that a model was trained on is left out.
  await sql`update dataset_picture set test_image = false where image_id = ${testImages[1]}`.execute(server.db);
  expect(await compareWithCurrent(secondModel)).toMatchObject({ total: { pictures: 3 }, learned: 1, improved: 0 });

  // The curve remains when newer evaluations replace the images.
  await sql`delete from evaluation_picture where evaluation_id = ${firstEvaluation}`.execute(server.db);
  const listTotalEstimates = ({ points }: LearningCurve) => points.map(({ total }) => total);
  expect(listTotalEstimates(await readCurve())).toEqual(listTotalEstimates(curve));
});
