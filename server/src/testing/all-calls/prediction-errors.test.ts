import { apiCalls, type ApiCallKey, type CallSpec } from '@console/shared-contract/api';
import { z } from 'zod';
import type { TestClient, TestResponse } from '../api/client';
import { createImageBase64, createNamedRow, createTestTask } from '../api/fixtures';
import { setUpTestServer } from '../api/test-server';

const MISSING_ID = '00000000-0000-4000-8000-000000000000';
const server = setUpTestServer({ config: { builtInModels: true } });
let client: TestClient;
let base64: string;
let tasks: Record<string, string>;
beforeAll(async () => {
  ({ client } = await server.createTenant());
  base64 = await createImageBase64();
  tasks = {
    'POST /recognition/v2/classify/': (await createTestTask(client)).id,
    'POST /detection/v2/detect': (await createNamedRow(client, '/detection/v2/task/')).id,
    'POST /segmentation/v2/predict': (await createNamedRow(client, '/segmentation/v2/task/')).id,
  };
});

const isPrediction = (spec: CallSpec) => spec.body instanceof z.ZodObject && 'records' in spec.body.shape;
const predictionCalls = (Object.keys(apiCalls) as ApiCallKey[]).filter((key) => isPrediction(apiCalls[key]));
const getPath = (key: string) => key.replace('POST ', '');

it('covers all calls with records', () => expect(predictionCalls).toHaveLength(5));

describe.each(predictionCalls)('errors of %s have detail and status:', (key) => {
  it.each<[string, () => Promise<TestResponse>]>([
    ['without a session', () => server.anonymous.post(getPath(key), createBody(key, { _base64: base64 }))],
    ['without records', () => client.post(getPath(key), { ...createBody(key, {}), records: [] })],
    ['of an image that is not base64', () => client.post(getPath(key), createBody(key, { _base64: '?' }))],
    ['without an image', () => client.post(getPath(key), createBody(key, {}))],
  ])('%s', async (_, send) => expectStatus(await send()));
});

it.each(['POST /recognition/v2/classify/', 'POST /detection/v2/detect', 'POST /segmentation/v2/predict'])(
  '%s returns a status for a task without a model and for a missing task',
  async (key) => {
    const untrainedResponse = await client.post(getPath(key), createBody(key, { _base64: base64 }));
    expectStatus(untrainedResponse);
    expect(untrainedResponse).toMatchObject({ status: 400, body: { detail: 'There is no trained model for this task.' } });
    const missingTaskResponse = await client.post(getPath(key), { ...createBody(key, { _base64: base64 }), task_id: MISSING_ID });
    expectStatus(missingTaskResponse);
    expect(missingTaskResponse.status).toBe(404);
  },
);

it('errors of other calls have no status', async () => {
  expect((await client.post('/recognition/v2/task/', {})).body).toEqual({ detail: expect.any(String) });
});

const createBody = (key: string, record: object) => ({
  ...(key.startsWith('POST /flows') ? { flow: MISSING_ID } : { task_id: tasks[key] }),
  records: [record],
});

/** Checks that an error repeats its status code and its text, which SDKs read from `status`. */
function expectStatus({ status, body }: TestResponse): void {
  expect(status).toBeGreaterThanOrEqual(400);
  const { detail } = body as { detail: string };
  expect(body).toEqual({ detail: expect.any(String), status: { code: status, text: detail } });
}
