import type { DetectionTask } from '@console/shared-contract/api';
import { bodyOf } from '../testing/client';
import { makeNamed } from '../testing/fixtures';
import { makeTestServer, type TestServer } from '../testing/test-server';
import { workHandlersOf } from '../work-handlers';
import { enqueueWork, releaseWork, reportProgress, takeWork } from './queue';
import { runWaitingWork, type WorkHandler } from './runner';

let server: TestServer;
let workspaceId: string;
beforeAll(async () => {
  server = await makeTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.deleteFrom('long_work').execute();
  ({ workspaceId } = await server.makeTenant());
});

const enqueue = (input: unknown = {}) => enqueueWork(server.db, { workspaceId, kind: 'test', input, userId: null });
const run = (
  handler: WorkHandler,
  onError: (error: unknown) => void = (error) => {
    throw error;
  },
) => runWaitingWork({ db: server.db, handlers: { test: handler }, onError });
const read = (id: string) => server.db.selectFrom('long_work').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const endLeases = () =>
  server.db
    .updateTable('long_work')
    .set({ leased_until: new Date(Date.now() - 1000) })
    .where('state', '=', 'running')
    .execute();

it('is done once, in order, with its progress and its result', async () => {
  const ids = [await enqueue({ n: 1 }), await enqueue({ n: 2 })];
  const seen: unknown[] = [];
  expect(
    await run(async ({ work, progress }) => {
      seen.push(work.input);
      await progress(3, 4);
      return { fine: true };
    }),
  ).toBe(2);
  expect(seen).toEqual([{ n: 1 }, { n: 2 }]);
  expect(await read(ids[0] ?? '')).toMatchObject({
    state: 'done',
    progress_done: 3,
    progress_total: 4,
    result: { fine: true },
    error: null,
    attempts: 1,
    leased_until: null,
  });
  expect(await run(async () => undefined)).toBe(0);
});

it('is given to one of several workers', async () => {
  for (let n = 0; n < 20; n += 1) await enqueue(n);
  const seen: unknown[] = [];
  const handler: WorkHandler = async ({ work }) => {
    seen.push(work.input);
  };
  const counts = await Promise.all([run(handler), run(handler), run(handler), run(handler)]);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(20);
  expect(new Set(seen).size).toBe(20);
});

it('of a worker that died is done by another once its lease has ended', async () => {
  const id = await enqueue();
  expect((await takeWork(server.db, ['test'], 'dies'))?.id).toBe(id);
  expect(await run(async () => undefined)).toBe(0);
  await endLeases();
  expect(await run(async () => undefined)).toBe(1);
  expect(await read(id)).toMatchObject({ state: 'done', attempts: 2 });
});

it('that a dead server had in hand is done at once by the next one', async () => {
  const id = await enqueue();
  await takeWork(server.db, ['test'], 'dies');
  await releaseWork(server.db);
  expect(await run(async () => undefined)).toBe(1);
  expect(await read(id)).toMatchObject({ state: 'done' });
});

it('that never ends is given up', async () => {
  const id = await enqueue();
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await takeWork(server.db, ['test'], 'dies');
    await endLeases();
  }
  expect(await run(async () => undefined)).toBe(0);
  expect(await read(id)).toMatchObject({ state: 'failed', error: expect.stringContaining('several times') });
});

it('stops when it is cancelled, and says what went wrong when it fails', async () => {
  const cancelled = await enqueue();
  await server.db.updateTable('long_work').set({ cancel_requested: true }).where('id', '=', cancelled).execute();
  await run(async ({ progress }) => {
    await progress(1, 2);
    throw new Error('went on');
  });
  expect(await read(cancelled)).toMatchObject({ state: 'cancelled', progress_done: 1 });
  const failing = await enqueue();
  const errors: unknown[] = [];
  await run(
    async () => {
      throw new Error('no disk');
    },
    (error) => errors.push(error),
  );
  expect(await read(failing)).toMatchObject({ state: 'failed', error: 'no disk' });
  expect(errors).toHaveLength(1);
  expect(await reportProgress(server.db, failing, 1, 1)).toBe(false);
});

it('a queued model ends as failed, with a plain reason, while nothing here can train', async () => {
  const { client } = await server.makeTenant();
  for (const domain of ['recognition', 'detection', 'segmentation']) {
    const task = await makeNamed<DetectionTask>(client, `/${domain}/v2/task/`);
    expect(bodyOf(await client.post(`/${domain}/v2/task/${task.id}/train`, {}), 201)).toMatchObject({
      train_status: 'QUEUED',
      error: null,
    });
    expect(
      await runWaitingWork({
        db: server.db,
        handlers: workHandlersOf(server.app.deps),
        onError: (error) => {
          throw error;
        },
      }),
    ).toBe(1);
    expect(bodyOf(await client.get(`/${domain}/v2/task/${task.id}`))).toMatchObject({ last_train_status: 'FAILED' });
  }
  expect(await server.db.selectFrom('detection_model').select('error').executeTakeFirst()).toEqual({
    error: 'This server has nothing that can train models.',
  });
});
