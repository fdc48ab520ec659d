import { sql } from 'kysely';
import { waitUntil } from '../../testing/wait/wait-until';
import { setUpTestServer } from '../../testing/api/test-server';
import type { WorkHandler, WorkKind } from './kind';
import { cancelWork, enqueueWork } from './queue';
import { startWorker, type Worker } from './worker';

const server = setUpTestServer();
let workspaces: string[];
beforeAll(async () => {
  workspaces = [(await server.createTenant()).workspaceId, (await server.createTenant()).workspaceId];
});

/** The function that lets each waiting work continue, by the input of the work. */
let releaseByInput: Map<unknown, () => void>;
let workers: Worker[];
/** Whether the test is over. Work that starts afterwards does not wait. */
let isTestOver: boolean;
beforeEach(() => {
  releaseByInput = new Map();
  workers = [];
  isTestOver = false;
});
// A worker that still runs when its database is deleted makes a later test file fail: "database does not exist".
afterEach(async () => {
  isTestOver = true;
  for (const release of releaseByInput.values()) release();
  await Promise.all(workers.map((worker) => worker.stop(60_000)));
  await server.db.deleteFrom('long_work').execute();
  await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`.execute(server.db);
}, 90_000);

const waitForRelease: WorkHandler = async ({ work, step }) => {
  await new Promise<void>((resolve) => {
    const releasePrevious = releaseByInput.get(work.input);
    // On a busy machine the checks every 50 ms may start a second attempt. Release the superseded attempt together with it.
    releaseByInput.set(work.input, () => {
      releasePrevious?.();
      resolve();
    });
    if (isTestOver) resolve();
  });
  await step({ done: 1, total: 1 }, async () => undefined);
};
const createKind = (name: string, concurrency: number, run = waitForRelease): WorkKind => ({ name, concurrency, run });
async function startTestWorker(kinds: WorkKind[], onError: (error: unknown) => void = () => undefined): Promise<Worker> {
  const worker = await startWorker({
    db: server.db,
    config: server.connection,
    kinds,
    tasks: [],
    onError,
    checkIntervalMs: 50,
  });
  workers.push(worker);
  return worker;
}
const enqueue = (name: string, input: string, workspace = 0) =>
  enqueueWork(server.db, { workspaceId: workspaces[workspace] ?? '', kind: name, input, userId: null });
const readWork = (id: string) => server.db.selectFrom('long_work').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
/** A failed query counts as not done, because the tests also break their own connections. */
const isDone = (id: string) =>
  readWork(id).then(
    (row) => row.state === 'done',
    () => false,
  );
const terminateConnections = (db = server.db) =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
    db,
  );
/** Creates work in the state in which a killed server leaves it. */
async function createWorkOfKilledServer(input: string): Promise<string> {
  return server.db.transaction().execute(async (trx) => {
    const id = await enqueueWork(trx, { workspaceId: workspaces[0] ?? '', kind: 'orphan', input, userId: null });
    await trx.updateTable('long_work').set({ state: 'running', attempt: 1 }).where('id', '=', id).execute();
    const lockedByDeadPool = sql`locked_at = now(), locked_by = 'pool-of-the-dead'`;
    await sql`update graphile_worker._private_jobs set ${lockedByDeadPool} where key = ${`work:${id}`}`.execute(trx);
    await sql`update graphile_worker._private_job_queues set ${lockedByDeadPool} where queue_name = ${`orphan ${workspaces[0]}`}`.execute(
      trx,
    );
    return id;
  });
}

it('runs work of one kind without waiting for another kind', async () => {
  await startTestWorker([createKind('slow', 1), createKind('quick', 1, async () => undefined)]);
  const [slowId, secondId, quickId] = [await enqueue('slow', 'a'), await enqueue('slow', 'b', 1), await enqueue('quick', 'c')];
  await waitUntil(() => isDone(quickId));
  await waitUntil(() => releaseByInput.has('a'));
  expect([(await readWork(slowId)).state, (await readWork(secondId)).state]).toEqual(['running', 'queued']);
  releaseByInput.get('a')?.();
  await waitUntil(() => releaseByInput.has('b'));
});

it('runs work of several workspaces concurrently and of one workspace in order', async () => {
  await startTestWorker([createKind('slow', 3)]);
  const ids = [await enqueue('slow', 'a1'), await enqueue('slow', 'a2'), await enqueue('slow', 'b1', 1)];
  await waitUntil(() => releaseByInput.has('a1') && releaseByInput.has('b1'));
  expect((await readWork(ids[1] ?? '')).state).toBe('queued');
  releaseByInput.get('a1')?.();
  await waitUntil(() => releaseByInput.has('a2'));
});

it('takes over work of a dead server but never of a living one', async () => {
  await startTestWorker([createKind('slow', 1)]);
  const livingId = await enqueue('slow', 'living');
  await waitUntil(() => releaseByInput.has('living'));
  await startTestWorker([createKind('slow', 1), createKind('orphan', 1, async () => undefined)]);
  // Each takeover needs several checks, so it takes some time.
  for (const name of ['one', 'two']) {
    const orphanId = await createWorkOfKilledServer(name);
    await waitUntil(() => isDone(orphanId));
    expect(await readWork(orphanId)).toMatchObject({ attempt: 2, attempts: 1 });
  }
  expect(await readWork(livingId)).toMatchObject({ state: 'running', attempt: 1, attempts: 0 });
  releaseByInput.get('living')?.();
  await waitUntil(() => isDone(livingId));
});

it('passes work on at once when a server stops, without counting a server crash', async () => {
  const firstWorker = await startTestWorker([createKind('slow', 1)]);
  const id = await enqueue('slow', 'a');
  await waitUntil(() => releaseByInput.has('a'));
  const releaseFirst = releaseByInput.get('a');
  await firstWorker.stop(0);
  releaseByInput.delete('a');
  await startTestWorker([createKind('slow', 1)]);
  await waitUntil(() => releaseByInput.has('a'));
  expect(await readWork(id)).toMatchObject({ attempt: 2, attempts: 0 });
  releaseFirst?.();
  releaseByInput.get('a')?.();
  await waitUntil(() => isDone(id));
  expect(await readWork(id)).toMatchObject({ attempt: 2, progress_done: 1 });
});

it('continues after all connections are lost during, after and between jobs', async () => {
  const errors: unknown[] = [];
  let stepCount = 0;
  const stepsKind = createKind('steps', 1, async ({ work, step }) => {
    let doneCount = (work.input as { done?: number }).done ?? 0;
    for (; doneCount < 3; doneCount += 1) {
      await step({ done: doneCount + 1, total: 3, input: { done: doneCount + 1 } }, async (trx) => {
        stepCount += 1;
        if (stepCount === 1) await terminateConnections();
        await sql`select 1`.execute(trx);
      });
    }
  });
  await startTestWorker([createKind('slow', 1), stepsKind], (error) => errors.push(error));
  const id = await enqueueWork(server.db, { workspaceId: workspaces[0] ?? '', kind: 'steps', input: {}, userId: null });
  await waitUntil(() => isDone(id));
  expect(await readWork(id)).toMatchObject({ state: 'done', progress_done: 3, attempt: 2 });
  await terminateConnections();
  const laterId = await enqueue('slow', 'after');
  await waitUntil(() => releaseByInput.has('after'));
  await terminateConnections();
  // Release the work repeatedly, because it runs again if the connection that should complete it was lost.
  await waitUntil(() => {
    releaseByInput.get('after')?.();
    return isDone(laterId);
  });
  // No lock remains that would block the next work.
  const nextId = await enqueue('slow', 'next');
  await waitUntil(() => releaseByInput.has('next'));
  releaseByInput.get('next')?.();
  await waitUntil(() => isDone(nextId));
  expect(errors).toEqual([]);
});

it('continues within seconds, however often the connection is lost', async () => {
  const errors: unknown[] = [];
  const CUT_COUNT = process.env.LONG ? 8 : 3;
  const cutSteps = new Set<number>();
  const stepsKind = createKind('steps', 1, async ({ work, step }) => {
    let doneCount = (work.input as { done?: number }).done ?? 0;
    for (; doneCount < CUT_COUNT; doneCount += 1) {
      const shouldCut = !cutSteps.has(doneCount);
      cutSteps.add(doneCount);
      // Alternate between three moments: cut all connections between two statements, cut them before the transaction, or cut the connection
      // of the step in a statement.
      if (shouldCut && doneCount % 3 === 2) await terminateConnections();
      await step({ done: doneCount + 1, total: CUT_COUNT, input: { done: doneCount + 1 } }, async (trx) => {
        if (shouldCut && doneCount % 3 === 0) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx);
        if (shouldCut && doneCount % 3 === 1) await terminateConnections();
        await sql`select 1`.execute(trx);
      });
    }
  });
  await startTestWorker([stepsKind], (error) => errors.push(error));
  const id = await enqueueWork(server.db, { workspaceId: workspaces[0] ?? '', kind: 'steps', input: {}, userId: null });
  await waitUntil(() => isDone(id));
  expect(await readWork(id)).toMatchObject({ state: 'done', progress_done: CUT_COUNT, error: null });
  expect(errors).toEqual([]);
});

/** Releases waiting work, and cuts the connection that removes its job from the queue. */
async function finishWithoutConnection(id: string, input: string): Promise<void> {
  await server.db.transaction().execute(async (trx) => {
    await sql`lock table graphile_worker._private_jobs in share row exclusive mode`.execute(trx);
    releaseByInput.get(input)?.();
    await waitUntil(async () => {
      const blockedQuery =
        await sql`select from pg_locks where not granted and relation = 'graphile_worker._private_jobs'::regclass`.execute(trx);
      return blockedQuery.rows.length > 0 && (await isDone(id));
    });
    await terminateConnections(trx);
  });
}

it('completes work whose connection was lost at its end, and stops without waiting', async () => {
  const worker = await startTestWorker([createKind('slow', 1)]);
  const cutWorkId = await enqueue('slow', 'cut');
  await waitUntil(() => releaseByInput.has('cut'));
  await finishWithoutConnection(cutWorkId, 'cut');
  for (const name of ['next', 'last']) {
    const id = await enqueue('slow', name);
    await waitUntil(() => releaseByInput.has(name));
    releaseByInput.get(name)?.();
    await waitUntil(() => isDone(id));
  }
  await worker.stop(600_000);
});

// Fails without the patch of graphile-worker (ADR 0026): its pool then ends, and keeps the queue locked until `long` is done.
it('starts the next work of a workspace after a lost connection while other work runs', async () => {
  await startTestWorker([createKind('slow', 2)]);
  const longId = await enqueue('slow', 'long', 1);
  const cutWorkId = await enqueue('slow', 'cut');
  await waitUntil(() => releaseByInput.has('long') && releaseByInput.has('cut'));
  await finishWithoutConnection(cutWorkId, 'cut');
  await enqueue('slow', 'next');
  await waitUntil(() => releaseByInput.has('next'));
  expect(await readWork(longId)).toMatchObject({ state: 'running', attempt: 1 });
});

it('restarts a job whose fetch was lost although the pool that locked it lives', async () => {
  await startTestWorker([createKind('slow', 1)]);
  const firstId = await enqueue('slow', 'first');
  await waitUntil(() => releaseByInput.has('first'));
  const { rows } = await sql<{ locked_by: string }>`select locked_by from graphile_worker.jobs`.execute(server.db);
  const secondId = await server.db.transaction().execute(async (trx) => {
    const id = await enqueueWork(trx, { workspaceId: workspaces[1] ?? '', kind: 'slow', input: 'second', userId: null });
    const lockedByPool = sql`locked_at = now(), locked_by = ${rows[0]?.locked_by}`;
    await sql`update graphile_worker._private_jobs set ${lockedByPool} where key = ${`work:${id}`}`.execute(trx);
    await sql`update graphile_worker._private_job_queues set ${lockedByPool} where queue_name = ${`slow ${workspaces[1]}`}`.execute(
      trx,
    );
    return id;
  });
  releaseByInput.get('first')?.();
  await waitUntil(() => releaseByInput.has('second'));
  expect(await readWork(firstId)).toMatchObject({ state: 'done', attempt: 1 });
  releaseByInput.get('second')?.();
  await waitUntil(() => isDone(secondId));
});

it('continues with a queue that was left locked without a job', async () => {
  await startTestWorker([createKind('slow', 1)]);
  const firstId = await enqueue('slow', 'first');
  await waitUntil(() => releaseByInput.has('first'));
  const { rows } = await sql<{ locked_by: string }>`select locked_by from graphile_worker.jobs`.execute(server.db);
  releaseByInput.get('first')?.();
  await waitUntil(() => isDone(firstId));
  await waitUntil(async () => {
    const jobs = await sql`select 1 from graphile_worker.jobs`.execute(server.db);
    return jobs.rows.length === 0;
  });
  const queue = `slow ${workspaces[0]}`;
  for (const pool of [rows[0]?.locked_by, 'pool-of-the-dead']) {
    await sql`update graphile_worker._private_job_queues set locked_at = now(), locked_by = ${pool} where queue_name = ${queue}`.execute(
      server.db,
    );
    const nextId = await enqueue('slow', `after ${pool}`);
    await waitUntil(() => releaseByInput.has(`after ${pool}`));
    releaseByInput.get(`after ${pool}`)?.();
    await waitUntil(() => isDone(nextId));
  }
});

it('cancels waiting work and removes its job from the queue', async () => {
  const id = await enqueue('slow', 'a');
  await server.db.transaction().execute((trx) => cancelWork(trx, id, []));
  expect(await readWork(id)).toMatchObject({ state: 'cancelled', finished: expect.any(Date) });
  const { rows } = await sql`select 1 from graphile_worker.jobs`.execute(server.db);
  expect(rows).toEqual([]);
});
