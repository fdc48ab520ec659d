import type { Evaluation } from '@console/shared-contract/api';
import { expectBody, type TestClient } from '../../testing/api/client';
import { createTestLabel, createTestTask, uploadImages, type ListEnvelope } from '../../testing/api/fixtures';
import { setUpTestServer } from '../../testing/api/test-server';
import { computeAccuracy, computeHammingLoss, computeLabelMetrics, type LabelComparison } from './metrics';

const EVALUATIONS = '/annotate/v2/evaluation';
const compare = (truth: string[], predicted: string[]): LabelComparison => ({
  truth: new Set(truth),
  predicted: new Set(predicted),
});

describe('metrics', () => {
  const comparisons = [compare(['a'], ['a']), compare(['a', 'b'], ['a']), compare(['b'], ['a', 'b']), compare([], ['b'])];

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

  const predict = (task: string, image: string, probs: Record<string, number>) =>
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
    const apple = await createTestLabel(client, { name: 'Apple', task: task.id });
    const [image = ''] = (await uploadImages(client, 1)).map(({ id }) => id);
    await client.post('/recognition/v2/training-image/update', { images: [image], 'mark-test': true });
    await client.post('/annotate/v2/verification/', { image_id: image });
    await client.post(`/recognition/v2/training-image/${image}/add-label`, { label_id: apple.id });
    await predict(task.id, image, { [apple.id]: 0.9 });
    const createdIds: string[] = [];
    for (let number = 0; number < 21; number += 1)
      createdIds.push(expectBody<Evaluation>(await client.post(EVALUATIONS, {}), 201).id);
    const read = async (id?: string) => expectBody<Evaluation>(await client.get(`${EVALUATIONS}/${id}`));
    const [first, second] = [await read(createdIds[0]), await read(createdIds[1])];
    expect([first.pictures_gone, first.tasks[0]?.pictures]).toEqual([true, 0]);
    expect(first.result.top_labels).toMatchObject([{ name: 'Apple', count: 1 }]);
    expect([second.pictures_gone, second.tasks[0]?.pictures]).toEqual([false, 1]);
  });

  it('compares predictions for verified TEST images with their labels', async () => {
    const kinds = await createTestTask(client, { name: 'Kind' });
    const [apple, pear] = [
      await createTestLabel(client, { name: 'Apple', task: kinds.id }),
      await createTestLabel(client, { name: 'Pear', task: kinds.id }),
    ];
    const task = await createTestTask(client, { name: 'Marks', type: 'multi_label' });
    const bruise = await createTestLabel(client, { name: 'Bruise', type: 'tag', task: task.id });
    const images = (await uploadImages(client, 4)).map((image) => image.id);
    const [first = '', second = '', third = '', ignored = ''] = images;
    await client.post('/recognition/v2/training-image/update', { images: [first, second, third], 'mark-test': true });
    for (const image of images) await client.post('/annotate/v2/verification/', { image_id: image });
    const add = (image: string, label: string) =>
      client.post(`/recognition/v2/training-image/${image}/add-label`, { label_id: label });
    for (const [image, label] of [
      [first, apple.id],
      [second, apple.id],
      [third, pear.id],
      [ignored, apple.id],
      [first, bruise.id],
      [second, task.labels[0]!.id],
    ] as const)
      await add(image, label);
    await predict(kinds.id, first, { [apple.id]: 0.9, [pear.id]: 0.1 });
    await predict(kinds.id, second, { [pear.id]: 0.7, [apple.id]: 0.3 });
    await predict(kinds.id, third, { [pear.id]: 0.8 });
    await predict(kinds.id, ignored, { [pear.id]: 0.8 });
    await predict(task.id, first, { [bruise.id]: 0.4 });
    await predict(task.id, second, { [bruise.id]: 0.6 });
    const createdEvaluation = expectBody<Evaluation>(await client.post(EVALUATIONS, {}), 201);
    const top = Object.fromEntries(createdEvaluation.result.top_labels.map((label) => [label.name, label]));
    expect(top.Apple).toMatchObject({ id: apple.id, accuracy: 0.5, count: 2, hamming_loss: 0.75 });
    expect(top.Apple?.labels.find((label) => label.name === 'Bruise')).toMatchObject({ precision: 0, recall: 0, count: 1 });
    expect(top.Pear).toMatchObject({ accuracy: 1, count: 1, hamming_loss: null, labels: [] });
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
