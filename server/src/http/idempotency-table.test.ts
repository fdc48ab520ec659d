import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { callSamples } from '../testing/call-samples';
import type { TestClient } from '../testing/client';
import { sendSample, specOf } from '../testing/send-sample';
import { makeTestServer, type TestServer } from '../testing/test-server';
import { makeWorld, type World } from '../testing/world';
import { REFUSED_WITHOUT_MODEL } from '../testing/refused';

type Sampled = ReturnType<typeof callSamples>;

let server: TestServer;
let world: World;
let reader: Client;
let picture: { name: string; text: string };
beforeAll(async () => {
  server = await makeTestServer();
  reader = new Client(server.connection);
  await reader.connect();
  const { rows } = await reader.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const prints = rows.map(
    ({ name }) => `select '${name}' as name, md5(coalesce(string_agg(t::text, chr(10) order by t::text), '')) from "${name}" t`,
  );
  picture = { name: 'picture', text: `${prints.join(' union all ')} order by 1` };
});
afterAll(async () => {
  await reader.end();
  await server.close();
});

/** A picture of the whole database, to see whether a call has changed anything in it: one statement, planned once. */
async function contents(): Promise<string> {
  return JSON.stringify((await reader.query(picture)).rows);
}

const expectedStatus = (key: keyof Sampled) =>
  REFUSED_WITHOUT_MODEL.has(key) ? 400 : (specOf(key).status ?? (specOf(key).response ? 200 : 204));

async function expectOnce(
  client: TestClient,
  key: keyof Sampled,
  sampleOf: (world: World) => Sampled[keyof Sampled][number],
): Promise<void> {
  let headers = { 'idempotency-key': randomUUID() };
  let sample = sampleOf(world);
  let first = await sendSample(client, key, sample, headers);
  if (first.status !== expectedStatus(key)) {
    // The samples before may have taken away what this one names. A world costs half a second: only where it is needed.
    world = await makeWorld(server.app, client);
    sample = sampleOf(world);
    headers = { 'idempotency-key': randomUUID() };
    first = await sendSample(client, key, sample, headers);
  }
  const after = await contents();
  const again = await sendSample(client, key, sample, headers);
  expect([key, first.text.slice(0, 200), first.status]).toEqual([key, first.text.slice(0, 200), expectedStatus(key)]);
  expect([key, again.status, again.text, again.headers['idempotency-replayed']]).toEqual([
    key,
    first.status,
    first.text,
    REFUSED_WITHOUT_MODEL.has(key) ? undefined : 'true',
  ]);
  expect([key, (await contents()) === after]).toEqual([key, true]);
}

const writes = () =>
  [...server.app.boundCalls].filter((key) => !key.startsWith('GET ') && !/login|refresh/.test(key)) as (keyof Sampled)[];

it('gives the repeat of every write the first answer and changes nothing by it', async () => {
  const user = await server.makeUser({ canDownloadModel: true });
  await server.makeWorkspace({ members: [user] });
  world = await makeWorld(server.app, user.client);
  let sent = 0;
  for (const key of writes()) {
    for (const index of callSamples(world)[key].keys()) {
      sent += 1;
      await expectOnce(user.client, key, (each) => callSamples(each)[key][index] ?? {});
    }
  }
  expect(sent).toBeGreaterThanOrEqual(writes().length);
}, 180_000);
