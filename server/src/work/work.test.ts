import type { DetectionTask, Work } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { bodyOf } from '../testing/client';
import { makeNamed } from '../testing/fixtures';
import { makeTestServer, type TestServer } from '../testing/test-server';
import { attemptWork, type AttemptOptions } from './attempt';
import { Interrupted, type WorkContext, type WorkHandler, type WorkKind } from './kind';
import { adoptUnfinished, enqueueWork } from './queue';

let server: TestServer;
let workspaceId: string;
beforeAll(async () => {
  server = await makeTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.deleteFrom('long_work').execute();
  await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`.execute(server.db);
  ({ workspaceId } = await server.makeTenant());
});

const enqueue = (input: unknown = {}, workspace = workspaceId) =>
  enqueueWork(server.db, { workspaceId: workspace, kind: 'test', input, userId: null });
const kindOf = (run: WorkHandler): WorkKind => ({ name: 'test', atOnce: 1, run });
const run = (handler: WorkHandler) => server.runWork([kindOf(handler)]);
const read = (id: string) => server.db.selectFrom('long_work').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const mark = (context: WorkContext, name: string) =>
  context.step(null, (trx) => trx.insertInto('server_setting').values({ name, value: '' }).execute());
const marks = async () => (await server.db.selectFrom('server_setting').select('name').execute()).map((row) => row.name);
const cut = () => Promise.reject(new Error('Connection terminated unexpectedly'));

/** One attempt as the queue begins it, held open until `go` is called. */
function attempt(id: string, body: (context: WorkContext) => Promise<unknown>, options: Partial<AttemptOptions> = {}) {
  let begun = () => {};
  const isBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  let go = () => {};
  const mayGo = new Promise<void>((resolve) => {
    go = resolve;
  });
  const kind = kindOf(async (context) => {
    begun();
    await mayGo;
    return body(context);
  });
  const ended = attemptWork(kind, id, { db: server.db, tries: 1, isLast: false, onError: () => undefined, ...options });
  ended.catch(() => undefined);
  return { isBegun, go, ended };
}

it('is done once, in order, with its progress and its result', async () => {
  const ids = [await enqueue({ n: 1 }), await enqueue({ n: 2 })];
  const seen: unknown[] = [];
  const handler: WorkHandler = async ({ work, progress }) => {
    seen.push(work.input);
    await progress(3, 4);
    return { fine: true };
  };
  expect(await run(handler)).toBe(2);
  expect(seen).toEqual([{ n: 1 }, { n: 2 }]);
  expect(await read(ids[0] ?? '')).toMatchObject({
    state: 'done',
    progress_done: 3,
    progress_total: 4,
    result: { fine: true },
    error: null,
    attempt: 1,
  });
  expect(await run(handler)).toBe(0);
});

it('is not there when what asked for it was undone', async () => {
  const undone = server.db.transaction().execute(async (trx) => {
    await enqueueWork(trx, { workspaceId, kind: 'test', input: {}, userId: null });
    throw new Error('no');
  });
  await expect(undone).rejects.toThrow('no');
  expect(await run(async () => undefined)).toBe(0);
});

it('of one who asks for a single thing does not wait behind the many of another', async () => {
  const other = (await server.makeTenant()).workspaceId;
  for (let n = 1; n <= 4; n += 1) await enqueue(`many ${n}`);
  await enqueue('single 1', other);
  await enqueue('single 2', other);
  const seen: unknown[] = [];
  await run(async ({ work }) => {
    seen.push(work.input);
  });
  expect(seen).toEqual(['many 1', 'single 1', 'many 2', 'single 2', 'many 3', 'many 4']);
});

it('of an attempt that was overtaken changes nothing, neither by a step nor by its end', async () => {
  const id = await enqueue();
  const slow = attempt(id, (context) => mark(context, 'of the slow one'));
  await slow.isBegun;
  const next = attempt(id, async (context) => {
    await context.step({ done: 1, total: 2, input: 'further' }, async () => undefined);
    return context.work.attempt;
  });
  await next.isBegun;
  slow.go();
  await expect(slow.ended).rejects.toThrow('taken this work over');
  expect(await read(id)).toMatchObject({ state: 'running', error: null, progress_done: 0 });
  expect(await marks()).not.toContain('of the slow one');
  next.go();
  await next.ended;
  expect(await read(id)).toMatchObject({ state: 'done', result: 2, input: 'further', progress_done: 1 });
});

it('waits for the step under way before another attempt begins, so that none is done twice', async () => {
  const id = await enqueue();
  let stepHolds = () => {};
  const holds = new Promise<void>((resolve) => {
    stepHolds = resolve;
  });
  let finishStep = () => {};
  const mayFinish = new Promise<void>((resolve) => {
    finishStep = resolve;
  });
  const first = attempt(id, (context) =>
    context.step({ done: 1, total: 1, input: 'step done' }, async () => {
      stepHolds();
      await mayFinish;
    }),
  );
  first.go();
  await holds;
  const seen: unknown[] = [];
  const second = attempt(id, async ({ work }) => void seen.push(work.input));
  second.go();
  finishStep();
  await Promise.allSettled([first.ended, second.ended]);
  // Where the second has begun at all, it has seen the step.
  expect(seen.filter((input) => input !== 'step done')).toEqual([]);
  expect(await read(id)).toMatchObject({ state: 'done', progress_done: 1 });
});

it('whose connection is cut is tried again, and never fails for that', async () => {
  const id = await enqueue();
  for (let time = 1; time <= 8; time += 1) {
    expect(await run(cut)).toBe(1);
    expect(await read(id)).toMatchObject({ state: 'running', error: null });
  }
  await run(async ({ work }) => work.attempt);
  expect(await read(id)).toMatchObject({ state: 'done', result: 9 });
});

it('whose process ended under it is tried again, and fails with the reason at the third time', async () => {
  const interrupted = () => Promise.reject(new Interrupted('The process ended.'));
  const id = await enqueue();
  for (const state of ['running', 'running', 'failed']) {
    await run(interrupted);
    expect(await read(id)).toMatchObject({ state });
  }
  expect(await read(id)).toMatchObject({ error: 'The process ended.' });
});

it('that servers die over is given up, but not when steps are done between', async () => {
  const [id, other] = [await enqueue(), await enqueue()];
  const died = (work: string) =>
    server.db
      .updateTable('long_work')
      .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
      .where('id', '=', work)
      .execute();
  for (let time = 1; time <= 5; time += 1) await died(id);
  for (let time = 1; time <= 8; time += 1) {
    const living = attempt(other, async (context) => {
      await context.step({ done: time, total: 9 }, async () => undefined);
      return cut();
    });
    living.go();
    await expect(living.ended).rejects.toThrow('Connection terminated');
    await died(other);
  }
  await run(async () => 'fine');
  expect(await read(id)).toMatchObject({ state: 'failed', error: expect.stringContaining('several times') });
  expect(await read(other)).toMatchObject({ state: 'done' });
});

it('stops when it is cancelled, and says what went wrong when it fails', async () => {
  const cancelled = await enqueue();
  await run(async ({ progress, work }) => {
    await server.db.updateTable('long_work').set({ cancel_requested: true }).where('id', '=', work.id).execute();
    await progress(1, 2);
    throw new Error('went on');
  });
  expect(await read(cancelled)).toMatchObject({ state: 'cancelled', error: null });
  const failing = await enqueue();
  const errors: unknown[] = [];
  const failed = attempt(
    failing,
    async () => {
      throw new Error('no disk');
    },
    { onError: (error) => errors.push(error) },
  );
  failed.go();
  await failed.ended;
  expect(await read(failing)).toMatchObject({ state: 'failed', error: 'no disk' });
  expect(errors).toHaveLength(1);
});

it('that waits for an answer from outside hears that it was cancelled', async () => {
  const { client, workspaceId: own } = await server.makeTenant();
  const id = await enqueue({}, own);
  const waiting = attempt(
    id,
    ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
  );
  waiting.go();
  await waiting.isBegun;
  expect(bodyOf<Work>(await client.post(`/annotate/v2/work/${id}/cancel`))).toMatchObject({ status: 'running' });
  await waiting.ended;
  expect(bodyOf<Work>(await client.get(`/annotate/v2/work/${id}`))).toMatchObject({ status: 'cancelled' });
});

it('that a release before the queue has left is taken up, the running too', async () => {
  const [waiting, running] = [await enqueue('waiting'), await enqueue('running')];
  await server.db.updateTable('long_work').set({ state: 'running' }).where('id', '=', running).execute();
  await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`.execute(server.db);
  expect(await run(async () => undefined)).toBe(0);
  expect(await adoptUnfinished(server.db)).toBe(2);
  expect(await adoptUnfinished(server.db)).toBe(0);
  expect(await run(async () => undefined)).toBe(2);
  for (const id of [waiting, running]) expect(await read(id)).toMatchObject({ state: 'done' });
});

it('a queued model ends as failed, with a plain reason, while nothing here can train', async () => {
  const { client } = await server.makeTenant();
  for (const domain of ['recognition', 'detection', 'segmentation']) {
    const task = await makeNamed<DetectionTask>(client, `/${domain}/v2/task/`);
    expect(bodyOf(await client.post(`/${domain}/v2/task/${task.id}/train`, {}), 201)).toMatchObject({
      train_status: 'QUEUED',
      error: null,
    });
    expect(await server.runWork()).toBe(1);
    expect(bodyOf(await client.get(`/${domain}/v2/task/${task.id}`))).toMatchObject({ last_train_status: 'FAILED' });
  }
  expect(await server.db.selectFrom('detection_model').select('error').executeTakeFirst()).toEqual({
    error: 'This server has nothing that can train models.',
  });
});
