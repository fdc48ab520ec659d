import { declareWriter } from '../database/change-log';
import { runQueue } from '../../testing/api/run-queue';
import { setUpTestServer } from '../../testing/api/test-server';
import { enqueueJob } from './jobs';
import type { WorkKind } from './kind';
import { jobAttempts, type JobReport } from './observe-job';
import { enqueueWork } from './queue';

const REQUEST_ID = '3f2a91c4-b5d6-4e7f';

const server = setUpTestServer();
let workspaceId: string;
beforeAll(async () => {
  ({ workspaceId } = await server.createTenant());
});

const failingKind: WorkKind = { name: 'failing-kind', concurrency: 1, run: () => Promise.reject(new Error('no disk')) };
/** Work that enqueues its own job. */
const parentKind: WorkKind = {
  name: 'parent-kind',
  concurrency: 1,
  run: ({ step }) => step(null, (trx) => enqueueJob(trx, { task: 'child-task', payload: {}, key: 'child' })),
};

/** Enqueues one work of each kind in a transaction that belongs to a request, and runs the queue. */
async function runKinds(kinds: readonly WorkKind[]): Promise<JobReport[]> {
  const reports: JobReport[] = [];
  await server.db.transaction().execute(async (trx) => {
    await declareWriter(trx, { userId: null, origin: 'console', requestId: REQUEST_ID });
    for (const { name } of kinds) await enqueueWork(trx, { workspaceId, kind: name, input: {}, userId: null });
  });
  await runQueue(server.connection, {
    db: server.db,
    kinds,
    tasks: [{ name: 'child-task', run: () => Promise.reject(new Error('try again')) }],
    onError: () => undefined,
    onJob: (report) => void reports.push(report),
  });
  return reports;
}

it('reports work with its request, and jobs that the work enqueues with the same request', async () => {
  expect(await runKinds([parentKind])).toEqual([
    {
      task: 'parent-kind',
      outcome: 'done',
      attempt: 1,
      durationMs: expect.any(Number),
      error: undefined,
      workId: expect.any(String),
      requestId: REQUEST_ID,
    },
    {
      task: 'child-task',
      outcome: 'retried',
      attempt: 1,
      durationMs: expect.any(Number),
      error: new Error('try again'),
      workId: null,
      requestId: REQUEST_ID,
    },
  ]);
});

it('counts failed and repeated attempts by task', async () => {
  jobAttempts.reset();
  await runKinds([failingKind, parentKind]);
  const { values } = await jobAttempts.get();
  const counts = values.map(({ labels, value }) => [labels.task, labels.outcome, value]);
  expect(counts.sort()).toEqual([
    ['child-task', 'retried', 1],
    ['failing-kind', 'failed', 1],
    ['parent-kind', 'done', 1],
  ]);
});
