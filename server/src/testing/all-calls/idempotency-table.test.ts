import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { createCallSamples, isSampledCall } from '../samples/call-samples';
import type { TestClient, TestResponse } from '../api/client';
import { messages } from '../../platform/errors/messages';
import { sendSample, getSpec } from '../samples/send-sample';
import { createTestServer, type TestServer } from '../api/test-server';
import { createSampleRows, type SampleRows } from '../samples/sample-rows';
import { REFUSED_WITHOUT_MODEL } from '../api/refused-without-model';

type Sampled = ReturnType<typeof createCallSamples>;

let server: TestServer;
let world: SampleRows;
let reader: Client;
let hashQuery: { name: string; text: string };
beforeAll(async () => {
  server = await createTestServer();
  reader = new Client(server.connection);
  await reader.connect();
  const { rows } = await reader.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const tableHashes = rows.map(({ name }) => {
    // The change log only grows, and its entries are long.
    const content = name.startsWith('change')
      ? 'count(*)::text'
      : `md5(coalesce(string_agg(t::text, chr(10) order by t::text), ''))`;
    return `select '${name}' as name, ${content} from "${name}" t`;
  });
  hashQuery = { name: 'hash-tables', text: `${tableHashes.join(' union all ')} order by 1` };
});
afterAll(async () => {
  await reader.end();
  await server.close();
});

/** Hashes of all tables, to detect whether a call changed anything. A single prepared statement keeps this fast. */
async function hashTables(): Promise<string> {
  return JSON.stringify((await reader.query(hashQuery)).rows);
}

const getExpectedStatus = (key: keyof Sampled) =>
  REFUSED_WITHOUT_MODEL.has(key) ? 400 : (getSpec(key).status ?? (getSpec(key).response ? 200 : 204));

/** Status, text and header of a repeat. */
function getExpectedRepeat(key: keyof Sampled, first: TestResponse): unknown[] {
  const refuse = (status: number, detail: string) => [status, JSON.stringify({ detail }), undefined];
  // A response with a secret is not stored, so its repetition is refused.
  if (getSpec(key).secret) return refuse(409, messages.secretNotRepeated);
  // The previous owner has lost the right to send it.
  if (key.endsWith('transfer-ownership')) return refuse(403, messages.roleNotAllowed);
  return [first.status, first.text, REFUSED_WITHOUT_MODEL.has(key) ? undefined : 'true'];
}

async function expectIdempotent(
  client: TestClient,
  key: keyof Sampled,
  getSample: (world: SampleRows) => Sampled[keyof Sampled][number],
): Promise<void> {
  let headers = { 'idempotency-key': randomUUID() };
  let sample = getSample(world);
  let first = await sendSample(client, key, sample, headers);
  if (first.status !== getExpectedStatus(key)) {
    // Earlier samples may have deleted the rows of this one. A new world takes half a second, so create it only on demand.
    world = await createSampleRows(server.app, client);
    sample = getSample(world);
    headers = { 'idempotency-key': randomUUID() };
    first = await sendSample(client, key, sample, headers);
  }
  const after = await hashTables();
  const again = await sendSample(client, key, sample, headers);
  expect([key, first.text.slice(0, 200), first.status]).toEqual([key, first.text.slice(0, 200), getExpectedStatus(key)]);
  expect([key, again.status, again.text, again.headers['idempotency-replayed']]).toEqual([key, ...getExpectedRepeat(key, first)]);
  expect([key, (await hashTables()) === after]).toEqual([key, true]);
}

const listWrites = () => [...server.app.registeredCalls].filter((key) => !key.startsWith('GET ')).filter(isSampledCall);

it('returns the first response to a repeat of every write and changes nothing', async () => {
  const user = await server.createTestUser({ canDownloadModel: true });
  await server.createTestWorkspace({ members: [user] });
  world = await createSampleRows(server.app, user.client);
  let sent = 0;
  for (const key of listWrites()) {
    for (const index of createCallSamples(world)[key].keys()) {
      sent += 1;
      await expectIdempotent(user.client, key, (each) => createCallSamples(each)[key][index] ?? {});
    }
  }
  expect(sent).toBeGreaterThanOrEqual(listWrites().length);
}, 180_000);
