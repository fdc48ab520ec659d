import type {
  DetectionModel,
  DetectionTask,
  EvaluationSummary,
  RecognitionModel,
  RecognitionTask,
  Work,
} from '@console/shared-contract/api';
import type { z } from 'zod';
import { evaluateTrained } from '../evaluation/trained';
import { bodyOf, type TestClient } from '../testing/client';
import { makeNamed, makeObject, makeTask, uploadImages, type ListOf } from '../testing/fixtures';
import {
  makeServerWithModels,
  type ModelFileAnswer,
  type ModelServerAnswer,
  type TestModelServer,
} from '../testing/model-server';
import type { TestServer } from '../testing/test-server';
import type { WorkKind } from '../work/kind';
import { getExternalBackEnd } from './predict';
import { createExternalTrainingKind } from './train-externally';

type Model = z.output<typeof RecognitionModel>;

let server: TestServer;
let models: TestModelServer;
let client: TestClient;
beforeAll(async () => {
  ({ server, models } = await makeServerWithModels());
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

describe('training', () => {
  it('is handed to the model server with the task, its labels and parameters, and its statuses are told as they come', async () => {
    const task = await makeNamed<DetectionTask>(client, '/detection/v2/task/', {
      training_params: { 'detection-model': { input_size: 512 } },
    });
    const label = await makeNamed(client, '/detection/v2/label/', { name: 'Box' });
    await client.post(`/detection/v2/task/${task.id}/add-label`, { label_id: label.id });
    const model = bodyOf<DetectionModel>(await client.post(`/detection/v2/task/${task.id}/train`), 201);
    const read = async () => bodyOf<DetectionModel>(await client.get(`/detection/v2/model/${model.id}`));
    expect(await read()).toMatchObject({ train_status: 'QUEUED' });
    models.answer(() => ({ json: { train_status: 'QUEUED' } }));
    await runWork();
    expect(models.requests).toEqual([
      {
        method: 'POST',
        path: `/detection/v2/task/${task.id}/train`,
        authorization: 'Token secret-of-the-model-server',
        idempotencyKey: model.id,
        body: {
          id: model.id,
          workspace: task.workspace,
          task: { id: task.id, name: task.name, labels: [{ id: label.id, name: 'Box' }] },
          training_params: { 'detection-model': { input_size: 512 } },
        },
      },
    ]);
    expect(await read()).toMatchObject({ train_status: 'TRAINING' });
    models.answer(() => ({ status: 503 }));
    await runWork();
    expect(await read()).toMatchObject({ train_status: 'TRAINING', error: null });
    models.answer(() => ({ json: { train_status: 'TRAINED', map: 0.814 } }));
    await runWork();
    expect(models.requests.at(-1)).toMatchObject({ method: 'GET', path: `/detection/v2/model/${model.id}` });
    expect(await read()).toMatchObject({ train_status: 'TRAINED', map: 0.814, error: null });
    expect(bodyOf(await client.get(`/detection/v2/task/${task.id}`))).toMatchObject({ last_train_status: 'TRAINED', map: 0.814 });
  });

  it('has what it has trained evaluated on the verified TEST pictures', async () => {
    const task = await makeNamed<DetectionTask>(client, '/detection/v2/task/');
    const label = await makeNamed(client, '/detection/v2/label/', { name: 'Box' });
    await client.post(`/detection/v2/task/${task.id}/add-label`, { label_id: label.id });
    const [image] = await uploadImages(client, 1);
    await makeObject(client, image!.id, label.id, [0, 0, 10, 10]);
    await client.post('/recognition/v2/training-image/update', { images: [image!.id], 'mark-test': true });
    const train = async () => {
      bodyOf(await client.post(`/detection/v2/task/${task.id}/train`), 201);
      await runWork();
      return bodyOf<ListOf<EvaluationSummary>>(await client.get('/annotate/v2/evaluation', { task: task.id })).results;
    };
    models.answer(({ path }) =>
      path.endsWith('/train')
        ? { json: { train_status: 'TRAINED' } }
        : { json: { records: [{ _objects: [{ id: label.id, prob: 0.9, bound_box: [0, 0, 10, 11] }] }] } },
    );
    expect(await train()).toEqual([]);
    await client.post('/annotate/v2/verification/', { image_id: image!.id });
    const [made] = await train();
    expect(made).toMatchObject({ of_task: task.id, tasks: [{ model_number: 2, pictures: 1 }], work: { status: 'done' } });
    expect((await client.get(`/annotate/v2/evaluation/${made!.id}/measures`)).body).toMatchObject({
      labels: [{ name: 'Box', precision: 1, recall: 1 }],
    });
  });

  it.each<[string, ModelServerAnswer, RegExp]>([
    ['is out of order', { status: 500, text: 'boom' }, /cannot be reached/],
    ['hangs up', 'hang up', /cannot be reached/],
    ['says nothing', 'nothing', /did not answer in time/],
    ['talks nonsense', { json: { train_status: 'PERHAPS' } }, /cannot be used/],
    ['sends no JSON', { text: '<html>' }, /cannot be used/],
    ['does not let us in', { status: 401, json: { detail: 'who are you' } }, /does not let this server in/],
    ['refuses in words', { status: 400, json: { detail: 'two labels at least' } }, /refused: two labels at least/],
    ['says it failed', { json: { train_status: 'FAILED', error: 'out of memory' } }, /^out of memory$/],
  ])('fails with a plain reason when the model server %s', async (_, answer, reason) => {
    const task = await makeTask(client);
    const model = bodyOf<Model>(await client.post(`/recognition/v2/task/${task.id}/train`), 201);
    models.answer(() => answer);
    await runWork();
    expect(bodyOf(await client.get(`/recognition/v2/model/${model.id}`))).toMatchObject({
      train_status: 'FAILED',
      error: expect.stringMatching(reason),
    });
  });

  it('is sent once, though the attempt that sent it was cut off before it could say so', async () => {
    const task = await makeTask(client);
    const model = bodyOf<Model>(await client.post(`/recognition/v2/task/${task.id}/train`), 201);
    models.answer(({ method }) => ({ json: { train_status: method === 'POST' ? 'QUEUED' : 'TRAINED' } }));
    const train = createExternalTrainingKind(getExternalBackEnd(server.app.deps.config), evaluateTrained);
    const cut: WorkKind = {
      ...train,
      run: (context) => train.run({ ...context, step: () => Promise.reject(new Error('Connection terminated unexpectedly')) }),
    };
    await server.runWork([cut]);
    await runWork();
    expect(models.requests.map(({ method, idempotencyKey }) => [method, idempotencyKey])).toEqual([
      ['POST', model.id],
      ['GET', undefined],
    ]);
    expect(bodyOf(await client.get(`/recognition/v2/model/${model.id}`))).toMatchObject({ train_status: 'TRAINED' });
  });

  it('is sent again where the model server has not heard of it', async () => {
    const task = await makeTask(client);
    const model = bodyOf<Model>(await client.post(`/recognition/v2/task/${task.id}/train`), 201);
    models.answer(({ method }) =>
      method === 'POST' ? { json: { train_status: 'TRAINED' } } : { status: 404, json: { detail: 'no' } },
    );
    const lost: WorkKind = {
      ...createExternalTrainingKind(null, evaluateTrained),
      run: () => Promise.reject(new Error('Connection terminated unexpectedly')),
    };
    await server.runWork([lost]);
    await runWork();
    expect(models.requests.map(({ method, idempotencyKey }) => [method, idempotencyKey])).toEqual([
      ['GET', undefined],
      ['POST', model.id],
    ]);
  });

  it('that the model server has forgotten has failed', async () => {
    const task = await makeTask(client);
    const model = bodyOf<Model>(await client.post(`/recognition/v2/task/${task.id}/train`), 201);
    models.answer(({ method }) =>
      method === 'POST' ? { json: { train_status: 'TRAINING' } } : { status: 404, json: { detail: 'Not found.' } },
    );
    await runWork();
    await runWork();
    expect(bodyOf(await client.get(`/recognition/v2/model/${model.id}`))).toMatchObject({
      train_status: 'FAILED',
      error: expect.stringContaining('does not know'),
    });
  });

  const train = () => createExternalTrainingKind(getExternalBackEnd(server.app.deps.config), evaluateTrained);
  const queued = async () => {
    const task = await makeTask(client);
    const model = bodyOf<Model>(await client.post(`/recognition/v2/task/${task.id}/train`), 201);
    const { id } = await server.db
      .selectFrom('long_work')
      .select('id')
      .where('workspace_id', '=', task.workspace)
      .executeTakeFirstOrThrow();
    const cancel = async () => bodyOf<Work>(await client.post(`/annotate/v2/work/${id}/cancel`)).status;
    const statuses = async () => [
      bodyOf<Work>(await client.get(`/annotate/v2/work/${id}`)).status,
      bodyOf<Model>(await client.get(`/recognition/v2/model/${model.id}`)).train_status,
      bodyOf<RecognitionTask>(await client.get(`/recognition/v2/task/${task.id}`)).last_train_status,
    ];
    return { model, cancel, statuses };
  };

  it('that is cancelled while it waits leaves the model cancelled, and is not sent', async () => {
    const { cancel, statuses } = await queued();
    expect(await cancel()).toBe('cancelled');
    expect(await statuses()).toEqual(['cancelled', 'CANCELLED', 'CANCELLED']);
    await runWork();
    expect(models.requests).toEqual([]);
  });

  it('that is cancelled while it is under way leaves the model cancelled', async () => {
    const { cancel, statuses } = await queued();
    models.answer(() => ({ json: { train_status: 'QUEUED' } }));
    const underWay: WorkKind = {
      ...train(),
      run: async (context) => {
        expect(await cancel()).toBe('running');
        return train().run(context);
      },
    };
    await server.runWork([underWay]);
    expect(await statuses()).toEqual(['cancelled', 'CANCELLED', 'CANCELLED']);
    await runWork();
    expect(await statuses()).toEqual(['cancelled', 'CANCELLED', 'CANCELLED']);
  });

  it('that fails for a reason nobody foresaw leaves the model failed, with the reason', async () => {
    const { model, statuses } = await queued();
    await server.runWork([{ ...train(), run: () => Promise.reject(new Error('no more room')) }]);
    expect(await statuses()).toEqual(['failed', 'FAILED', 'FAILED']);
    expect(bodyOf(await client.get(`/recognition/v2/model/${model.id}`))).toMatchObject({ error: 'no more room' });
  });
});

describe('the file of a model that the model server has trained', () => {
  const zip = Buffer.from('PK\u0003\u0004 a model, as large as you like');
  const isZip = { 'content-type': 'application/zip; charset=binary' };
  beforeEach(async () => {
    models.fileRequests.length = 0;
    const { user, client: theirs } = await server.makeTenant();
    await server.db.updateTable('app_user').set({ can_download_model: true }).where('id', '=', user.id).execute();
    client = theirs;
    models.answer(() => ({ json: { train_status: 'TRAINED' } }));
  });
  afterEach(() => models.answerFile(() => ({ status: 404 })));

  /** The tries after the first come later. */
  async function runAll(): Promise<void> {
    while ((await runWork()) > 0);
  }

  async function trained() {
    const task = await makeTask(client);
    const { id } = bodyOf<Model>(await client.post(`/recognition/v2/task/${task.id}/train`), 201);
    await runAll();
    return { id, task, download: () => client.post(`/recognition/v2/model/${id}/request-download`, {}) };
  }

  it('is fetched when its training has ended, and downloaded from here', async () => {
    models.answerFile(() => ({ headers: isZip, bytes: zip }));
    const { id, download } = await trained();
    expect(models.fileRequests).toMatchObject([
      { method: 'GET', path: `/recognition/v2/model/${id}/file`, authorization: 'Token secret-of-the-model-server' },
    ]);
    const { model_path_download } = bodyOf<Model>(await download());
    const answer = await fetch(new URL(model_path_download!, server.origin));
    expect([answer.headers.get('content-type'), Buffer.from(await answer.arrayBuffer())]).toEqual(['application/zip', zip]);
  });

  it('that the model server does not give leaves the model as it is, and Download says so', async () => {
    const { id, download } = await trained();
    expect(models.fileRequests).toHaveLength(1);
    expect(bodyOf(await client.get(`/recognition/v2/model/${id}`))).toMatchObject({ train_status: 'TRAINED', error: null });
    const answer = await download();
    expect([answer.status, answer.body]).toEqual([400, { detail: 'The model server gives no file of this model.' }]);
  });

  it('that is not to be had now is asked for again', async () => {
    models.answerFile(() => (models.fileRequests.length < 3 ? { status: 503 } : { headers: isZip, bytes: zip }));
    const task = await makeTask(client);
    const { id } = bodyOf<Model>(await client.post(`/recognition/v2/task/${task.id}/train`), 201);
    const download = () => client.post(`/recognition/v2/model/${id}/request-download`, {});
    await server.runWork([
      {
        ...createExternalTrainingKind(getExternalBackEnd(server.app.deps.config), evaluateTrained),
        run: async (context) => {
          await createExternalTrainingKind(getExternalBackEnd(server.app.deps.config), evaluateTrained).run(context);
          const early = await download();
          expect([early.status, early.body]).toEqual([400, { detail: expect.stringContaining('is being fetched') as string }]);
        },
      },
    ]);
    await runAll();
    expect(models.fileRequests).toHaveLength(3);
    expect(bodyOf<Model>(await download()).model_path_download).toMatch(/\.zip/);
  });

  it.each<[string, ModelFileAnswer]>([
    ['leads elsewhere', { status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data' } }],
    ['is no model', { headers: { 'content-type': 'text/html' }, bytes: Buffer.from('<html>') }],
    ['stops half way', { headers: { ...isZip, 'content-length': zip.length + 9 }, bytes: zip }],
  ])('that %s is not taken', async (_, answer) => {
    models.answerFile(() => answer);
    const { download } = await trained();
    expect(models.fileRequests).toHaveLength(7);
    expect((await download()).status).toBe(400);
  });

  it('goes with its task', async () => {
    models.answerFile(() => ({ headers: isZip, bytes: zip }));
    const { task, download } = await trained();
    const { model_path_download } = bodyOf<Model>(await download());
    await client.delete(`/recognition/v2/task/${task.id}`);
    expect((await fetch(new URL(model_path_download!, server.origin))).status).toBe(404);
  });
});
