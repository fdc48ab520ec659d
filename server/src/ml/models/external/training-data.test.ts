import type { DetectionModel, DetectionTask } from '@console/shared-contract/api';
import { expectBody, type TestClient } from '../../../testing/api/client';
import { createNamedRow, createTestObject, uploadImage } from '../../../testing/api/fixtures';
import { setUpServerWithModels } from '../../../testing/api/model-server';

const { server, models } = setUpServerWithModels();
let client: TestClient;
beforeAll(async () => {
  ({ client } = await server.createTenant());
});

describe('training on an external model server', () => {
  it('sends the URL of a dataset version, which works until the training has finished', async () => {
    const task = await createNamedRow<DetectionTask>(client, '/detection/v2/task/');
    const skeleton = { points: [{ name: 'head' }, { name: 'tail' }], edges: [[0, 1]] };
    const label = await createNamedRow(client, '/detection/v2/label/', { name: 'Box', skeleton });
    await client.post(`/detection/v2/task/${task.id}/add-label`, { label_id: label.id });
    const image = await uploadImage(client);
    await createTestObject(client, image.id, label.id, [1, 2, 20, 30]);
    const { id: secondImageId } = await uploadImage(client);
    const objectBody = { image: secondImageId, detection_label: label.id, data: [1, 2, 2, 20, 30, 1] };
    expectBody(await client.post('/detection/v2/skeleton/', objectBody), 201);
    await uploadImage(client);
    const model = expectBody<DetectionModel>(await client.post(`/detection/v2/task/${task.id}/train`), 201);
    const readModel = async () => expectBody<DetectionModel>(await client.get(`/detection/v2/model/${model.id}`));
    const progress = { phase: 'training', done: 3, total: 12, secondsLeft: 40 };
    models.answer(() => ({ json: { train_status: 'TRAINING', progress } }));
    await server.runWork();

    const { dataset, task: sentTask } = models.requests[0]!.body as {
      dataset: { version: string; train: number; test: number; url: string };
      task: object;
    };
    expect(sentTask).toMatchObject({ labels: [{ id: label.id, skeleton }] });
    const runningModel = await readModel();
    expect(runningModel).toMatchObject({ train_status: 'TRAINING', progress, dataset: dataset.version });
    expect(dataset).toMatchObject({ train: 2, test: 0 });
    const response = await fetch(new URL(dataset.url, server.origin));
    const lines = (await response.text()).trim().split('\n');
    const [example, poseExample] = lines.map((line) => JSON.parse(line) as { url: string });
    expect(lines).toHaveLength(2);
    expect(poseExample).toMatchObject({
      id: secondImageId,
      objects: [],
      skeletons: [{ label: label.id, data: objectBody.data }],
    });
    expect(example).toMatchObject({ id: image.id, test: false, objects: [{ label: label.id, data: [1, 2, 20, 30] }] });
    expect((await fetch(example!.url)).headers.get('content-type')).toMatch(/^image\//);
    expect((await fetch(new URL(`${dataset.url}x`, server.origin))).status).toBe(403);

    const scores = {
      pictures: 4,
      heldOut: false,
      map50: 0.9,
      map75: 0.6,
      accuracy: null,
      error: null,
      labels: [{ id: label.id, precision: 0.8, recall: 0.7, count: 9 }],
    };
    models.answer(() => ({ json: { train_status: 'TRAINED', map: 0.6, scores } }));
    await server.runWork();
    expect(await readModel()).toMatchObject({ train_status: 'TRAINED', progress: null, scores });
    expect((await fetch(new URL(dataset.url, server.origin))).status).toBe(404);
  });

  it('ignores progress and scores that do not match the API', async () => {
    const task = await createNamedRow<DetectionTask>(client, '/detection/v2/task/');
    const model = expectBody<DetectionModel>(await client.post(`/detection/v2/task/${task.id}/train`), 201);
    models.answer(() => ({ json: { train_status: 'TRAINED', progress: 'all', scores: { f1: 0.9 } } }));
    await server.runWork();
    expect(expectBody(await client.get(`/detection/v2/model/${model.id}`))).toMatchObject({
      train_status: 'TRAINED',
      progress: null,
      scores: null,
    });
  });
});
