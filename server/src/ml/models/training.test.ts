import type {
  DetectionModel,
  DetectionTask,
  EvaluationSummary,
  RecognitionModel,
  RecognitionTask,
  Work,
} from '@console/shared-contract/api';
import { TRASH_DAYS } from '@console/shared-contract/limits';
import type { z } from 'zod';
import { deleteExpiredFiles } from '../../data-access/rows/discarded-files';
import { evaluateTrained } from '../../domain/evaluation/evaluate-trained';
import { expectBody, type TestClient } from '../../testing/api/client';
import { createNamedRow, createTestObject, createTestTask, uploadImages, type ListEnvelope } from '../../testing/api/fixtures';
import { setUpServerWithModels, type ModelFileResponse, type ModelServerResponse } from '../../testing/api/model-server';
import type { WorkKind } from '../../platform/queue/kind';
import { getExternalBackEnd } from './predict';
import { createExternalTrainingKind } from './train-externally';

type Model = z.output<typeof RecognitionModel>;

const { server, models } = setUpServerWithModels();
let client: TestClient;
beforeEach(async () => {
  models.requests.length = 0;
  ({ client } = await server.createTenant());
});

const runWork = () => server.runWork();

describe('training on an external model server', () => {
  it('sends the task with labels and parameters and follows the reported status', async () => {
    const task = await createNamedRow<DetectionTask>(client, '/detection/v2/task/', {
      training_params: { 'detection-model': { input_size: 512 } },
    });
    const label = await createNamedRow(client, '/detection/v2/label/', { name: 'Box' });
    await client.post(`/detection/v2/task/${task.id}/add-label`, { label_id: label.id });
    const model = expectBody<DetectionModel>(await client.post(`/detection/v2/task/${task.id}/train`), 201);
    const readModel = async () => expectBody<DetectionModel>(await client.get(`/detection/v2/model/${model.id}`));
    expect(await readModel()).toMatchObject({ train_status: 'QUEUED' });
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
          dataset: { version: expect.any(String), train: 0, test: 0, url: expect.any(String) },
        },
      },
    ]);
    expect(await readModel()).toMatchObject({ train_status: 'TRAINING' });
    models.answer(() => ({ status: 503 }));
    await runWork();
    expect(await readModel()).toMatchObject({ train_status: 'TRAINING', error: null });
    models.answer(() => ({ json: { train_status: 'TRAINED', map: 0.814 } }));
    await runWork();
    expect(models.requests.at(-1)).toMatchObject({ method: 'GET', path: `/detection/v2/model/${model.id}` });
    expect(await readModel()).toMatchObject({ train_status: 'TRAINED', map: 0.814, error: null });
    expect(expectBody(await client.get(`/detection/v2/task/${task.id}`))).toMatchObject({
      last_train_status: 'TRAINED',
      map: 0.814,
    });
  });

  it('evaluates a trained model on the verified test images', async () => {
    const task = await createNamedRow<DetectionTask>(client, '/detection/v2/task/');
    const label = await createNamedRow(client, '/detection/v2/label/', { name: 'Box' });
    await client.post(`/detection/v2/task/${task.id}/add-label`, { label_id: label.id });
    const [image] = await uploadImages(client, 1);
    await createTestObject(client, image!.id, label.id, [0, 0, 10, 10]);
    await client.post('/recognition/v2/training-image/update', { images: [image!.id], 'mark-test': true });
    const trainAndEvaluate = async () => {
      expectBody(await client.post(`/detection/v2/task/${task.id}/train`), 201);
      await runWork();
      return expectBody<ListEnvelope<EvaluationSummary>>(await client.get('/annotate/v2/evaluation', { task: task.id })).results;
    };
    models.answer(({ path }) =>
      path.endsWith('/train')
        ? { json: { train_status: 'TRAINED' } }
        : { json: { records: [{ _objects: [{ id: label.id, prob: 0.9, bound_box: [0, 0, 10, 11] }] }] } },
    );
    expect(await trainAndEvaluate()).toEqual([]);
    await client.post('/annotate/v2/verification/', { image_id: image!.id });
    const [evaluation] = await trainAndEvaluate();
    expect(evaluation).toMatchObject({ of_task: task.id, tasks: [{ model_number: 2, pictures: 1 }], work: { status: 'done' } });
    expect((await client.get(`/annotate/v2/evaluation/${evaluation!.id}/measures`)).body).toMatchObject({
      labels: [{ name: 'Box', precision: 1, recall: 1 }],
    });
  });

  it.each<[string, ModelServerResponse, RegExp]>([
    ['has an internal error', { status: 500, text: 'boom' }, /cannot be reached/],
    ['closes the connection', 'hang up', /cannot be reached/],
    ['does not respond', 'nothing', /did not respond in time/],
    ['returns an unknown status', { json: { train_status: 'PERHAPS' } }, /invalid response/],
    ['returns invalid JSON', { text: '<html>' }, /invalid response/],
    ['rejects the credentials', { status: 401, json: { detail: 'who are you' } }, /rejected this server's credentials/],
    ['refuses with a message', { status: 400, json: { detail: 'two labels at least' } }, /refused: two labels at least/],
    ['reports a failure', { json: { train_status: 'FAILED', error: 'out of memory' } }, /^out of memory$/],
  ])('fails with a reason when the model server %s', async (_, response, reason) => {
    const task = await createTestTask(client);
    const model = expectBody<Model>(await client.post(`/recognition/v2/task/${task.id}/train`), 201);
    models.answer(() => response);
    await runWork();
    expect(expectBody(await client.get(`/recognition/v2/model/${model.id}`))).toMatchObject({
      train_status: 'FAILED',
      error: expect.stringMatching(reason),
    });
  });

  it('is sent only once even if the first attempt was interrupted', async () => {
    const task = await createTestTask(client);
    const model = expectBody<Model>(await client.post(`/recognition/v2/task/${task.id}/train`), 201);
    models.answer(({ method }) => ({ json: { train_status: method === 'POST' ? 'QUEUED' : 'TRAINED' } }));
    const trainingKind = createExternalTrainingKind(getExternalBackEnd(server.app.deps.config), evaluateTrained);
    const interruptedKind: WorkKind = {
      ...trainingKind,
      // The first step of this work creates the dataset version; the second one records the state of the task.
      run: (context) => {
        let steps = 0;
        const step: typeof context.step = (progress, write) =>
          ++steps === 1 ? context.step(progress, write) : Promise.reject(new Error('Connection terminated unexpectedly'));
        return trainingKind.run({ ...context, step });
      },
    };
    await server.runWork([interruptedKind]);
    await runWork();
    expect(models.requests.map(({ method, idempotencyKey }) => [method, idempotencyKey])).toEqual([
      ['POST', model.id],
      ['GET', undefined],
    ]);
    expect(expectBody(await client.get(`/recognition/v2/model/${model.id}`))).toMatchObject({ train_status: 'TRAINED' });
  });

  it('is sent again if the model server does not know the model', async () => {
    const task = await createTestTask(client);
    const model = expectBody<Model>(await client.post(`/recognition/v2/task/${task.id}/train`), 201);
    models.answer(({ method }) =>
      method === 'POST' ? { json: { train_status: 'TRAINED' } } : { status: 404, json: { detail: 'no' } },
    );
    const interruptedKind: WorkKind = {
      ...createExternalTrainingKind(null, evaluateTrained),
      run: () => Promise.reject(new Error('Connection terminated unexpectedly')),
    };
    await server.runWork([interruptedKind]);
    await runWork();
    expect(models.requests.map(({ method, idempotencyKey }) => [method, idempotencyKey])).toEqual([
      ['GET', undefined],
      ['POST', model.id],
    ]);
  });

  it('fails if the model server no longer knows the model', async () => {
    const task = await createTestTask(client);
    const model = expectBody<Model>(await client.post(`/recognition/v2/task/${task.id}/train`), 201);
    models.answer(({ method }) =>
      method === 'POST' ? { json: { train_status: 'TRAINING' } } : { status: 404, json: { detail: 'Not found.' } },
    );
    await runWork();
    await runWork();
    expect(expectBody(await client.get(`/recognition/v2/model/${model.id}`))).toMatchObject({
      train_status: 'FAILED',
      error: expect.stringContaining('no longer knows'),
    });
  });

  const createKind = () => createExternalTrainingKind(getExternalBackEnd(server.app.deps.config), evaluateTrained);
  const queueTraining = async () => {
    const task = await createTestTask(client);
    const model = expectBody<Model>(await client.post(`/recognition/v2/task/${task.id}/train`), 201);
    const { id } = await server.db
      .selectFrom('long_work')
      .select('id')
      .where('workspace_id', '=', task.workspace)
      .executeTakeFirstOrThrow();
    const cancel = async () => expectBody<Work>(await client.post(`/annotate/v2/work/${id}/cancel`)).status;
    const readStatuses = async () => [
      expectBody<Work>(await client.get(`/annotate/v2/work/${id}`)).status,
      expectBody<Model>(await client.get(`/recognition/v2/model/${model.id}`)).train_status,
      expectBody<RecognitionTask>(await client.get(`/recognition/v2/task/${task.id}`)).last_train_status,
    ];
    return { model, cancel, readStatuses };
  };

  it('is not sent after it was cancelled in the queue', async () => {
    const { cancel, readStatuses } = await queueTraining();
    expect(await cancel()).toBe('cancelled');
    expect(await readStatuses()).toEqual(['cancelled', 'CANCELLED', 'CANCELLED']);
    await runWork();
    expect(models.requests).toEqual([]);
  });

  it('is cancelled on the model server when it is cancelled while it is being sent', async () => {
    const { model, cancel, readStatuses } = await queueTraining();
    models.answer(async ({ path }) => {
      if (path.endsWith('/train')) expect(await cancel()).toBe('running');
      return { json: { train_status: 'QUEUED' } };
    });
    await runWork();
    await runWork();
    expect(models.requests.map(({ path }) => path.split('/').at(-1))).toEqual(['train', 'cancel']);
    expect(models.requests[1]).toMatchObject({ method: 'POST', path: `/recognition/v2/model/${model.id}/cancel` });
    expect(await readStatuses()).toEqual(['cancelled', 'CANCELLED', 'CANCELLED']);
    await runWork();
    expect(await readStatuses()).toEqual(['cancelled', 'CANCELLED', 'CANCELLED']);
  });

  it.each(['cancel', 'delete'] as const)('is cancelled on the model server after the call to %s the model', async (call) => {
    const { model, readStatuses } = await queueTraining();
    models.answer(({ path }) => (path.endsWith('/cancel') ? { status: 405 } : { json: { train_status: 'TRAINING' } }));
    await runWork();
    if (call === 'cancel') {
      expect(expectBody(await client.post(`/recognition/v2/model/${model.id}/cancel`))).toMatchObject({
        train_status: 'CANCELLED',
      });
      expect(await readStatuses()).toEqual(['done', 'CANCELLED', 'CANCELLED']);
    } else expect((await client.delete(`/recognition/v2/model/${model.id}`)).status).toBe(204);
    await runWork();
    await runWork();
    expect(models.requests.slice(1).map(({ method, path }) => `${method} ${path}`)).toEqual([
      `POST /recognition/v2/model/${model.id}/cancel`,
    ]);
  });

  it('marks the model as failed with the reason of an unexpected error', async () => {
    const { model, readStatuses } = await queueTraining();
    await server.runWork([{ ...createKind(), run: () => Promise.reject(new Error('disk full')) }]);
    expect(await readStatuses()).toEqual(['failed', 'FAILED', 'FAILED']);
    expect(expectBody(await client.get(`/recognition/v2/model/${model.id}`))).toMatchObject({ error: 'disk full' });
  });
});

describe('file of an externally trained model', () => {
  const zip = Buffer.from('PK\u0003\u0004 a model, of any size');
  const zipHeaders = { 'content-type': 'application/zip; charset=binary' };
  beforeEach(async () => {
    models.fileRequests.length = 0;
    const { user, client: downloader } = await server.createTenant();
    await server.db.updateTable('app_user').set({ can_download_model: true }).where('id', '=', user.id).execute();
    client = downloader;
    models.answer(() => ({ json: { train_status: 'TRAINED' } }));
  });
  afterEach(() => models.setFileResponse(() => ({ status: 404 })));

  /** Runs all work, including repeated attempts, which are scheduled for later. */
  async function runAllWork(): Promise<void> {
    while ((await runWork()) > 0);
  }

  async function trainModel() {
    const task = await createTestTask(client);
    const { id } = expectBody<Model>(await client.post(`/recognition/v2/task/${task.id}/train`), 201);
    await runAllWork();
    return { id, task, download: () => client.post(`/recognition/v2/model/${id}/request-download`, {}) };
  }

  it('is stored after the training and downloaded from this server', async () => {
    models.setFileResponse(() => ({ headers: zipHeaders, bytes: zip }));
    const { id, download } = await trainModel();
    expect(models.fileRequests).toMatchObject([
      { method: 'GET', path: `/recognition/v2/model/${id}/file`, authorization: 'Token secret-of-the-model-server' },
    ]);
    const { model_path_download } = expectBody<Model>(await download());
    const response = await fetch(new URL(model_path_download!, server.origin));
    expect([response.headers.get('content-type'), Buffer.from(await response.arrayBuffer())]).toEqual(['application/zip', zip]);
  });

  it('cannot be downloaded if the model server does not provide it', async () => {
    const { id, download } = await trainModel();
    expect(models.fileRequests).toHaveLength(1);
    expect(expectBody(await client.get(`/recognition/v2/model/${id}`))).toMatchObject({ train_status: 'TRAINED', error: null });
    const response = await download();
    expect([response.status, response.body]).toEqual([
      400,
      { detail: "The model server doesn't provide a file for this model." },
    ]);
  });

  it('is requested again after a temporary failure', async () => {
    models.setFileResponse(() => (models.fileRequests.length < 3 ? { status: 503 } : { headers: zipHeaders, bytes: zip }));
    const task = await createTestTask(client);
    const { id } = expectBody<Model>(await client.post(`/recognition/v2/task/${task.id}/train`), 201);
    const download = () => client.post(`/recognition/v2/model/${id}/request-download`, {});
    await server.runWork([
      {
        ...createExternalTrainingKind(getExternalBackEnd(server.app.deps.config), evaluateTrained),
        run: async (context) => {
          await createExternalTrainingKind(getExternalBackEnd(server.app.deps.config), evaluateTrained).run(context);
          const prematureDownload = await download();
          expect([prematureDownload.status, prematureDownload.body]).toEqual([
            400,
            { detail: expect.stringContaining('is still being downloaded') as string },
          ]);
        },
      },
    ]);
    await runAllWork();
    expect(models.fileRequests).toHaveLength(3);
    expect(expectBody<Model>(await download()).model_path_download).toMatch(/\.zip/);
  });

  const rejectedResponses: [string, ModelFileResponse][] = [
    ['is a redirect', { status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data' } }],
    ['has another content type', { headers: { 'content-type': 'text/html' }, bytes: Buffer.from('<html>') }],
    ['is truncated', { headers: { ...zipHeaders, 'content-length': zip.length + 9 }, bytes: zip }],
  ];
  // Each response is requested seven times, which takes a second.
  it.each(process.env.LONG ? rejectedResponses : rejectedResponses.slice(0, 1))(
    'is rejected if the response %s',
    async (_, response) => {
      models.setFileResponse(() => response);
      const { download } = await trainModel();
      expect(models.fileRequests).toHaveLength(7);
      expect((await download()).status).toBe(400);
    },
  );

  it('is deleted 30 days after its task', async () => {
    models.setFileResponse(() => ({ headers: zipHeaders, bytes: zip }));
    const { task, download } = await trainModel();
    const { model_path_download } = expectBody<Model>(await download());
    await client.delete(`/recognition/v2/task/${task.id}`);
    const fetchFile = async () => (await fetch(new URL(model_path_download!, server.origin))).status;
    const { db, files } = server.app.deps;
    await deleteExpiredFiles(db, files);
    expect(await fetchFile()).toBe(200);
    await deleteExpiredFiles(db, files, new Date(Date.now() + (TRASH_DAYS + 1) * 86_400_000));
    expect(await fetchFile()).toBe(404);
  });
});
