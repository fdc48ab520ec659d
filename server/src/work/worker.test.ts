import { sql } from 'kysely';
import { eventually } from '../testing/eventually';
import { makeTestServer, type TestServer } from '../testing/test-server';
import type { WorkHandler, WorkKind } from './kind';
import { cancelWork, enqueueWork } from './queue';
import { startWorker, type Worker } from './worker';

let server: TestServer;
let workspaces: string[];
beforeAll(async () => {
  server = await makeTestServer();
  workspaces = [(await server.makeTenant()).workspaceId, (await server.makeTenant()).workspaceId];
});
afterAll(() => server.close());

/** Pieces in hand by the input they were asked with; each goes on when it is let. */
let held: Map<unknown, () => void>;
let workers: Worker[];
beforeEach(() => {
  held = new Map();
  workers = [];
});
afterEach(async () => {
  for (const go of held.values()) go();
  await Promise.all(workers.map((worker) => worker.stop(10_000)));
  await server.db.deleteFrom('long_work').execute();
  await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`.execute(server.db);
});

const hold: WorkHandler = async ({ work, step }) => {
  await new Promise<void>((resolve) => {
    const before = held.get(work.input);
    // An attempt that was overtaken, as by the looks of 50 ms on a busy machine, is let go with the one that overtook it.
    held.set(work.input, () => {
      before?.();
      resolve();
    });
  });
  await step({ done: 1, total: 1 }, async () => undefined);
};
const kind = (name: string, atOnce: number, run = hold): WorkKind => ({ name, atOnce, run });
async function start(kinds: WorkKind[], onError: (error: unknown) => void = () => undefined): Promise<Worker> {
  const worker = await startWorker({
    db: server.db,
    config: server.connection,
    kinds,
    tasks: [],
    onError,
    lookMs: 50,
  });
  workers.push(worker);
  return worker;
}
const enqueue = (name: string, input: string, workspace = 0) =>
  enqueueWork(server.db, { workspaceId: workspaces[workspace] ?? '', kind: name, input, userId: null });
const read = (id: string) => server.db.selectFrom('long_work').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
/** The test's own connections are cut with the others. */
const isDone = (id: string) =>
  read(id).then(
    (row) => row.state === 'done',
    () => false,
  );
const cutConnections = (db = server.db) =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
    db,
  );
/** A piece as a server leaves it that is killed over it. */
async function orphan(input: string): Promise<string> {
  return server.db.transaction().execute(async (trx) => {
    const id = await enqueueWork(trx, { workspaceId: workspaces[0] ?? '', kind: 'orphan', input, userId: null });
    await trx.updateTable('long_work').set({ state: 'running', attempt: 1 }).where('id', '=', id).execute();
    const dead = sql`locked_at = now(), locked_by = 'pool-of-the-dead'`;
    await sql`update graphile_worker._private_jobs set ${dead} where key = ${`work:${id}`}`.execute(trx);
    await sql`update graphile_worker._private_job_queues set ${dead} where queue_name = ${`orphan ${workspaces[0]}`}`.execute(
      trx,
    );
    return id;
  });
}

it('of one kind never waits for another', async () => {
  await start([kind('slow', 1), kind('quick', 1, async () => undefined)]);
  const [slow, second, quick] = [await enqueue('slow', 'a'), await enqueue('slow', 'b', 1), await enqueue('quick', 'c')];
  await eventually(() => isDone(quick));
  await eventually(() => held.has('a'));
  expect([(await read(slow)).state, (await read(second)).state]).toEqual(['running', 'queued']);
  held.get('a')?.();
  await eventually(() => held.has('b'));
});

it('is done for several workspaces at once, and for one in its order', async () => {
  await start([kind('slow', 3)]);
  const ids = [await enqueue('slow', 'a1'), await enqueue('slow', 'a2'), await enqueue('slow', 'b1', 1)];
  await eventually(() => held.has('a1') && held.has('b1'));
  expect((await read(ids[1] ?? '')).state).toBe('queued');
  held.get('a1')?.();
  await eventually(() => held.has('a2'));
});

it('of a dead server is taken over, of a living neighbour never', async () => {
  await start([kind('slow', 1)]);
  const living = await enqueue('slow', 'living');
  await eventually(() => held.has('living'));
  await start([kind('slow', 1), kind('orphan', 1, async () => undefined)]);
  // Each of them takes several looks at who is there.
  for (const name of ['one', 'two']) {
    const dead = await orphan(name);
    await eventually(() => isDone(dead));
    expect(await read(dead)).toMatchObject({ attempt: 2, attempts: 1 });
  }
  expect(await read(living)).toMatchObject({ state: 'running', attempt: 1, attempts: 0 });
  held.get('living')?.();
  await eventually(() => isDone(living));
});

it('that a server ends over is given on at once, and the server is not blamed on it', async () => {
  const first = await start([kind('slow', 1)]);
  const id = await enqueue('slow', 'a');
  await eventually(() => held.has('a'));
  const goOfFirst = held.get('a');
  await first.stop(0);
  held.delete('a');
  await start([kind('slow', 1)]);
  await eventually(() => held.has('a'));
  expect(await read(id)).toMatchObject({ attempt: 2, attempts: 0 });
  goOfFirst?.();
  held.get('a')?.();
  await eventually(() => isDone(id));
  expect(await read(id)).toMatchObject({ attempt: 2, progress_done: 1 });
});

it('goes on when every connection is cut, under a piece, under the end of one, and while it waits', async () => {
  const errors: unknown[] = [];
  let cuts = 0;
  const steps = kind('steps', 1, async ({ work, step }) => {
    let done = (work.input as { done?: number }).done ?? 0;
    for (; done < 3; done += 1) {
      await step({ done: done + 1, total: 3, input: { done: done + 1 } }, async (trx) => {
        cuts += 1;
        if (cuts === 1) await cutConnections();
        await sql`select 1`.execute(trx);
      });
    }
  });
  await start([kind('slow', 1), steps], (error) => errors.push(error));
  const id = await enqueueWork(server.db, { workspaceId: workspaces[0] ?? '', kind: 'steps', input: {}, userId: null });
  await eventually(() => isDone(id));
  expect(await read(id)).toMatchObject({ state: 'done', progress_done: 3, attempt: 2 });
  await cutConnections();
  const after = await enqueue('slow', 'after');
  await eventually(() => held.has('after'));
  await cutConnections();
  // Again and again: the piece begins anew where the connection that it ends by is among those that were cut.
  await eventually(() => {
    held.get('after')?.();
    return isDone(after);
  });
  // Nothing is left locked that the next one would wait for.
  const next = await enqueue('slow', 'next');
  await eventually(() => held.has('next'));
  held.get('next')?.();
  await eventually(() => isDone(next));
  expect(errors).toEqual([]);
});

it('goes on within seconds, however often its connection is cut', async () => {
  const errors: unknown[] = [];
  const CUTS = 8;
  const cuts = new Set<number>();
  const steps = kind('steps', 1, async ({ work, step }) => {
    let done = (work.input as { done?: number }).done ?? 0;
    for (; done < CUTS; done += 1) {
      const cut = !cuts.has(done);
      cuts.add(done);
      // In turns: its own connection under a statement, all of them between two, and all before there is a transaction.
      if (cut && done % 3 === 2) await cutConnections();
      await step({ done: done + 1, total: CUTS, input: { done: done + 1 } }, async (trx) => {
        if (cut && done % 3 === 0) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx);
        if (cut && done % 3 === 1) await cutConnections();
        await sql`select 1`.execute(trx);
      });
    }
  });
  await start([steps], (error) => errors.push(error));
  const id = await enqueueWork(server.db, { workspaceId: workspaces[0] ?? '', kind: 'steps', input: {}, userId: null });
  await eventually(() => isDone(id));
  expect(await read(id)).toMatchObject({ state: 'done', progress_done: CUTS, error: null });
  expect(errors).toEqual([]);
});

it('is settled after its connection was cut under that, and the server ends without waiting for what is no more', async () => {
  const worker = await start([kind('slow', 1)]);
  const cut = await enqueue('slow', 'cut');
  await eventually(() => held.has('cut'));
  await server.db.transaction().execute(async (trx) => {
    await sql`lock table graphile_worker._private_jobs in share row exclusive mode`.execute(trx);
    held.get('cut')?.();
    await eventually(async () => {
      const waiting =
        await sql`select from pg_locks where not granted and relation = 'graphile_worker._private_jobs'::regclass`.execute(trx);
      return waiting.rows.length > 0 && (await isDone(cut));
    });
    await cutConnections(trx);
  });
  for (const name of ['next', 'last']) {
    const id = await enqueue('slow', name);
    await eventually(() => held.has(name));
    held.get(name)?.();
    await eventually(() => isDone(id));
  }
  await worker.stop(600_000);
});

it('is given out again when the answer to its fetch was lost, though the pool that has it locked lives', async () => {
  await start([kind('slow', 1)]);
  const first = await enqueue('slow', 'first');
  await eventually(() => held.has('first'));
  const { rows } = await sql<{ locked_by: string }>`select locked_by from graphile_worker.jobs`.execute(server.db);
  const second = await server.db.transaction().execute(async (trx) => {
    const id = await enqueueWork(trx, { workspaceId: workspaces[1] ?? '', kind: 'slow', input: 'second', userId: null });
    const locked = sql`locked_at = now(), locked_by = ${rows[0]?.locked_by}`;
    await sql`update graphile_worker._private_jobs set ${locked} where key = ${`work:${id}`}`.execute(trx);
    await sql`update graphile_worker._private_job_queues set ${locked} where queue_name = ${`slow ${workspaces[1]}`}`.execute(
      trx,
    );
    return id;
  });
  held.get('first')?.();
  await eventually(() => held.has('second'));
  expect(await read(first)).toMatchObject({ state: 'done', attempt: 1 });
  held.get('second')?.();
  await eventually(() => isDone(second));
});

it('goes on in a queue that was left locked without a job in it', async () => {
  await start([kind('slow', 1)]);
  const first = await enqueue('slow', 'first');
  await eventually(() => held.has('first'));
  const { rows } = await sql<{ locked_by: string }>`select locked_by from graphile_worker.jobs`.execute(server.db);
  held.get('first')?.();
  await eventually(() => isDone(first));
  await eventually(async () => {
    const jobs = await sql`select 1 from graphile_worker.jobs`.execute(server.db);
    return jobs.rows.length === 0;
  });
  const queue = `slow ${workspaces[0]}`;
  for (const pool of [rows[0]?.locked_by, 'pool-of-the-dead']) {
    await sql`update graphile_worker._private_job_queues set locked_at = now(), locked_by = ${pool} where queue_name = ${queue}`.execute(
      server.db,
    );
    const next = await enqueue('slow', `after ${pool}`);
    await eventually(() => held.has(`after ${pool}`));
    held.get(`after ${pool}`)?.();
    await eventually(() => isDone(next));
  }
});

it('is cancelled while it waits, and leaves nothing in the queue', async () => {
  const id = await enqueue('slow', 'a');
  await server.db.transaction().execute((trx) => cancelWork(trx, id, []));
  expect(await read(id)).toMatchObject({ state: 'cancelled', finished: expect.any(Date) });
  const { rows } = await sql`select 1 from graphile_worker.jobs`.execute(server.db);
  expect(rows).toEqual([]);
});
