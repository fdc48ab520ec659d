import { getCallSamples, type SampledCall } from '../samples/get-call-samples';
import type { TestClient } from '../api/client';
import { listFields } from '../samples/schema-fields';
import { sendSample } from '../samples/send-sample';
import { setUpTestServer } from '../api/test-server';
import { createSampleRows, type SampleRows } from '../samples/sample-rows';

/** Number of rows of each kind. A second row is enough to notice one statement per row. One more row of each kind takes a second. */
const ROW_COUNT = 2;

/** Lists that require query parameters. */
const REQUIRED_QUERIES: Record<string, Record<string, string>> = {
  'GET /history/v2/comparison/image/': { since: '2000-01-01', change: 'added' },
};

/** Lists of the rows of one task. They do not grow with the test data. */
const SINGLE_TASK_LISTS: readonly string[] = [
  'GET /annotate/v2/quality-report/item/',
  'GET /annotate/v2/gold/',
  'GET /annotate/v2/gold-sample/',
];

const server = setUpTestServer();
let client: TestClient;
let sampleRows: SampleRows;
beforeAll(async () => {
  ({ client } = await server.createTenant());
  sampleRows = await createSampleRows(server.app, client);
});

/**
 * Returns the list endpoints whose length grows with each test data set. Lists of a single parent row (`{id}`) are excluded.
 */
const listListCalls = () =>
  [...server.app.registeredCalls].filter(
    (key) =>
      !key.includes('{id}') && !SINGLE_TASK_LISTS.includes(key) && listFields(key).some(({ path }) => path.join('.') === 'page'),
  ) as SampledCall[];

/** Counts the SQL statements of each list without and with filters. Lists must have rows, or the count proves nothing. */
async function countStatementsOfLists(): Promise<Record<string, { statements: number; rows: number; filtered: number }>> {
  const counts: Record<string, { statements: number; rows: number; filtered: number }> = {};
  for (const key of listListCalls()) {
    server.countStatements();
    const response = await sendSample(client, key, { query: { page_size: 1000, ...REQUIRED_QUERIES[key] } });
    const statements = server.countStatements();
    for (const sample of getCallSamples(sampleRows, key)) await sendSample(client, key, sample);
    counts[key] = { statements, rows: (response.body as { count: number }).count, filtered: server.countStatements() };
  }
  return counts;
}

it('sends equally many statements for a list of two rows and of one', async () => {
  const fewStatements = await countStatementsOfLists();
  for (let n = 1; n < ROW_COUNT; n += 1) await createSampleRows(server.app, client);
  const manyStatements = await countStatementsOfLists();
  expect(Object.keys(fewStatements).length).toBeGreaterThan(20);
  for (const [key, { statements, rows, filtered }] of Object.entries(fewStatements)) {
    expect([key, rows > 0, (manyStatements[key]?.rows ?? 0) >= ROW_COUNT]).toEqual([key, true, true]);
    expect([key, manyStatements[key]?.statements, manyStatements[key]?.filtered]).toEqual([key, statements, filtered]);
  }
}, 120_000);
