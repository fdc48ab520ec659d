import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Work } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { expectBody, type TestResponse, type TestClient } from '../../testing/client';
import { waitUntil } from '../../testing/wait-until';
import { createTestJob, createTestLabel } from '../../testing/fixtures';
import { judged, type AttackClass, type Attempt, type AttackServer } from '../frame/attempt';

const CUTS = 10;
const CUT_EVERY_MS = 500;
const KILLS = 2;
const WRITERS = 6;
const PATIENCE_MS = 20_000;

/** All connections to the database are cut again and again, and PostgreSQL is killed, under writes, lists and long work. */
export const cutConnections: AttackClass = {
  name: 'cut-connections',
  run: async ({ startServer }) => {
    const server = await startServer({ LOG_LEVEL: 'fatal' });
    const { client, world } = await server.createTenant();
    const job = await createTestJob(client);
    const attempts: Attempt[] = [];
    const kept: string[] = [];
    let goesOn = true;
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let n = 0; goesOn; n += 1) {
        const name = `writer ${writer} number ${n}`;
        const isList = n % 2 === 1;
        const answer = await (isList ? client.get('/detection/v2/label/') : client.post('/recognition/v2/label/', { name }));
        if (answer.status === 201) kept.push(name);
        const held = [200, 201].includes(answer.status) || isPromised(answer);
        attempts.push(judged(isList ? 'a list' : 'a write', held, `${answer.status} ${answer.text.slice(0, 200)}`));
        if (answer.status > 201) await delay(50);
      }
    });
    const works: string[] = [];
    for (let cut = 0; cut < CUTS; cut += 1) {
      const filter = { labels: [(await trying(() => createTestLabel(client, { name: `of cut ${cut}` }))).id] };
      const path = `/annotate/v2/imagejob/${job.id}/add-matching`;
      works.push((await trying(async () => expectBody<Work>(await client.post(path, { filter }), 202))).id);
      await cutAll(server);
      await delay(CUT_EVERY_MS);
    }
    for (let kill = 0; kill < KILLS; kill += 1) {
      process.kill(postmasterOf(server), 'SIGKILL');
      const back = await isBack(client);
      attempts.push(judged('answers again after PostgreSQL was killed', back, `not within ${PATIENCE_MS / 1000} s`));
    }
    goesOn = false;
    await Promise.all(writers);
    for (const id of works) {
      const state = await endOf(client, id);
      attempts.push(judged('long work under cuts', state === 'done', `it is ${state}`));
    }
    const page = async (name: string) =>
      expectBody<{ count: number }>(await client.get('/recognition/v2/label/', { search: name })).count;
    // A sample, for there are thousands; the last are the likeliest to be lost.
    for (const name of kept.slice(-50))
      attempts.push(judged(`${name} was answered and is there`, (await page(name)) > 0, 'it is gone'));
    attempts.push(
      judged('rows of before are there', (await client.get(`/recognition/v2/label/${world.label}`)).status === 200, 'gone'),
    );
    return attempts;
  },
};

/** Told in words to come again. */
const isPromised = ({ status, headers }: TestResponse) => status === 503 && headers['retry-after'] !== undefined;

async function trying<T>(call: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + PATIENCE_MS; ; await delay(100)) {
    try {
      return await call();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}

/** Also the one that asks: its answer does not matter. */
async function cutAll({ db }: AttackServer): Promise<void> {
  const all = sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
  await trying(() => all.execute(db));
}

const postmasterOf = ({ dataDir }: AttackServer) =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

function isBack(client: TestClient): Promise<boolean> {
  return waitUntil(async () => (await client.get('/detection/v2/label/')).status === 200, PATIENCE_MS).then(
    () => true,
    () => false,
  );
}

async function endOf(client: TestClient, id: string): Promise<string> {
  let state = 'queued';
  const isOver = async () => {
    const answer = await client.get(`/annotate/v2/work/${id}`);
    if (answer.status === 200) state = (answer.body as Work).status;
    return state !== 'queued' && state !== 'running';
  };
  await waitUntil(isOver, PATIENCE_MS).catch(() => undefined);
  return state;
}
