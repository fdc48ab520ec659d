import type { DetectionTask, Work } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { expectBody } from '../../testing/api/client';
import { createNamedRow } from '../../testing/api/fixtures';
import { setUpTestServer } from '../../testing/api/test-server';
import { attemptWork, type AttemptOptions } from './attempt';
import { InterruptedError, type WorkContext, type WorkHandler, type WorkKind } from './kind';
import { enqueueUnfinished, enqueueWork } from './queue';

const server = setUpTestServer();
let workspaceId: string;
beforeEach(async () => {
  await server.db.deleteFrom('long_work').execute();
  await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`.execute(server.db);
  ({ workspaceId } = await server.createTenant());
});

const enqueue = (input: unknown = {}, workspace = workspaceId) =>
  enqueueWork(server.db, { workspaceId: workspace, kind: 'test', input, userId: null });
const createKind = (handler: WorkHandler): WorkKind => ({ name: 'test', concurrency: 1, run: handler });
const runHandler = (handler: WorkHandler) => server.runWork([createKind(handler)]);
const readWork = (id: string) => server.db.selectFrom('long_work').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const storeSetting = (context: WorkContext, name: string) =>
  context.step(null, (trx) => trx.insertInto('server_setting').values({ name, value: '' }).execute());
const listSettings = async () => (await server.db.selectFrom('server_setting').select('name').execute()).map((row) => row.name);
const loseConnection = () => Promise.reject(new Error('Connection terminated unexpectedly'));

/** Starts one attempt like the queue does. It continues when `release` is called. */
function startAttempt(id: string, body: (context: WorkContext) => Promise<unknown>, options: Partial<AttemptOptions> = {}) {
  let markStarted = () => {};
  const startSignal = new Promise<void>((resolve) => {
    markStarted = resolve;
  });
  let release = () => {};
  const releasePromise = new Promise<void>((resolve) => {
    release = resolve;
  });
  const kind = createKind(async (context) => {
    markStarted();
    await releasePromise;
    return body(context);
  });
  const workAttempt = attemptWork(kind, id, {
    db: server.db,
    starts: 1,
    isLast: false,
    requestId: null,
    onError: () => undefined,
    ...options,
  });
  workAttempt.catch(() => undefined);
  return { started: startSignal, release, finished: workAttempt };
}

it('runs each work item once, in order, and stores progress and result', async () => {
  const ids = [await enqueue({ n: 1 }), await enqueue({ n: 2 })];
  const inputs: unknown[] = [];
  const handler: WorkHandler = async ({ work, progress }) => {
    inputs.push(work.input);
    await progress(3, 4);
    return { fine: true };
  };
  expect(await runHandler(handler)).toBe(2);
  expect(inputs).toEqual([{ n: 1 }, { n: 2 }]);
  expect(await readWork(ids[0] ?? '')).toMatchObject({
    state: 'done',
    progress_done: 3,
    progress_total: 4,
    result: { fine: true },
    error: null,
    attempt: 1,
  });
  expect(await runHandler(handler)).toBe(0);
});

it('does not enqueue work if the transaction is rolled back', async () => {
  const rolledBackTransaction = server.db.transaction().execute(async (trx) => {
    await enqueueWork(trx, { workspaceId, kind: 'test', input: {}, userId: null });
    throw new Error('no');
  });
  await expect(rolledBackTransaction).rejects.toThrow('no');
  expect(await runHandler(async () => undefined)).toBe(0);
});

it('alternates between workspaces, however much work each has queued', async () => {
  const otherWorkspaceId = (await server.createTenant()).workspaceId;
  for (let n = 1; n <= 4; n += 1) await enqueue(`many ${n}`);
  await enqueue('single 1', otherWorkspaceId);
  await enqueue('single 2', otherWorkspaceId);
  const inputs: unknown[] = [];
  await runHandler(async ({ work }) => {
    inputs.push(work.input);
  });
  expect(inputs).toEqual(['many 1', 'single 1', 'many 2', 'single 2', 'many 3', 'many 4']);
});

it('ignores steps and results of an attempt after another one has started', async () => {
  const id = await enqueue();
  const supersededAttempt = startAttempt(id, (context) => storeSetting(context, 'slow attempt'));
  await supersededAttempt.started;
  const secondAttempt = startAttempt(id, async (context) => {
    await context.step({ done: 1, total: 2, input: 'further' }, async () => undefined);
    return context.work.attempt;
  });
  await secondAttempt.started;
  supersededAttempt.release();
  await expect(supersededAttempt.finished).rejects.toThrow('taken this work over');
  expect(await readWork(id)).toMatchObject({ state: 'running', error: null, progress_done: 0 });
  expect(await listSettings()).not.toContain('slow attempt');
  secondAttempt.release();
  await secondAttempt.finished;
  expect(await readWork(id)).toMatchObject({ state: 'done', result: 2, input: 'further', progress_done: 1 });
});

it('starts another attempt only after the current step is committed', async () => {
  const id = await enqueue();
  let markStepStarted = () => {};
  const stepStarted = new Promise<void>((resolve) => {
    markStepStarted = resolve;
  });
  let finishStep = () => {};
  const stepReleased = new Promise<void>((resolve) => {
    finishStep = resolve;
  });
  const firstAttempt = startAttempt(id, (context) =>
    context.step({ done: 1, total: 1, input: 'step done' }, async () => {
      markStepStarted();
      await stepReleased;
    }),
  );
  firstAttempt.release();
  await stepStarted;
  const inputs: unknown[] = [];
  const secondAttempt = startAttempt(id, async ({ work }) => void inputs.push(work.input));
  secondAttempt.release();
  finishStep();
  await Promise.allSettled([firstAttempt.finished, secondAttempt.finished]);
  // The committed step has changed the input, so a second attempt that runs must have received the changed input.
  expect(inputs.filter((input) => input !== 'step done')).toEqual([]);
  expect(await readWork(id)).toMatchObject({ state: 'done', progress_done: 1 });
});

it('retries work after lost connections without ever failing it', async () => {
  const id = await enqueue();
  for (let attemptNumber = 1; attemptNumber <= 8; attemptNumber += 1) {
    expect(await runHandler(loseConnection)).toBe(1);
    expect(await readWork(id)).toMatchObject({ state: 'running', error: null });
  }
  await runHandler(async ({ work }) => work.attempt);
  expect(await readWork(id)).toMatchObject({ state: 'done', result: 9 });
});

it('retries work whose process died and fails it at the third time', async () => {
  const rejectAsInterrupted = () => Promise.reject(new InterruptedError('The process ended.'));
  const id = await enqueue();
  for (const state of ['running', 'running', 'failed']) {
    await runHandler(rejectAsInterrupted);
    expect(await readWork(id)).toMatchObject({ state });
  }
  expect(await readWork(id)).toMatchObject({ error: 'The process ended.' });
});

it('fails work that crashes several servers, unless it completes steps in between', async () => {
  const [id, otherId] = [await enqueue(), await enqueue()];
  const recordServerDeath = (work: string) =>
    server.db
      .updateTable('long_work')
      .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
      .where('id', '=', work)
      .execute();
  for (let attemptNumber = 1; attemptNumber <= 5; attemptNumber += 1) await recordServerDeath(id);
  for (let attemptNumber = 1; attemptNumber <= 8; attemptNumber += 1) {
    const secondServerAttempt = startAttempt(otherId, async (context) => {
      await context.step({ done: attemptNumber, total: 9 }, async () => undefined);
      return loseConnection();
    });
    secondServerAttempt.release();
    await expect(secondServerAttempt.finished).rejects.toThrow('Connection terminated');
    await recordServerDeath(otherId);
  }
  await runHandler(async () => 'fine');
  expect(await readWork(id)).toMatchObject({ state: 'failed', error: expect.stringContaining('several times') });
  expect(await readWork(otherId)).toMatchObject({ state: 'done' });
});

it('stops cancelled work and stores the error of failed work', async () => {
  const cancelledId = await enqueue();
  await runHandler(async ({ progress, work }) => {
    await server.db.updateTable('long_work').set({ cancel_requested: true }).where('id', '=', work.id).execute();
    await progress(1, 2);
    throw new Error('continued after the cancellation');
  });
  expect(await readWork(cancelledId)).toMatchObject({ state: 'cancelled', error: null });
  const failingId = await enqueue();
  const errors: unknown[] = [];
  const failedAttempt = startAttempt(
    failingId,
    async () => {
      throw new Error('no disk');
    },
    { onError: (error) => errors.push(error) },
  );
  failedAttempt.release();
  await failedAttempt.finished;
  expect(await readWork(failingId)).toMatchObject({ state: 'failed', error: 'no disk' });
  expect(errors).toHaveLength(1);
});

it('aborts cancelled work that waits for an external response', async () => {
  const { client, workspaceId: ownWorkspaceId } = await server.createTenant();
  const id = await enqueue({}, ownWorkspaceId);
  const waitingAttempt = startAttempt(
    id,
    ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
  );
  waitingAttempt.release();
  await waitingAttempt.started;
  expect(expectBody<Work>(await client.post(`/annotate/v2/work/${id}/cancel`))).toMatchObject({ status: 'running' });
  await waitingAttempt.finished;
  expect(expectBody<Work>(await client.get(`/annotate/v2/work/${id}`))).toMatchObject({ status: 'cancelled' });
});

it('runs unfinished work that has no job in the queue', async () => {
  const [waitingId, runningId] = [await enqueue('waiting'), await enqueue('running')];
  await server.db.updateTable('long_work').set({ state: 'running' }).where('id', '=', runningId).execute();
  await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`.execute(server.db);
  expect(await runHandler(async () => undefined)).toBe(0);
  expect(await enqueueUnfinished(server.db)).toBe(2);
  expect(await enqueueUnfinished(server.db)).toBe(0);
  expect(await runHandler(async () => undefined)).toBe(2);
  for (const id of [waitingId, runningId]) expect(await readWork(id)).toMatchObject({ state: 'done' });
});

it('fails a queued model with an explanation if the server cannot train', async () => {
  const { client } = await server.createTenant();
  for (const domain of ['recognition', 'detection', 'segmentation']) {
    const task = await createNamedRow<DetectionTask>(client, `/${domain}/v2/task/`);
    expect(expectBody(await client.post(`/${domain}/v2/task/${task.id}/train`, {}), 201)).toMatchObject({
      train_status: 'QUEUED',
      error: null,
    });
    expect(await server.runWork()).toBe(1);
    expect(expectBody(await client.get(`/${domain}/v2/task/${task.id}`))).toMatchObject({ last_train_status: 'FAILED' });
  }
  expect(await server.db.selectFrom('detection_model').select('error').executeTakeFirst()).toEqual({
    error: 'This server is not set up to train models.',
  });
});
