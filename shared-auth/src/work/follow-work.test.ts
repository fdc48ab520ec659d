import type { Work } from '@console/shared-contract/api';
import { failWith, signInForTest, stubApi, testWorkspace } from '../testing';
import { followWork } from './follow-work';

const look = 'GET /annotate/v2/work/{id}';
const asked: Work = {
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
const scopeOf = (signal = new AbortController().signal) => ({ workspace: testWorkspace.id, signal });

beforeEach(() => signInForTest());

test('a lost answer or two is borne, and how far it is is told in between', async () => {
  const answers = [
    failWith(0),
    { ...asked, status: 'running', done: 5, total: 9 },
    failWith(503),
    { ...asked, status: 'done', done: 9 },
  ];
  stubApi({ [look]: () => answers.shift() });
  const told: number[] = [];
  const work = await followWork(asked, scopeOf(), ({ done }) => told.push(done));
  expect(work.status).toBe('done');
  expect(told).toEqual([0, 5, 9]);
});

test('work that failed rejects with its reason', async () => {
  stubApi({ [look]: { ...asked, status: 'failed', error: 'The job is gone.' } });
  await expect(followWork(asked, scopeOf(), () => undefined)).rejects.toThrow('The job is gone.');
});

test('an answer that will not change is not waited for', async () => {
  const stub = stubApi({ [look]: failWith(404) });
  await expect(followWork(asked, scopeOf(), () => undefined)).rejects.toMatchObject({ status: 404 });
  expect(stub.getRequests(look)).toHaveLength(1);
});

test('ends when its watcher leaves, at once', async () => {
  const stub = stubApi({ [look]: { ...asked, status: 'running' } });
  const leaving = new AbortController();
  const followed = followWork(asked, scopeOf(leaving.signal), () => undefined);
  leaving.abort();
  await expect(followed).rejects.toMatchObject({ name: 'AbortError' });
  expect(stub.getRequests(look)).toEqual([]);
});
