import type { DetectionModel, DetectionTask, Evaluation, Flow, RecognitionModel } from '@console/shared-contract/api';
import type { z } from 'zod';
import { bodyOf, type TestClient } from '../testing/client';
import { makeLabel, makeNamed, makeTask, pictureBase64, uploadImages, type ListOf } from '../testing/fixtures';
import { makeServerWithModels, type ModelServerAnswer, type TestModelServer } from '../testing/model-server';
import type { TestServer } from '../testing/test-server';

type Model = z.output<typeof RecognitionModel>;

/** Pictures are taken from it, and nothing listens there. */
const HOST_THAT_IS_DOWN = '127.0.0.1:1';

let server: TestServer;
let models: TestModelServer;
let client: TestClient;
beforeAll(async () => {
  ({ server, models } = await makeServerWithModels({ uploadHosts: [HOST_THAT_IS_DOWN] }));
});
afterAll(async () => {
  await server.close();
  await models.close();
});
beforeEach(async () => {
  models.requests.length = 0;
  ({ client } = await server.makeTenant());
});

const runWork = () => server.runWork();

async function trainedTask(type = 'multi_class') {
  const task = await makeTask(client, { name: 'Kind', type });
  const [apple, pear] = [
    await makeLabel(client, { name: 'Apple', task: task.id }),
    await makeLabel(client, { name: 'Pear', task: task.id }),
  ];
  const model = bodyOf<Model>(await client.post(`/recognition/v2/task/${task.id}/train`), 201);
  models.answer(({ path }) => ({ json: path.endsWith('/train') ? { train_status: 'TRAINED', map: null } : { records: [] } }));
  await runWork();
  models.requests.length = 0;
  return { task, apple, pear, model };
}

async function trainedDetection() {
  const task = await makeNamed<DetectionTask>(client, '/detection/v2/task/');
  const label = await makeNamed(client, '/detection/v2/label/', { name: 'Box' });
  await client.post(`/detection/v2/task/${task.id}/add-label`, { label_id: label.id });
  const model = bodyOf<DetectionModel>(await client.post(`/detection/v2/task/${task.id}/train`), 201);
  models.answer(() => ({ json: { train_status: 'TRAINED', map: 0.75 } }));
  await runWork();
  return { task, label, model };
}

describe('classify', () => {
  it('sends the pictures and answers with the labels that are probable enough', async () => {
    const { task, apple, pear, model } = await trainedTask();
    const [image] = await uploadImages(client, 1);
    models.answer(() => ({
      json: {
        records: [
          {
            labels: [
              { id: pear.id, prob: 0.2 },
              { id: apple.id, prob: 0.7 },
            ],
          },
          { labels: [{ id: pear.id, prob: 0.35 }] },
        ],
      },
    }));
    const picture = await pictureBase64();
    const sent = {
      records: [{ _url: image?.img_path, shelf: 3 }, { _base64: `data:image/png;base64,${picture}` }],
      task_id: task.id,
    };
    const answer = bodyOf(await client.post('/recognition/v2/classify/', sent));
    const ok = { code: 200, text: 'OK' };
    const best = [
      { id: apple.id, name: 'Apple', prob: 0.7 },
      { id: pear.id, name: 'Pear', prob: 0.35 },
    ];
    expect(answer).toEqual({
      status: ok,
      records: [
        { _url: image?.img_path, shelf: 3, _status: ok, best_label: best[0], labels: [best[0]] },
        { _status: ok, best_label: best[1], labels: [best[1]] },
      ],
    });
    const asked = models.requests[0]?.body as { records: { _base64: string; shelf?: number }[] };
    expect(asked).toMatchObject({ task_id: task.id, model_id: model.id, labels: [{ id: apple.id }, { id: pear.id }] });
    expect(
      asked.records.map(({ shelf, _base64 }) => [
        shelf,
        _base64 === picture,
        Buffer.from(_base64, 'base64').subarray(1, 4).toString(),
      ]),
    ).toEqual([
      [3, false, 'PNG'],
      [undefined, true, 'PNG'],
    ]);
  });

  it('is refused where nothing is trained, and where a picture may not be had', async () => {
    const untrained = await makeTask(client);
    const records = [{ _base64: await pictureBase64() }];
    expect(await client.post('/recognition/v2/classify/', { records, task_id: untrained.id })).toMatchObject({
      status: 400,
      body: { detail: 'There is no trained model for this task.' },
    });
    const { task } = await trainedTask();
    for (const record of [
      { _url: `${models.url}/secret` },
      { _url: `${server.origin}/api/files/none` },
      { _url: 'file:///etc/passwd' },
      {},
      { _base64: '%%' },
    ]) {
      const answer = await client.post('/recognition/v2/classify/', { records: [record], task: task.id });
      expect([record, answer.status, answer.text]).toEqual([record, 400, expect.stringContaining('records.0')]);
    }
    expect(models.requests).toEqual([]);
  });

  it.each<[string, (label: string) => ModelServerAnswer, number]>([
    ['is out of order', () => ({ status: 500 }), 502],
    ['says nothing', () => 'nothing', 504],
    ['hangs up', () => 'hang up', 502],
    ['answers for another number of pictures', () => ({ json: { records: [] } }), 502],
    [
      'names a label of nobody',
      () => ({ json: { records: [{ labels: [{ id: '6b1f0c5e-7a0b-4c3e-9a55-0d8f5b2f7c11', prob: 0.9 }] }] } }),
      502,
    ],
    ['is more than sure', (id) => ({ json: { records: [{ labels: [{ id, prob: 1.5 }] }] } }), 502],
    ['sends no JSON', () => ({ text: 'ok' }), 502],
    ['has lost the model', () => ({ status: 404, json: { detail: 'gone' } }), 400],
    ['refuses the picture', () => ({ status: 422, json: { detail: 'too dark' } }), 400],
  ])('says what is the matter when the model server %s', async (_, answer, status) => {
    const { task, apple } = await trainedTask();
    models.answer(() => answer(apple.id));
    const got = await client.post('/recognition/v2/classify/', {
      records: [{ _base64: await pictureBase64() }],
      task_id: task.id,
    });
    expect([got.status, got.body]).toEqual([status, { detail: expect.any(String) }]);
  });

  it('answers for the other pictures where the model server could not read one', async () => {
    const { task, apple } = await trainedTask();
    const unread = { _status: { code: 422, text: 'no picture' } };
    models.answer(() => ({ json: { records: [unread, { labels: [{ id: apple.id, prob: 0.9 }] }] } }));
    const records = [{ _base64: await pictureBase64() }, { _base64: await pictureBase64() }];
    expect(bodyOf(await client.post('/recognition/v2/classify/', { records, task_id: task.id }))).toMatchObject({
      records: [
        { _status: { code: 400, text: 'This picture could not be read.' }, best_label: null, labels: [] },
        { _status: { code: 200 }, best_label: { id: apple.id } },
      ],
    });
  });

  it('asks once for an Idempotency-Key', async () => {
    const { task, apple } = await trainedTask();
    models.answer(() => ({ json: { records: [{ labels: [{ id: apple.id, prob: 0.9 }] }] } }));
    const body = { records: [{ _base64: await pictureBase64() }], task_id: task.id };
    const send = () => client.post('/recognition/v2/classify/', body, { headers: { 'idempotency-key': 'predict-1' } });
    const [first, again] = [await send(), await send()];
    expect([first.status, again.text, models.requests.length]).toEqual([200, first.text, 1]);
  });
});

it('objects are answered from the probability on that the model is best from, unless the caller says another', async () => {
  const { task, label, model } = await trainedDetection();
  const object = (prob: number) => ({ id: label.id, prob, bound_box: [1, 1, 30, 30] });
  models.answer(() => ({ json: { records: [{ _objects: [object(0.9), object(0.5), object(0.25), object(0.1)] }] } }));
  const detect = async (body: { keep_prob?: number }) => {
    const records = [{ _base64: await pictureBase64() }];
    const answer = bodyOf<{ records: { _objects: { prob: number }[] }[] }>(
      await client.post('/detection/v2/detect', { records, task_id: task.id, ...body }),
    );
    return answer.records[0]?._objects.map(({ prob }) => prob);
  };
  expect(await detect({})).toEqual([0.9, 0.5]);
  const metrics = JSON.stringify({ decoding: { threshold: 0.6 } });
  await server.db.updateTable('detection_model').set({ metrics }).where('id', '=', model.id).execute();
  expect(await detect({})).toEqual([0.9]);
  expect(await detect({ keep_prob: 0.2 })).toEqual([0.9, 0.5, 0.25]);
  expect(await detect({ keep_prob: 0 })).toHaveLength(4);
});

it("a prediction of segmentation answers with outlines of the task's labels", async () => {
  const task = await makeNamed<{ id: string }>(client, '/segmentation/v2/task/');
  const label = await makeNamed(client, '/segmentation/v2/label/', { name: 'Leaf' });
  await client.post(`/segmentation/v2/task/${task.id}/add-label`, { label_id: label.id });
  const model = bodyOf<{ id: string }>(await client.post(`/segmentation/v2/task/${task.id}/train`), 201);
  models.answer(() => ({ json: { train_status: 'TRAINED', map: 0.5 } }));
  await runWork();
  const leaf = { id: label.id, prob: 0.8, bound_box: [2, 3, 20, 30], polygon: [2, 3, 20, 3, 11, 30] };
  const send = async () =>
    client.post('/segmentation/v2/predict', { records: [{ _base64: await pictureBase64() }], task_id: task.id });
  models.requests.length = 0;
  models.answer(() => ({ json: { records: [{ _objects: [leaf, { ...leaf, prob: 0.1 }] }] } }));
  expect(bodyOf<{ records: unknown[] }>(await send()).records).toEqual([
    { _status: { code: 200, text: 'OK' }, _objects: [{ ...leaf, name: 'Leaf' }] },
  ]);
  expect(models.requests).toMatchObject([{ path: '/segmentation/v2/predict', body: { task_id: task.id, model_id: model.id } }]);
  for (const polygon of [[2, 3, 20, 3], [2, 3, 20, 3, 11], ['a']]) {
    models.answer(() => ({ json: { records: [{ _objects: [{ ...leaf, polygon }] }] } }));
    expect((await send()).status).toBe(502);
  }
});

it("detect answers with boxes of the task's labels", async () => {
  const { task, label } = await trainedDetection();
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
    client.post('/detection/v2/detect', { records: [{ _base64: await pictureBase64() }], task_id: task.id });
  expect(bodyOf<{ records: unknown[] }>(await send()).records).toEqual([
    { _status: { code: 200, text: 'OK' }, _objects: [{ id: label.id, name: 'Box', prob: 0.9, bound_box: [1.5, 2, 30, 40] }] },
  ]);
  models.answer(() => ({ json: { records: [{ _objects: [{ id: label.id, prob: 0.9, bound_box: [30, 2, 1, 40] }] }] } }));
  expect((await send()).status).toBe(502);
});

it('descriptor and process answer what the model server says', async () => {
  const records = [{ _base64: await pictureBase64(), mark: 'a' }];
  models.answer(() => ({ json: { records: [{ descriptor: [0.1, 0.2] }] } }));
  expect(bodyOf(await client.post('/similarity/training/v2/descriptor', { records }))).toMatchObject({
    records: [{ mark: 'a', descriptor: [0.1, 0.2], _status: { code: 200 } }],
  });
  const { task, apple } = await trainedTask();
  const graph = { root: ['a'], actions: [{ id: 'a', type: 'switch', task: task.id, cases: { [apple.id]: [] } }] };
  const flow = await makeNamed<Flow>(client, '/flows/v2/flow/', { json_data: graph });
  models.answer(() => ({ json: { records: [{ tags: ['Apple'] }] } }));
  expect(bodyOf(await client.post('/flows/v2/process', { flow: flow.id, records }))).toMatchObject({
    records: [{ mark: 'a', tags: ['Apple'], _status: { code: 200 } }],
  });
  expect(models.requests.at(-1)?.body).toMatchObject({
    flow: { id: flow.id, json_data: { root: ['a'], tasks: [{ id: task.id }] } },
  });
  const untrained = await makeNamed<Flow>(client, '/flows/v2/flow/', {
    json_data: { root: ['a'], actions: [{ id: 'a', type: 'recognition', task: (await makeTask(client)).id }] },
  });
  expect((await client.post('/flows/v2/process', { flow: untrained.id, records })).status).toBe(400);
});

it('a picture that cannot be had, or not be read, is the fault of its own record alone, in every call', async () => {
  const { task, apple } = await trainedTask();
  const { task: detecting, label } = await trainedDetection();
  const graph = { root: ['a'], actions: [{ id: 'a', type: 'recognition', task: task.id }] };
  const flow = await makeNamed<Flow>(client, '/flows/v2/flow/', { json_data: graph });
  const records = [
    { _url: `http://${HOST_THAT_IS_DOWN}/gone.jpg`, mark: 'gone' },
    { _base64: Buffer.from('no picture').toString('base64'), mark: 'unread' },
    { _base64: await pictureBase64(), mark: 'good' },
  ];
  const unread = { _status: { code: 422, text: 'no picture' } };
  for (const [path, body, said] of [
    ['/recognition/v2/classify/', { task_id: task.id }, { labels: [{ id: apple.id, prob: 0.9 }] }],
    ['/detection/v2/detect', { task_id: detecting.id }, { _objects: [{ id: label.id, prob: 0.9, bound_box: [1, 2, 3, 4] }] }],
    ['/similarity/training/v2/descriptor', {}, { descriptor: [0.1, 0.2] }],
    ['/flows/v2/process', { flow: flow.id }, { tags: ['Apple'] }],
  ] as const) {
    models.requests.length = 0;
    models.answer(() => ({ json: { records: [unread, said] } }));
    const answer = bodyOf<{ records: object[]; status: object }>(await client.post(path, { records, ...body }));
    const failed = { _status: { code: 400, text: 'This picture could not be read.' } };
    expect([path, answer]).toMatchObject([
      path,
      {
        records: [
          { mark: 'gone', ...failed },
          { mark: 'unread', ...failed },
          { mark: 'good', _status: { code: 200, text: 'OK' } },
        ],
        status: { code: 200, text: 'OK' },
      },
    ]);
    expect(Object.keys(answer.records[2] ?? {})).toEqual(expect.arrayContaining(Object.keys(said)));
    expect(models.requests).toMatchObject([{ path, body: { records: [{ mark: 'unread' }, { mark: 'good' }] } }]);
  }
  models.requests.length = 0;
  const none = await client.post('/recognition/v2/classify/', { records: records.slice(0, 1), task_id: task.id });
  expect([none.status, models.requests]).toEqual([200, []]);
});

it('an evaluation goes by what the trained model said of the verified TEST images, also of those that came later', async () => {
  const task = await makeTask(client, { name: 'Kind' });
  const [apple, pear] = [
    await makeLabel(client, { name: 'Apple', task: task.id }),
    await makeLabel(client, { name: 'Pear', task: task.id }),
  ];
  const images = await uploadImages(client, 12);
  const verifyAsApple = async (ids: (string | undefined)[]) => {
    await client.post('/recognition/v2/training-image/update', { images: ids, labels: [apple.id], 'mark-test': true });
    for (const image_id of ids) await client.post('/annotate/v2/verification/', { image_id });
  };
  await verifyAsApple(images.slice(0, 11).map((image) => image.id));
  let said = 0;
  models.answer(({ path, body }) => {
    if (path.endsWith('/train')) return { json: { train_status: 'TRAINED' } };
    const { records } = body as { records: unknown[] };
    return {
      json: {
        records: records.map(() => {
          said += 1;
          return { labels: [{ id: said === 1 ? pear.id : apple.id, prob: 0.9 }] };
        }),
      },
    };
  });
  await client.post(`/recognition/v2/task/${task.id}/train`);
  await runWork();
  expect(
    models.requests
      .filter(({ path }) => path.endsWith('/classify/'))
      .map(({ body }) => (body as { records: unknown[] }).records.length),
  ).toEqual([10, 1]);
  const evaluate = async () => bodyOf<Evaluation>(await client.post('/annotate/v2/evaluation'), 201).result.top_labels;
  expect(await evaluate()).toMatchObject([{ name: 'Apple', count: 11, accuracy: 10 / 11 }]);
  expect(await runWork()).toBe(0);
  const made = async () => {
    const { results } = bodyOf<ListOf<{ id: string }>>(await client.get('/annotate/v2/evaluation'));
    return Promise.all(
      results.map(async ({ id }) => bodyOf<Evaluation>(await client.get(`/annotate/v2/evaluation/${id}`)).result.top_labels[0]),
    );
  };
  // One by itself, after the training, and the one that was asked for.
  expect(await made()).toMatchObject([{ count: 11 }, { count: 11 }]);
  await verifyAsApple([images[11]?.id]);
  expect(await evaluate()).toMatchObject([{ count: 11 }]);
  await runWork();
  expect((await made())[0]).toMatchObject({ count: 12, accuracy: 11 / 12 });
});
