import type { Work } from '@console/shared-contract/api';
import { failWith, signInForTest, stubApi, testWorkspace } from '../testing';
import { followWork } from './follow-work';

const GET_WORK = 'GET /annotate/v2/work/{id}';
const queuedWork: Work = {
  id: '33333333-3333-4333-8333-333333333333',
  workspace: testWorkspace.id,
  kind: 'matching',
  status: 'queued',
  done: 0,
  total: null,
  error: null,
  created: '2026-01-01T00:00:00Z',
  finished: null,
};
const createScope = (signal = new AbortController().signal) => ({ workspace: testWorkspace.id, signal });

beforeEach(() => signInForTest());

test('followWork tolerates failed requests and reports the progress', async () => {
  const responses = [
    failWith(0),
    { ...queuedWork, status: 'running', done: 5, total: 9 },
    failWith(503),
    { ...queuedWork, status: 'done', done: 9 },
  ];
  stubApi({ [GET_WORK]: () => responses.shift() });
  const progress: number[] = [];
  const work = await followWork(queuedWork, createScope(), ({ done }) => progress.push(done));
  expect(work.status).toBe('done');
  expect(progress).toEqual([0, 5, 9]);
});

test('followWork rejects with the reason of failed work', async () => {
  stubApi({ [GET_WORK]: { ...queuedWork, status: 'failed', error: 'The job is gone.' } });
  await expect(followWork(queuedWork, createScope(), () => undefined)).rejects.toThrow('The job is gone.');
});

test('followWork rejects immediately after a 404 response', async () => {
  const stub = stubApi({ [GET_WORK]: failWith(404) });
  await expect(followWork(queuedWork, createScope(), () => undefined)).rejects.toMatchObject({ status: 404 });
  expect(stub.getRequests(GET_WORK)).toHaveLength(1);
});

test('followWork rejects immediately when its signal aborts', async () => {
  const stub = stubApi({ [GET_WORK]: { ...queuedWork, status: 'running' } });
  const controller = new AbortController();
  const followedWork = followWork(queuedWork, createScope(controller.signal), () => undefined);
  controller.abort();
  await expect(followedWork).rejects.toMatchObject({ name: 'AbortError' });
  expect(stub.getRequests(GET_WORK)).toEqual([]);
});
