import { sql } from 'kysely';
import { callSamples } from '../testing/call-samples';
import type { TestClient } from '../testing/client';
import { sendSample, specOf } from '../testing/send-sample';
import { makeTestServer, type TestServer } from '../testing/test-server';
import { makeWorld } from '../testing/world';
import { REFUSED_WITHOUT_MODEL } from '../testing/refused';

type Sampled = ReturnType<typeof callSamples>;

/** After these the samples of other calls may name what is gone. */
const TAKES_AWAY = /^DELETE|merge-groups|remove-|training-image\/update|bulk$/;

let server: TestServer;
beforeAll(async () => {
  server = await makeTestServer();
});
afterAll(() => server.close());

/** A picture of the whole database, to see whether a call has changed anything in it. */
async function contents(): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(
    server.db,
  );
  const prints = await Promise.all(
    rows.map(async ({ name }) => {
      const print = await sql<{
        print: string;
      }>`select md5(coalesce(string_agg(t::text, chr(10) order by t::text), '')) as print from ${sql.table(name)} t`.execute(
        server.db,
      );
      return `${name} ${print.rows[0]?.print}`;
    }),
  );
  return prints.join('\n');
}

async function expectOnce(
  client: TestClient,
  key: keyof Sampled,
  sample: Sampled[keyof Sampled][number],
  idempotencyKey: string,
): Promise<void> {
  const headers = { 'idempotency-key': idempotencyKey };
  const first = await sendSample(client, key, sample, headers);
  const after = await contents();
  const again = await sendSample(client, key, sample, headers);
  const isRefused = REFUSED_WITHOUT_MODEL.has(key);
  expect([key, first.text.slice(0, 200), first.status]).toEqual([
    key,
    first.text.slice(0, 200),
    isRefused ? 400 : (specOf(key).status ?? (specOf(key).response ? 200 : 204)),
  ]);
  expect([key, again.status, again.text, again.headers['idempotency-replayed']]).toEqual([
    key,
    first.status,
    first.text,
    isRefused ? undefined : 'true',
  ]);
  expect([key, (await contents()) === after]).toEqual([key, true]);
}

const writes = () =>
  [...server.app.boundCalls].filter((key) => !key.startsWith('GET ') && !/login|refresh/.test(key)) as (keyof Sampled)[];

it('gives the repeat of every write the first answer and changes nothing by it', async () => {
  const user = await server.makeUser({ canDownloadModel: true });
  await server.makeWorkspace({ members: [user] });
  let world = await makeWorld(server.app, user.client);
  let sent = 0;
  for (const key of writes()) {
    for (const index of callSamples(world)[key].keys()) {
      sent += 1;
      await expectOnce(user.client, key, callSamples(world)[key][index] ?? {}, `key-${sent}`);
      if (TAKES_AWAY.test(key)) world = await makeWorld(server.app, user.client);
    }
  }
  expect(sent).toBeGreaterThanOrEqual(writes().length);
}, 180_000);
