import type { DetectionModel, DetectionTask, Flow, RecognitionModel } from '@console/shared-contract/api';
import sharp from 'sharp';
import type { z } from 'zod';
import { expectBody, type TestClient } from '../../testing/api/client';
import { createTestLabel, createNamedRow, createTestTask, createImageBase64, uploadImages } from '../../testing/api/fixtures';
import { setUpServerWithModels, type ModelServerResponse } from '../../testing/api/model-server';
import { encodeBmp } from '../../testing/images/encode-bmp';
import { readHeic } from '../../testing/images/read-heic';

type Model = z.output<typeof RecognitionModel>;

/** An allowed host for image downloads on which nothing listens. */
const UNREACHABLE_HOST = '127.0.0.1:1';

const { server, models } = setUpServerWithModels({ uploadHosts: [UNREACHABLE_HOST] });
let client: TestClient;
beforeEach(async () => {
  models.requests.length = 0;
  ({ client } = await server.createTenant());
});

const runWork = () => server.runWork();

async function createTrainedTask(type = 'multi_class') {
  const task = await createTestTask(client, { name: 'Kind', type });
  const [appleLabel, pearLabel] = [
    await createTestLabel(client, { name: 'Apple', task: task.id }),
    await createTestLabel(client, { name: 'Pear', task: task.id }),
  ];
  const model = expectBody<Model>(await client.post(`/recognition/v2/task/${task.id}/train`), 201);
  models.answer(({ path }) => ({ json: path.endsWith('/train') ? { train_status: 'TRAINED', map: null } : { records: [] } }));
  await runWork();
  models.requests.length = 0;
  return { task, apple: appleLabel, pear: pearLabel, model };
}

async function createTrainedDetection() {
  const task = await createNamedRow<DetectionTask>(client, '/detection/v2/task/');
  const label = await createNamedRow(client, '/detection/v2/label/', { name: 'Box' });
  await client.post(`/detection/v2/task/${task.id}/add-label`, { label_id: label.id });
  const model = expectBody<DetectionModel>(await client.post(`/detection/v2/task/${task.id}/train`), 201);
  models.answer(() => ({ json: { train_status: 'TRAINED', map: 0.75 } }));
  await runWork();
  return { task, label, model };
}

describe('classify', () => {
  it('sends the images and returns the labels above the threshold', async () => {
    const { task, apple: appleLabel, pear: pearLabel, model } = await createTrainedTask();
    const [image] = await uploadImages(client, 1);
    models.answer(() => ({
      json: {
        records: [
          {
            labels: [
              { id: pearLabel.id, prob: 0.2 },
              { id: appleLabel.id, prob: 0.7 },
            ],
          },
          { labels: [{ id: pearLabel.id, prob: 0.35 }] },
        ],
      },
    }));
    const base64 = await createImageBase64();
    const body = {
      records: [{ _url: image?.img_path, shelf: 3 }, { _base64: `data:image/png;base64,${base64}` }],
      task_id: task.id,
    };
    const response = expectBody(await client.post('/recognition/v2/classify/', body));
    const OK_STATUS = { code: 200, text: 'OK' };
    const bestLabels = [
      { id: appleLabel.id, name: 'Apple', prob: 0.7 },
      { id: pearLabel.id, name: 'Pear', prob: 0.35 },
    ];
    expect(response).toEqual({
      status: OK_STATUS,
      model: expect.any(String),
      thresholds: [appleLabel, pearLabel].map(({ id }) => ({ id, threshold: 0.3 })),
      records: [
        { _url: image?.img_path, shelf: 3, _status: OK_STATUS, best_label: bestLabels[0], labels: [bestLabels[0]] },
        { _status: OK_STATUS, best_label: bestLabels[1], labels: [bestLabels[1]] },
      ],
    });
    const request = models.requests[0]?.body as { records: { _base64: string; shelf?: number }[] };
    expect(request).toMatchObject({
      task_id: task.id,
      model_id: model.id,
      labels: [{ id: appleLabel.id }, { id: pearLabel.id }],
    });
    expect(
      request.records.map(({ shelf, _base64 }) => [
        shelf,
        _base64 === base64,
        Buffer.from(_base64, 'base64').subarray(1, 4).toString(),
      ]),
    ).toEqual([
      [3, false, 'PNG'],
      [undefined, true, 'PNG'],
    ]);
  });

  it('sends a BMP as PNG and a HEIC as JPEG to the model server', async () => {
    const { task } = await createTrainedTask();
    models.answer(() => ({ json: { records: [{ labels: [] }, { labels: [] }] } }));
    const images = [encodeBmp({ bitsPerPixel: 24 }), readHeic('rotated')];
    const records = images.map((image) => ({ _base64: image.toString('base64') }));
    expectBody(await client.post('/recognition/v2/classify/', { records, task_id: task.id }));
    const request = models.requests[0]?.body as { records: { _base64: string }[] };
    const sizes = request.records.map(async ({ _base64 }) => {
      const { format, width, height } = await sharp(Buffer.from(_base64, 'base64')).metadata();
      return [format, width, height];
    });
    expect(await Promise.all(sizes)).toEqual([
      ['png', 13, 9],
      ['jpeg', 48, 64],
    ]);
  });

  it('returns 400 without a trained model and for images it may not load', async () => {
    const untrainedTask = await createTestTask(client);
    const records = [{ _base64: await createImageBase64() }];
    expect(await client.post('/recognition/v2/classify/', { records, task_id: untrainedTask.id })).toMatchObject({
      status: 400,
      body: { detail: 'There is no trained model for this task.' },
    });
    const { task } = await createTrainedTask();
    for (const record of [
      { _url: `${models.url}/secret` },
      { _url: `${server.origin}/api/files/none` },
      { _url: 'file:///etc/passwd' },
      {},
      { _base64: '%%' },
    ]) {
      const response = await client.post('/recognition/v2/classify/', { records: [record], task: task.id });
      expect([record, response.status, response.text]).toEqual([record, 400, expect.stringContaining('records.0')]);
    }
    expect(models.requests).toEqual([]);
  });

  it.each<[string, (label: string) => ModelServerResponse, number]>([
    ['has an internal error', () => ({ status: 500 }), 502],
    ['does not respond', () => 'nothing', 504],
    ['closes the connection', () => 'hang up', 502],
    ['returns another number of records', () => ({ json: { records: [] } }), 502],
    [
      'returns an unknown label',
      () => ({ json: { records: [{ labels: [{ id: '6b1f0c5e-7a0b-4c3e-9a55-0d8f5b2f7c11', prob: 0.9 }] }] } }),
      502,
    ],
    ['returns a probability above 1', (id) => ({ json: { records: [{ labels: [{ id, prob: 1.5 }] }] } }), 502],
    ['returns invalid JSON', () => ({ text: 'ok' }), 502],
    ['no longer has the model', () => ({ status: 404, json: { detail: 'deleted' } }), 400],
    ['rejects the image', () => ({ status: 422, json: { detail: 'too dark' } }), 400],
  ])('returns an error message when the model server %s', async (_, getResponse, status) => {
    const { task, apple: appleLabel } = await createTrainedTask();
    models.answer(() => getResponse(appleLabel.id));
    const response = await client.post('/recognition/v2/classify/', {
      records: [{ _base64: await createImageBase64() }],
      task_id: task.id,
    });
    const detail = expect.any(String) as string;
    expect([response.status, response.body]).toEqual([status, { detail, status: { code: status, text: detail } }]);
  });

  it('returns results for the other images when the model server cannot read one', async () => {
    const { task, apple: appleLabel } = await createTrainedTask();
    const unreadableRecord = { _status: { code: 422, text: 'not an image' } };
    models.answer(() => ({ json: { records: [unreadableRecord, { labels: [{ id: appleLabel.id, prob: 0.9 }] }] } }));
    const records = [{ _base64: await createImageBase64() }, { _base64: await createImageBase64() }];
    expect(expectBody(await client.post('/recognition/v2/classify/', { records, task_id: task.id }))).toMatchObject({
      records: [
        { _status: { code: 400, text: 'This image could not be read.' }, best_label: null, labels: [] },
        { _status: { code: 200 }, best_label: { id: appleLabel.id } },
      ],
    });
  });

  it('calls the model server once for an Idempotency-Key', async () => {
    const { task, apple: appleLabel } = await createTrainedTask();
    models.answer(() => ({ json: { records: [{ labels: [{ id: appleLabel.id, prob: 0.9 }] }] } }));
    const body = { records: [{ _base64: await createImageBase64() }], task_id: task.id };
    const send = () => client.post('/recognition/v2/classify/', body, { headers: { 'idempotency-key': 'predict-1' } });
    const [firstResponse, secondResponse] = [await send(), await send()];
    expect([firstResponse.status, secondResponse.text, models.requests.length]).toEqual([200, firstResponse.text, 1]);
  });
});

it('detect uses the threshold of the model unless the caller sets another', async () => {
  const { task, label, model } = await createTrainedDetection();
  const createObject = (prob: number) => ({ id: label.id, prob, bound_box: [1, 1, 30, 30] });
  models.answer(() => ({
    json: { records: [{ _objects: [createObject(0.9), createObject(0.5), createObject(0.25), createObject(0.1)] }] },
  }));
  const detect = async (body: { keep_prob?: number }) => {
    const records = [{ _base64: await createImageBase64() }];
    const response = expectBody<{ records: { _objects: { prob: number }[] }[] }>(
      await client.post('/detection/v2/detect', { records, task_id: task.id, ...body }),
    );
    return response.records[0]?._objects.map(({ prob }) => prob);
  };
  expect(await detect({})).toEqual([0.9, 0.5]);
  const metrics = JSON.stringify({ decoding: { threshold: 0.6 } });
  await server.db.updateTable('detection_model').set({ metrics }).where('id', '=', model.id).execute();
  expect(await detect({})).toEqual([0.9]);
  expect(await detect({ keep_prob: 0.2 })).toEqual([0.9, 0.5, 0.25]);
  expect(await detect({ keep_prob: 0 })).toHaveLength(4);
  const metricsWithLabelThreshold = JSON.stringify({ decoding: { threshold: 0.6, thresholds: { [label.id]: 0.2 } } });
  await server.db.updateTable('detection_model').set({ metrics: metricsWithLabelThreshold }).where('id', '=', model.id).execute();
  expect(await detect({})).toEqual([0.9, 0.5, 0.25]);
  const predictionResponse = await client.post('/detection/v2/detect', {
    records: [{ _base64: await createImageBase64() }],
    task_id: task.id,
    keep_prob: 0,
  });
  expect(predictionResponse.body).toMatchObject({ thresholds: [{ id: label.id, threshold: 0.2 }] });
});

it('predict returns outlines with the labels of the task', async () => {
  const task = await createNamedRow<{ id: string }>(client, '/segmentation/v2/task/');
  const label = await createNamedRow(client, '/segmentation/v2/label/', { name: 'Leaf' });
  await client.post(`/segmentation/v2/task/${task.id}/add-label`, { label_id: label.id });
  const model = expectBody<{ id: string }>(await client.post(`/segmentation/v2/task/${task.id}/train`), 201);
  models.answer(() => ({ json: { train_status: 'TRAINED', map: 0.5 } }));
  await runWork();
  const predictedLeaf = { id: label.id, prob: 0.8, bound_box: [2, 3, 20, 30], polygon: [2, 3, 20, 3, 11, 30] };
  const send = async () =>
    client.post('/segmentation/v2/predict', { records: [{ _base64: await createImageBase64() }], task_id: task.id });
  models.requests.length = 0;
  models.answer(() => ({ json: { records: [{ _objects: [predictedLeaf, { ...predictedLeaf, prob: 0.1 }] }] } }));
  expect(expectBody<{ records: unknown[] }>(await send()).records).toEqual([
    { _status: { code: 200, text: 'OK' }, _objects: [{ ...predictedLeaf, name: 'Leaf' }] },
  ]);
  expect(models.requests).toMatchObject([{ path: '/segmentation/v2/predict', body: { task_id: task.id, model_id: model.id } }]);
  for (const polygon of [[2, 3, 20, 3], [2, 3, 20, 3, 11], ['a']]) {
    models.answer(() => ({ json: { records: [{ _objects: [{ ...predictedLeaf, polygon }] }] } }));
    expect((await send()).status).toBe(502);
  }
});

it('detect returns boxes with the labels of the task', async () => {
  const { task, label } = await createTrainedDetection();
  models.answer(() => ({
    json: {
      records: [
        {
          _objects: [
            { id: label.id, prob: 0.9, bound_box: [1.5, 2, 30, 40] },
            { id: label.id, prob: 0.1, bound_box: [0, 0, 9, 9] },
          ],
        },
      ],
    },
  }));
  const send = async () =>
    client.post('/detection/v2/detect', { records: [{ _base64: await createImageBase64() }], task_id: task.id });
  expect(expectBody<{ records: unknown[] }>(await send()).records).toEqual([
    { _status: { code: 200, text: 'OK' }, _objects: [{ id: label.id, name: 'Box', prob: 0.9, bound_box: [1.5, 2, 30, 40] }] },
  ]);
  models.answer(() => ({ json: { records: [{ _objects: [{ id: label.id, prob: 0.9, bound_box: [30, 2, 1, 40] }] }] } }));
  expect((await send()).status).toBe(502);
});

it('detect returns the points of skeletons, and rejects points that do not fit the template', async () => {
  const { task, label } = await createTrainedDetection();
  const object = { id: label.id, prob: 0.9, bound_box: [1, 2, 30, 40] };
  const answerWithPoints = (points: string) =>
    models.answer(() => ({ text: `{"records":[{"_objects":[${JSON.stringify(object).slice(0, -1)},"points":${points}}]}]}` }));
  const send = async () =>
    client.post('/detection/v2/detect', { records: [{ _base64: await createImageBase64() }], task_id: task.id });
  const readObjects = async () => expectBody<{ records: { _objects: object[] }[] }>(await send()).records[0]!._objects;
  // If the label has no template, the model server may use `points` for a field with another meaning.
  answerWithPoints('"many"');
  expect(await readObjects()).toEqual([{ ...object, name: 'Box' }]);
  const skeleton = { points: [{ name: 'head' }, { name: 'tail' }], edges: [[0, 1]] };
  expectBody(await client.put(`/detection/v2/label/${label.id}`, { skeleton }));
  answerWithPoints('[[3,4.5,0.8],[-200,90,0]]');
  expect(await readObjects()).toMatchObject([{ ...object, points: [expect.anything(), [-200, 90, 0]] }]);
  expect(models.requests.at(-1)?.body).toMatchObject({ labels: [{ id: label.id, name: 'Box', skeleton }] });
  const invalidPoints = '[] [[3,4,1]] [[3,4,1],[3,4,1],[3,4,1]]';
  for (const points of `"many" ${invalidPoints} [[3,4,1],[1,2]] [[3,4,1],[1,2,7]] [[3,4,1],[1,1e999,1]] [[3,4,1],[1,9e9,1]]`.split(
    ' ',
  )) {
    answerWithPoints(points);
    expect((await send()).status).toBe(502);
  }
  answerWithPoints('null');
  expect(await readObjects()).toEqual([{ ...object, name: 'Box' }]);
});

it('descriptor and process return the results of the model server', async () => {
  const records = [{ _base64: await createImageBase64(), mark: 'a' }];
  models.answer(() => ({ json: { records: [{ descriptor: [0.1, 0.2] }] } }));
  expect(expectBody(await client.post('/similarity/training/v2/descriptor', { records }))).toMatchObject({
    records: [{ mark: 'a', descriptor: [0.1, 0.2], _status: { code: 200 } }],
  });
  const { task, apple: appleLabel } = await createTrainedTask();
  const graph = { root: ['a'], actions: [{ id: 'a', type: 'switch', task: task.id, cases: { [appleLabel.id]: [] } }] };
  const flow = await createNamedRow<Flow>(client, '/flows/v2/flow/', { json_data: graph });
  models.answer(() => ({ json: { records: [{ tags: ['Apple'] }] } }));
  expect(expectBody(await client.post('/flows/v2/process', { flow: flow.id, records }))).toMatchObject({
    records: [{ mark: 'a', tags: ['Apple'], _status: { code: 200 } }],
  });
  expect(models.requests.at(-1)?.body).toMatchObject({
    flow: { id: flow.id, json_data: { root: ['a'], tasks: [{ id: task.id }] } },
  });
  const untrainedFlow = await createNamedRow<Flow>(client, '/flows/v2/flow/', {
    json_data: { root: ['a'], actions: [{ id: 'a', type: 'recognition', task: (await createTestTask(client)).id }] },
  });
  expect((await client.post('/flows/v2/process', { flow: untrainedFlow.id, records })).status).toBe(400);
});

it('an unavailable or unreadable image fails only its own record in every call', async () => {
  const { task, apple: appleLabel } = await createTrainedTask();
  const { task: detectionTask, label } = await createTrainedDetection();
  const graph = { root: ['a'], actions: [{ id: 'a', type: 'recognition', task: task.id }] };
  const flow = await createNamedRow<Flow>(client, '/flows/v2/flow/', { json_data: graph });
  const records = [
    { _url: `http://${UNREACHABLE_HOST}/missing.jpg`, mark: 'missing' },
    { _base64: Buffer.from('not an image').toString('base64'), mark: 'unreadable' },
    { _base64: await createImageBase64(), mark: 'good' },
  ];
  const unreadableRecord = { _status: { code: 422, text: 'not an image' } };
  for (const [path, body, result] of [
    ['/recognition/v2/classify/', { task_id: task.id }, { labels: [{ id: appleLabel.id, prob: 0.9 }] }],
    ['/detection/v2/detect', { task_id: detectionTask.id }, { _objects: [{ id: label.id, prob: 0.9, bound_box: [1, 2, 3, 4] }] }],
    ['/similarity/training/v2/descriptor', {}, { descriptor: [0.1, 0.2] }],
    ['/flows/v2/process', { flow: flow.id }, { tags: ['Apple'] }],
  ] as const) {
    models.requests.length = 0;
    models.answer(() => ({ json: { records: [unreadableRecord, result] } }));
    const response = expectBody<{ records: object[]; status: object }>(await client.post(path, { records, ...body }));
    const failedRecord = { _status: { code: 400, text: 'This image could not be read.' } };
    expect([path, response]).toMatchObject([
      path,
      {
        records: [
          { mark: 'missing', ...failedRecord },
          { mark: 'unreadable', ...failedRecord },
          { mark: 'good', _status: { code: 200, text: 'OK' } },
        ],
        status: { code: 200, text: 'OK' },
      },
    ]);
    expect(Object.keys(response.records[2] ?? {})).toEqual(expect.arrayContaining(Object.keys(result)));
    expect(models.requests).toMatchObject([{ path, body: { records: [{ mark: 'unreadable' }, { mark: 'good' }] } }]);
  }
  models.requests.length = 0;
  const response = await client.post('/recognition/v2/classify/', { records: records.slice(0, 1), task_id: task.id });
  expect([response.status, models.requests]).toEqual([200, []]);
});
