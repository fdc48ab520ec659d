import type { Evaluation } from '@console/shared-contract/api';
import { expectBody, type TestClient } from '../../testing/api/client';
import { createTestLabel, createTestTask, uploadImages, type ListEnvelope } from '../../testing/api/fixtures';
import { setUpServerWithModels } from '../../testing/api/model-server';

const { server, models } = setUpServerWithModels();
let client: TestClient;
beforeEach(async () => {
  models.requests.length = 0;
  ({ client } = await server.createTenant());
});

/**
 * Makes the model server accept trainings and predict the first label of a request for each image. Returns a function that counts the
 * predicted images.
 */
function classifyWithFirstLabel(): () => number {
  models.answer(({ path, body }) => {
    if (path.endsWith('/train')) return { json: { train_status: 'TRAINED' } };
    const { records, labels } = body as { records: unknown[]; labels: { id: string }[] };
    return { json: { records: records.map(() => ({ labels: [{ id: labels[0]?.id, prob: 0.9 }] })) } };
  });
  return () =>
    models.requests
      .filter(({ path }) => path.endsWith('/classify/'))
      .reduce((count, { body }) => count + (body as { records: unknown[] }).records.length, 0);
}

async function createLabelledTestImages() {
  const task = await createTestTask(client, { name: 'Kind' });
  const appleLabel = await createTestLabel(client, { name: 'Apple', task: task.id });
  const images = (await uploadImages(client, 3)).map(({ id }) => id);
  await client.post('/recognition/v2/training-image/update', { images, 'mark-test': true });
  for (const image_id of images) await client.post('/annotate/v2/verification/', { image_id });
  await client.post('/recognition/v2/training-image/update', { images: images.slice(0, 2), labels: [appleLabel.id] });
  return { task, images };
}

it('a trained model predicts only the verified test images that have labels of its task', async () => {
  const countClassified = classifyWithFirstLabel();
  const { task } = await createLabelledTestImages();
  await client.post(`/recognition/v2/task/${task.id}/train`);
  await server.runWork();
  expect(countClassified()).toBe(2);
  await client.post('/annotate/v2/evaluation');
  expect(await server.runWork()).toBe(0);
});

it('a trained model predicts no test images that its task excludes from trainings', async () => {
  const countClassified = classifyWithFirstLabel();
  const { task, images } = await createLabelledTestImages();
  await server.db
    .updateTable('recognition_task')
    .set({ training_params: JSON.stringify({ only_real: true }) })
    .where('id', '=', task.id)
    .execute();
  await client.post('/recognition/v2/training-image/update', { images: images.slice(0, 1), 'mark-real': true });
  await client.post('/recognition/v2/training-image/update', { images: images.slice(1), 'unmark-real': true });
  await client.post(`/recognition/v2/task/${task.id}/train`);
  await server.runWork();
  expect(countClassified()).toBe(1);
});

it('an evaluation uses the predictions of the model for all verified test images, including new ones', async () => {
  const task = await createTestTask(client, { name: 'Kind' });
  const [appleLabel, pearLabel] = [
    await createTestLabel(client, { name: 'Apple', task: task.id }),
    await createTestLabel(client, { name: 'Pear', task: task.id }),
  ];
  const images = await uploadImages(client, 12);
  const verifyAsApple = async (ids: (string | undefined)[]) => {
    await client.post('/recognition/v2/training-image/update', { images: ids, labels: [appleLabel.id], 'mark-test': true });
    for (const image_id of ids) await client.post('/annotate/v2/verification/', { image_id });
  };
  await verifyAsApple(images.slice(0, 11).map((image) => image.id));
  let predictionCount = 0;
  models.answer(({ path, body }) => {
    if (path.endsWith('/train')) return { json: { train_status: 'TRAINED' } };
    const { records } = body as { records: unknown[] };
    return {
      json: {
        records: records.map(() => {
          predictionCount += 1;
          return { labels: [{ id: predictionCount === 1 ? pearLabel.id : appleLabel.id, prob: 0.9 }] };
        }),
      },
    };
  });
  await client.post(`/recognition/v2/task/${task.id}/train`);
  await server.runWork();
  expect(
    models.requests
      .filter(({ path }) => path.endsWith('/classify/'))
      .map(({ body }) => (body as { records: unknown[] }).records.length),
  ).toEqual([10, 1]);
  const createEvaluation = async () =>
    expectBody<Evaluation>(await client.post('/annotate/v2/evaluation'), 201).result.top_labels;
  expect(await createEvaluation()).toMatchObject([{ name: 'Apple', count: 11, accuracy: 10 / 11 }]);
  expect(await server.runWork()).toBe(0);
  const listFirstLabelResults = async () => {
    const { results } = expectBody<ListEnvelope<{ id: string }>>(await client.get('/annotate/v2/evaluation'));
    return Promise.all(
      results.map(
        async ({ id }) => expectBody<Evaluation>(await client.get(`/annotate/v2/evaluation/${id}`)).result.top_labels[0],
      ),
    );
  };
  // One evaluation starts automatically after the training, the other was requested.
  expect(await listFirstLabelResults()).toMatchObject([{ count: 11 }, { count: 11 }]);
  await verifyAsApple([images[11]?.id]);
  expect(await createEvaluation()).toMatchObject([{ count: 11 }]);
  await server.runWork();
  expect((await listFirstLabelResults())[0]).toMatchObject({ count: 12, accuracy: 11 / 12 });
});
