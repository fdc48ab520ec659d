import { readdirSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import type { RecognitionModel } from '@console/shared-contract/api';
import type { z } from 'zod';
import { TestClient, type TestResponse } from '../../../../../server/src/testing/api/client';
import { waitUntil } from '../../../../../server/src/testing/wait/wait-until';
import { createTestLabel, createTestTask, uploadImage } from '../../../../../server/src/testing/api/fixtures';
import { createAttempt, type AttackClass, type AttackServer, type Attempt } from '../../harness/attack-class';
import { runDuringOtherUserRequests, MAX_WAIT_MS } from '../../harness/concurrent-user';

type Model = z.output<typeof RecognitionModel>;

const IMAGES_PATH = '/recognition/v2/training-image/';
const TASKS_PATH = '/recognition/v2/task/';
const COLORS = { Red: { r: 200, g: 30, b: 30 }, Blue: { r: 30, g: 40, b: 200 } };
const IMAGES_PER_LABEL = 6;
const CONCURRENT_REQUESTS = 20;
const TRAINING_MS = 120_000;

/** Attacks training, prediction and similarity search with invalid input, too many concurrent requests, and kills. */
export const learning: AttackClass = {
  name: 'learning',
  run: async ({ startServer }) => {
    const server = await startServer({ BUILT_IN_MODELS: 'on', LOG_LEVEL: 'fatal' });
    const [{ client }, otherTenant] = [await server.createEmptyTenant(), await server.createEmptyTenant()];
    const { task, images } = await createColourTask(client);
    const attempts = [
      ...(await sendInvalidParams(client, task)),
      ...(await requestManyTrainings(client, task)),
      ...(await killTrainings(server, client.authorization!, task)),
    ];
    // The restarted server has another port.
    const [clientAfterRestart, otherClient] = [client, otherTenant.client].map(
      ({ authorization }) => new TestClient(server.origin, authorization),
    );
    return [
      ...attempts,
      ...(await sendInvalidQueries(server, { client: clientAfterRestart!, otherClient: otherClient!, task, images })),
    ];
  },
};

async function createColourTask(client: TestClient): Promise<{ task: string; images: string[] }> {
  const task = await createTestTask(client, { name: 'Colour', type: 'multi_class' });
  const images: string[] = [];
  for (const [name, { r, g, b }] of Object.entries(COLORS)) {
    const label = await createTestLabel(client, { name, task: task.id });
    for (let index = 0; index < IMAGES_PER_LABEL; index += 1) {
      const brightnessOffset = 4 * index;
      const background = { r: r + brightnessOffset, g: g + brightnessOffset, b: b + brightnessOffset };
      const image = await uploadImage(client, { base64: (await createPng(background)).toString('base64') });
      await client.post(`${IMAGES_PATH}${image.id}/add-label`, { label_id: label.id });
      images.push(image.id);
    }
  }
  return { task: task.id, images };
}

const createPng = (background: { r: number; g: number; b: number }, side = 64) =>
  sharp({ create: { width: side, height: side, channels: 3, background } })
    .png()
    .toBuffer();

const requestTraining = (client: TestClient, task: string) => client.post(`${TASKS_PATH}${task}/train`);
const getStatus = async (client: TestClient, id: string) =>
  ((await client.get(`/recognition/v2/model/${id}`)).body as Model).train_status;
const hasEnded = (client: TestClient, id: string) => async () =>
  ['TRAINED', 'FAILED', 'CANCELLED'].includes(String(await getStatus(client, id)));
const formatResponse = ({ status, text }: TestResponse) => `${status} ${text.slice(0, 200)}`;

/** Sets invalid training parameters, which users edit as JSON. Each training must finish or be refused with a reason. */
async function sendInvalidParams(client: TestClient, task: string): Promise<Attempt[]> {
  const invalidParams: unknown[] = [
    { 'detection-model': { input_size: -1 } },
    { 'detection-model': { input_size: 1e12 } },
    { 'detection-model': { input_size: 'x' }, seed: 1e300, only_verified: 'yes' },
    { seed: -1, only_real: {}, __proto__: null, constructor: 1 },
    [],
  ];
  const attempts: Attempt[] = [];
  for (const training_params of invalidParams) {
    const description = `training_params ${JSON.stringify(training_params)}`;
    const putResponse = await client.put(`${TASKS_PATH}${task}`, { training_params });
    if (putResponse.status === 400) {
      attempts.push(createAttempt(description, true, ''));
      continue;
    }
    const trainResponse = await requestTraining(client, task);
    if (trainResponse.status !== 201) {
      attempts.push(createAttempt(description, trainResponse.status === 400, formatResponse(trainResponse)));
      continue;
    }
    const { id } = trainResponse.body as Model;
    await waitUntil(hasEnded(client, id), TRAINING_MS);
    const status = await getStatus(client, id);
    attempts.push(createAttempt(description, status === 'TRAINED', String(status)));
  }
  await client.put(`${TASKS_PATH}${task}`, { training_params: {} });
  return attempts;
}

/** Sends many training requests at once. Only one of them may be accepted. Then sends as many requests that cancel the training. */
async function requestManyTrainings(client: TestClient, task: string): Promise<Attempt[]> {
  const trainings = await Promise.all(Array.from({ length: CONCURRENT_REQUESTS }, () => requestTraining(client, task)));
  const queuedTrainings = trainings.filter(({ status }) => status === 201);
  const refusedTrainings = trainings.filter(({ status }) => status === 400);
  const attempts = [
    createAttempt(
      '20 training requests at once',
      queuedTrainings.length === 1 && refusedTrainings.length === CONCURRENT_REQUESTS - 1,
      trainings.map(formatResponse).join('; '),
    ),
  ];
  const { id } = queuedTrainings[0]!.body as Model;
  const cancelResponses = await Promise.all(
    Array.from({ length: CONCURRENT_REQUESTS }, () => client.post(`/recognition/v2/model/${id}/cancel`, {})),
  );
  attempts.push(
    createAttempt(
      '20 cancellations at once',
      cancelResponses.every(({ status }) => status < 500),
      cancelResponses.map(formatResponse).join('; '),
    ),
  );
  await waitUntil(hasEnded(client, id), TRAINING_MS);
  const status = await getStatus(client, id);
  attempts.push(createAttempt('ends as cancelled', status === 'CANCELLED', String(status)));
  return attempts;
}

/** Kills the learner (the training process) during one training, and the server during another. Both trainings must finish. */
async function killTrainings(server: AttackServer, authorization: string, task: string): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  for (const victim of ['the learner', 'the server'] as const) {
    const client = new TestClient(server.origin, authorization);
    const { id } = (await requestTraining(client, task)).body as Model;
    await waitUntil(async () => (await getStatus(client, id)) === 'TRAINING', TRAINING_MS);
    if (victim === 'the server') await server.killAndStart();
    else for (const pid of listTrainingProcesses(server.pid)) process.kill(pid, 'SIGKILL');
    const restartedClient = new TestClient(server.origin, authorization);
    await waitUntil(hasEnded(restartedClient, id), TRAINING_MS);
    const status = await getStatus(restartedClient, id);
    attempts.push(createAttempt(`${victim} killed during a training`, status === 'TRAINED', String(status)));
  }
  return attempts;
}

/** Lists the child processes of the server that run the learner. */
function listTrainingProcesses(parent: number): number[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      const isChild = readFileSync(`/proc/${name}/status`, 'utf8').includes(`\nPPid:\t${parent}\n`);
      return isChild && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('learner') ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

/** Invalid boxes that a client program might send. */
const INVALID_OBJECTS: Record<string, unknown> = {
  text: 'boxes',
  'an empty box': [{ bound_box: [] }],
  'a box of strings': [{ bound_box: ['a', 'b', 'c', 'd'] }],
  'a box of nulls': [{ bound_box: [null, null, null, null] }],
  'a box with swapped corners': [{ bound_box: [50, 50, 1, 1] }],
  'a box far outside': [{ bound_box: [1e300, -1e300, 1e308, 1e308] }],
  'a box with 100,000 numbers': [{ bound_box: Array(100_000).fill(1) }],
  'many boxes': Array(20_000).fill({ bound_box: [0, 0, 8, 8] }),
};

const createSquareImage = (side: number) => createPng(COLORS.Red, side);
const INVALID_IMAGES: Record<string, () => Promise<Buffer> | Buffer> = {
  'not an image': () => Buffer.from('no picture at all'),
  empty: () => Buffer.alloc(0),
  'one pixel': () => createSquareImage(1),
  'a truncated image': async () => (await createSquareImage(2_000)).subarray(0, 900),
  'an SVG that refers to a file': () =>
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>'),
  '118 megapixels': () => createSquareImage(10_900),
  'a strip of 30,000 x 2': () =>
    sharp({ create: { width: 30_000, height: 2, channels: 3, background: COLORS.Blue } })
      .png()
      .toBuffer(),
};

const INVALID_SEARCHES: Record<string, Record<string, string>> = {
  'count of 0': { count: '0' },
  'count of a billion': { count: '1e9' },
  'no number': { count: 'many' },
  'unknown kind': { kinds: 'image,user' },
  'unknown search criterion': { by: "colours'; drop table embedding" },
};

/** Sends invalid records, expensive images and invalid similarity queries. Another user must not wait longer. */
async function sendInvalidQueries(
  server: AttackServer,
  { client, otherClient, task, images }: { client: TestClient; otherClient: TestClient; task: string; images: readonly string[] },
): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  const addAttempt = (description: string, responses: readonly TestResponse[], statuses: readonly number[], slowest = 0) => {
    const unexpectedResponse = responses.find(({ status }) => !statuses.includes(status));
    attempts.push(
      createAttempt(
        description,
        !unexpectedResponse && slowest < MAX_WAIT_MS,
        unexpectedResponse ? formatResponse(unexpectedResponse) : `another user waited ${slowest.toFixed(0)} ms`,
      ),
    );
  };
  const classify = (record: Record<string, unknown>) =>
    client.post('/recognition/v2/classify/', { task_id: task, records: [record] });
  const _base64 = (await createSquareImage(64)).toString('base64');
  for (const [kind, _objects] of Object.entries(INVALID_OBJECTS))
    addAttempt(`classify, ${kind}`, [await classify({ _base64, _objects, _extract_object: true })], [200, 400, 413]);
  for (const [kind, createFile] of Object.entries(INVALID_IMAGES)) {
    const record = { _base64: (await createFile()).toString('base64') };
    const { value: responses, slowest } = await runDuringOtherUserRequests(otherClient, () =>
      Promise.all(Array.from({ length: 4 }, () => classify(record))),
    );
    addAttempt(`classify, ${kind}, 4 at once`, responses, [200, 400, 413, 503], slowest);
  }
  const burstResult = await runDuringOtherUserRequests(otherClient, () =>
    Promise.all(Array.from({ length: 100 }, () => classify({ _base64 }))),
  );
  addAttempt('100 classify requests at once', burstResult.value, [200, 503], burstResult.slowest);
  for (const [kind, query] of Object.entries(INVALID_SEARCHES))
    addAttempt(`similar, ${kind}`, [await client.get(`${IMAGES_PATH}${images[0]}/similar`, query)], [400]);
  addAttempt('similar, of another tenant', [await otherClient.get(`${IMAGES_PATH}${images[0]}/similar`)], [404]);
  addAttempt('look-alikes of another tenant', [await otherClient.post(`${IMAGES_PATH}look-alikes`, { images })], [404]);
  addAttempt(
    'look-alikes of too many images',
    [await client.post(`${IMAGES_PATH}look-alikes`, { images: Array(51).fill(images[0]) })],
    [400],
  );
  const searches = await runDuringOtherUserRequests(otherClient, () =>
    Promise.all(Array.from({ length: 100 }, (_, index) => client.get(`${IMAGES_PATH}${images[index % images.length]}/similar`))),
  );
  addAttempt('similar, 100 at once', searches.value, [200, 503], searches.slowest);
  for (const pid of listTrainingProcesses(server.pid)) process.kill(pid, 'SIGKILL');
  addAttempt('classify after the learner was killed', [await classify({ _base64 })], [200]);
  return attempts;
}
