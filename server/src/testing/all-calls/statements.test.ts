import { createCallSamples } from '../samples/call-samples';
import type { TestClient } from '../api/client';
import { listFields } from '../samples/schema-fields';
import { sendSample } from '../samples/send-sample';
import { createTestServer, type TestServer } from '../api/test-server';
import { createWorld, type World } from '../samples/world';

const ROWS = 30;

type Sampled = ReturnType<typeof createCallSamples>;
let server: TestServer;
let client: TestClient;
let world: World;
beforeAll(async () => {
  server = await createTestServer();
  ({ client } = await server.createTenant());
  world = await createWorld(server.app, client);
});
afterAll(() => server.close());

/**
 * Returns the list endpoints whose length grows with each test data set. Lists of a single parent row (`{id}`) are excluded.
 */
const listListCalls = () =>
  [...server.app.registeredCalls].filter(
    (key) => !key.includes('{id}') && listFields(key).some(({ path }) => path.join('.') === 'page'),
  ) as (keyof Sampled)[];

/** Counts the SQL statements of each list without and with filters. Lists must have rows, or the count proves nothing. */
async function count(): Promise<Record<string, { statements: number; rows: number; filtered: number }>> {
  const counts: Record<string, { statements: number; rows: number; filtered: number }> = {};
  for (const key of listListCalls()) {
    server.countStatements();
    const response = await sendSample(client, key, { query: { page_size: 1000 } });
    const statements = server.countStatements();
    for (const sample of createCallSamples(world)[key]) await sendSample(client, key, sample);
    counts[key] = { statements, rows: (response.body as { count: number }).count, filtered: server.countStatements() };
  }
  return counts;
}

it('sends as many statements for a list of thirty rows as for a list of one', async () => {
  const few = await count();
  for (let n = 1; n < ROWS; n += 1) await createWorld(server.app, client);
  const many = await count();
  expect(Object.keys(few).length).toBeGreaterThan(20);
  for (const [key, { statements, rows, filtered }] of Object.entries(few)) {
    expect([key, rows > 0, (many[key]?.rows ?? 0) >= ROWS]).toEqual([key, true, true]);
    expect([key, many[key]?.statements, many[key]?.filtered]).toEqual([key, statements, filtered]);
  }
}, 120_000);
