import type { Evaluation } from '@console/shared-contract/api';
import { expectBody, type TestClient } from '../../testing/api/client';
import { createTestLabel, createTestTask, uploadImages, type ListEnvelope } from '../../testing/api/fixtures';
import { setUpTestServer } from '../../testing/api/test-server';
import { computeAccuracy, computeHammingLoss, computeLabelMetrics, type LabelComparison } from './metrics';

const EVALUATIONS = '/annotate/v2/evaluation';
const createComparison = (truth: string[], predicted: string[]): LabelComparison => ({
  truth: new Set(truth),
  predicted: new Set(predicted),
});

describe('metrics', () => {
  const comparisons = [
    createComparison(['a'], ['a']),
    createComparison(['a', 'b'], ['a']),
    createComparison(['b'], ['a', 'b']),
    createComparison([], ['b']),
  ];

  it('accuracy is the share of images with exactly the true labels', () => expect(computeAccuracy(comparisons)).toBe(0.25));
  it('hamming loss is the share of wrong decisions', () => expect(computeHammingLoss(comparisons, ['a', 'b'])).toBe(3 / 8));
  it('precision and recall are computed per label', () => {
    expect(computeLabelMetrics(comparisons, 'a')).toEqual({ precision: 2 / 3, recall: 1, count: 2 });
    expect(computeLabelMetrics(comparisons, 'b')).toEqual({ precision: 0.5, recall: 0.5, count: 2 });
  });
  it('are null where the divisor is zero', () => {
    expect([computeAccuracy([]), computeHammingLoss([], ['a']), computeHammingLoss(comparisons, [])]).toEqual([null, null, null]);
    expect(computeLabelMetrics(comparisons, 'c')).toEqual({ precision: null, recall: null, count: 0 });
  });
});

describe('an evaluation', () => {
  const server = setUpTestServer();
  let client: TestClient;
  let workspaceId: string;
  beforeEach(async () => {
    ({ client, workspaceId } = await server.createTenant());
  });

  const storePrediction = (task: string, image: string, probs: Record<string, number>) =>
    server.db
      .insertInto('prediction')
      .values({
        workspace_id: workspaceId,
        task_id: task,
        image_id: image,
        model_id: null,
        labels: JSON.stringify(Object.entries(probs).map(([id, prob]) => ({ id, prob }))),
      })
      .execute();

  it('stores images only for the newest 20 evaluations of a task', async () => {
    const task = await createTestTask(client, { name: 'Kind' });
    const appleLabel = await createTestLabel(client, { name: 'Apple', task: task.id });
    const [image = ''] = (await uploadImages(client, 1)).map(({ id }) => id);
    await client.post('/recognition/v2/training-image/update', { images: [image], 'mark-test': true });
    await client.post('/annotate/v2/verification/', { image_id: image });
    await client.post(`/recognition/v2/training-image/${image}/add-label`, { label_id: appleLabel.id });
    await storePrediction(task.id, image, { [appleLabel.id]: 0.9 });
    const createdIds: string[] = [];
    for (let evaluationIndex = 0; evaluationIndex < 21; evaluationIndex += 1)
      createdIds.push(expectBody<Evaluation>(await client.post(EVALUATIONS, {}), 201).id);
    const readEvaluation = async (id?: string) => expectBody<Evaluation>(await client.get(`${EVALUATIONS}/${id}`));
    const [oldestEvaluation, nextEvaluation] = [await readEvaluation(createdIds[0]), await readEvaluation(createdIds[1])];
    expect([oldestEvaluation.pictures_gone, oldestEvaluation.tasks[0]?.pictures]).toEqual([true, 0]);
    expect(oldestEvaluation.result.top_labels).toMatchObject([{ name: 'Apple', count: 1 }]);
    expect([nextEvaluation.pictures_gone, nextEvaluation.tasks[0]?.pictures]).toEqual([false, 1]);
  });

  it('compares predictions for verified TEST images with their labels', async () => {
    const kindTask = await createTestTask(client, { name: 'Kind' });
    const [appleLabel, pearLabel] = [
      await createTestLabel(client, { name: 'Apple', task: kindTask.id }),
      await createTestLabel(client, { name: 'Pear', task: kindTask.id }),
    ];
    const marksTask = await createTestTask(client, { name: 'Marks', type: 'multi_label' });
    const bruiseLabel = await createTestLabel(client, { name: 'Bruise', type: 'tag', task: marksTask.id });
    const images = (await uploadImages(client, 4)).map((image) => image.id);
    const [firstImage = '', secondImage = '', thirdImage = '', ordinaryImage = ''] = images;
    await client.post('/recognition/v2/training-image/update', {
      images: [firstImage, secondImage, thirdImage],
      'mark-test': true,
    });
    for (const image of images) await client.post('/annotate/v2/verification/', { image_id: image });
    const addLabel = (image: string, label: string) =>
      client.post(`/recognition/v2/training-image/${image}/add-label`, { label_id: label });
    for (const [image, label] of [
      [firstImage, appleLabel.id],
      [secondImage, appleLabel.id],
      [thirdImage, pearLabel.id],
      [ordinaryImage, appleLabel.id],
      [firstImage, bruiseLabel.id],
      [secondImage, marksTask.labels[0]!.id],
    ] as const)
      await addLabel(image, label);
    await storePrediction(kindTask.id, firstImage, { [appleLabel.id]: 0.9, [pearLabel.id]: 0.1 });
    await storePrediction(kindTask.id, secondImage, { [pearLabel.id]: 0.7, [appleLabel.id]: 0.3 });
    await storePrediction(kindTask.id, thirdImage, { [pearLabel.id]: 0.8 });
    await storePrediction(kindTask.id, ordinaryImage, { [pearLabel.id]: 0.8 });
    await storePrediction(marksTask.id, firstImage, { [bruiseLabel.id]: 0.4 });
    await storePrediction(marksTask.id, secondImage, { [bruiseLabel.id]: 0.6 });
    const createdEvaluation = expectBody<Evaluation>(await client.post(EVALUATIONS, {}), 201);
    const topLabels = Object.fromEntries(createdEvaluation.result.top_labels.map((label) => [label.name, label]));
    expect(topLabels.Apple).toMatchObject({ id: appleLabel.id, accuracy: 0.5, count: 2, hamming_loss: 0.75 });
    expect(topLabels.Apple?.labels.find((label) => label.name === 'Bruise')).toMatchObject({ precision: 0, recall: 0, count: 1 });
    expect(topLabels.Pear).toMatchObject({ accuracy: 1, count: 1, hamming_loss: null, labels: [] });
    expect(expectBody(await client.get(`${EVALUATIONS}/${createdEvaluation.id}`))).toEqual(createdEvaluation);
    expect(expectBody<ListEnvelope<{ id: string }>>(await client.get(EVALUATIONS))).toMatchObject({
      count: 1,
      results: [{ id: createdEvaluation.id, workspace: workspaceId }],
    });
    const { client: nonMember } = await server.createTenant();
    expect((await nonMember.get(`${EVALUATIONS}/${createdEvaluation.id}`)).status).toBe(404);
  });

  it('is empty without predictions', async () => {
    expect(expectBody<Evaluation>(await client.post(EVALUATIONS), 201).result).toEqual({ top_labels: [] });
  });
});
