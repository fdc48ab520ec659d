import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Work } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { expectBody, type TestResponse, type TestClient } from '../../../../../server/src/testing/api/client';
import { waitUntil } from '../../../../../server/src/testing/wait/wait-until';
import { createTestJob, createTestLabel } from '../../../../../server/src/testing/api/fixtures';
import { createAttempt, type AttackClass, type Attempt, type AttackServer } from '../../harness/attack-class';

const CUT_COUNT = 10;
const CUT_EVERY_MS = 500;
const KILL_COUNT = 2;
const WRITER_COUNT = 6;
const MAX_WAIT_MS = 20_000;

/** Repeatedly terminates all database connections and kills PostgreSQL during writes, lists and background work. */
export const cutConnections: AttackClass = {
  name: 'cut-connections',
  run: async ({ startServer }) => {
    const server = await startServer({ LOG_LEVEL: 'fatal' });
    const { client, sampleRows } = await server.createTenant();
    const job = await createTestJob(client);
    const attempts: Attempt[] = [];
    const acknowledgedNames: string[] = [];
    let isRunning = true;
    const writers = Array.from({ length: WRITER_COUNT }, async (_, writer) => {
      for (let requestNumber = 0; isRunning; requestNumber += 1) {
        const name = `writer ${writer} number ${requestNumber}`;
        const isList = requestNumber % 2 === 1;
        const response = await (isList ? client.get('/detection/v2/label/') : client.post('/recognition/v2/label/', { name }));
        if (response.status === 201) acknowledgedNames.push(name);
        const isSafe = [200, 201].includes(response.status) || hasRetryAfter(response);
        attempts.push(createAttempt(isList ? 'a list' : 'a write', isSafe, `${response.status} ${response.text.slice(0, 200)}`));
        if (response.status > 201) await delay(50);
      }
    });
    const workIds: string[] = [];
    for (let index = 0; index < CUT_COUNT; index += 1) {
      const filter = { labels: [(await retryUntilSuccess(() => createTestLabel(client, { name: `cut ${index}` }))).id] };
      const path = `/annotate/v2/imagejob/${job.id}/add-matching`;
      workIds.push((await retryUntilSuccess(async () => expectBody<Work>(await client.post(path, { filter }), 202))).id);
      await terminateConnections(server);
      await delay(CUT_EVERY_MS);
    }
    for (let killIndex = 0; killIndex < KILL_COUNT; killIndex += 1) {
      process.kill(readPostmasterPid(server), 'SIGKILL');
      const hasRecovered = await waitForRecovery(client);
      attempts.push(createAttempt('responds after PostgreSQL was killed', hasRecovered, `not within ${MAX_WAIT_MS / 1000} s`));
    }
    isRunning = false;
    await Promise.all(writers);
    for (const id of workIds) {
      const state = await waitUntilFinished(client, id);
      attempts.push(createAttempt('long work while connections are terminated', state === 'done', `it is ${state}`));
    }
    const countLabels = async (name: string) =>
      expectBody<{ count: number }>(await client.get('/recognition/v2/label/', { search: name })).count;
    // Check only a sample of the thousands of rows. The last rows are most likely to be lost.
    for (const name of acknowledgedNames.slice(-50))
      attempts.push(createAttempt(`${name} was acknowledged and exists`, (await countLabels(name)) > 0, 'it is missing'));
    attempts.push(
      createAttempt(
        'earlier rows exist',
        (await client.get(`/recognition/v2/label/${sampleRows.label}`)).status === 200,
        'missing',
      ),
    );
    return attempts;
  },
};

/** Whether the response is a 503 that announces a retry. */
const hasRetryAfter = ({ status, headers }: TestResponse) => status === 503 && headers['retry-after'] !== undefined;

async function retryUntilSuccess<T>(call: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + MAX_WAIT_MS; ; await delay(100)) {
    try {
      return await call();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}

/** Terminates all connections of the database except the current one. */
async function terminateConnections({ db }: AttackServer): Promise<void> {
  const terminateStatement = sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
  await retryUntilSuccess(() => terminateStatement.execute(db));
}

const readPostmasterPid = ({ dataDir }: AttackServer) =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

function waitForRecovery(client: TestClient): Promise<boolean> {
  return waitUntil(async () => (await client.get('/detection/v2/label/')).status === 200, MAX_WAIT_MS).then(
    () => true,
    () => false,
  );
}

async function waitUntilFinished(client: TestClient, id: string): Promise<string> {
  let workStatus = 'queued';
  const isFinished = async () => {
    const response = await client.get(`/annotate/v2/work/${id}`);
    if (response.status === 200) workStatus = (response.body as Work).status;
    return workStatus !== 'queued' && workStatus !== 'running';
  };
  await waitUntil(isFinished, MAX_WAIT_MS).catch(() => undefined);
  return workStatus;
}
