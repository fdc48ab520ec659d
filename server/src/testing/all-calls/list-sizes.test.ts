import type { ApiCallKey } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import { expectBody, type TestClient } from '../api/client';
import { readAllPages, createNamedRow, createTestObject, uploadImages, type ListEnvelope } from '../api/fixtures';
import { listFields } from '../samples/schema-fields';
import { setUpTestServer } from '../api/test-server';
import { createSampleRows, type SampleRows } from '../samples/sample-rows';
import { splitKey } from '../../platform/http/route/route';

// Use an eightieth of the real limit, because filling all tables with rows of megabytes takes a minute. `response-limit.test.ts` tests the
// real limit.
jest.mock('../../data-access/rows/response-limit', () => ({ MAX_RESPONSE_BYTES: 200_000 }));

const ROW_COUNT = 3;
const VALUE_BYTES = 81_200;
/** Maximum size of the rows of a response plus the rest of the response. */
const MAX_PAGE_BYTES = 250_000;

const largeText = sql`repeat('x', ${sql.lit(VALUE_BYTES)})`;
const largeJson = sql`jsonb_build_object('text', ${largeText})`;
const largeAttributes = sql`jsonb_build_array(jsonb_build_object('name', ${largeText}, 'type', 'text'))`;

interface LargeColumn {
  table: string;
  column: string;
  value: RawBuilder<unknown>;
}
const toLargeColumn = (table: string, column: string, value: RawBuilder<unknown> = largeText): LargeColumn => ({
  table,
  column,
  value,
});
const IDS_AND_NAMES = 'has ids, names and numbers only';

/** For each list, a column without its own size limit, or the reason why a thousand rows are small. */
const LISTS: Partial<Record<ApiCallKey, LargeColumn | string>> = {
  'GET /account/v2/audit/': IDS_AND_NAMES,
  'GET /recognition/v2/training-image/': toLargeColumn('training_image', 'meta_data', largeJson),
  'GET /account/v2/workspace/{id}/member/': IDS_AND_NAMES,
  'GET /account/v2/invitation/': IDS_AND_NAMES,
  'GET /recognition/v2/label/': toLargeColumn('recognition_label', 'description'),
  'GET /recognition/v2/task/': toLargeColumn('recognition_task', 'description'),
  'GET /recognition/v2/model/': toLargeColumn('recognition_model', 'error'),
  'GET /detection/v2/label/': toLargeColumn('detection_label', 'attributes', largeAttributes),
  'GET /detection/v2/task/': toLargeColumn('detection_task', 'description'),
  'GET /detection/v2/model/': toLargeColumn('detection_model', 'error'),
  'GET /detection/v2/object/': toLargeColumn('detection_object', 'meta_data', largeJson),
  'GET /detection/v2/skeleton/': toLargeColumn('skeleton', 'meta_data', largeJson),
  'GET /segmentation/v2/label/': toLargeColumn('segmentation_label', 'attributes', largeAttributes),
  'GET /segmentation/v2/task/': toLargeColumn('segmentation_task', 'description'),
  'GET /segmentation/v2/model/': toLargeColumn('segmentation_model', 'error'),
  'GET /segmentation/v2/polygon/': toLargeColumn('polygon', 'data', sql`array_fill(1234567, array[${sql.lit(VALUE_BYTES / 8)}])`),
  'GET /segmentation/v2/mask/': toLargeColumn('mask', 'meta_data', largeJson),
  'GET /similarity/training/v2/type/': IDS_AND_NAMES,
  'GET /similarity/training/v2/task/': toLargeColumn('similarity_task', 'description'),
  'GET /similarity/training/v2/group/': toLargeColumn('similarity_group', 'description'),
  'GET /history/v2/comparison/image/': IDS_AND_NAMES,
  'GET /product/v2/collection/': toLargeColumn('product_collection', 'type'),
  'GET /product/v2/product/': toLargeColumn('product', 'meta_data', largeJson),
  'GET /product/v2/image/': toLargeColumn('product_image', 'meta_data', largeJson),
  'GET /product/v2/price/': toLargeColumn('price', 'item_link'),
  'GET /product/v2/set/': toLargeColumn('product_set', 'meta_data', largeJson),
  'GET /annotate/v2/point/': IDS_AND_NAMES,
  'GET /annotate/v2/verification/': IDS_AND_NAMES,
  'GET /annotate/v2/imagejob/{id}/to-review/': IDS_AND_NAMES,
  'GET /annotate/v2/imagejob/{id}/disputed/': IDS_AND_NAMES,
  'GET /annotate/v2/similarity-verification/': IDS_AND_NAMES,
  'GET /annotate/v2/imagejob/': toLargeColumn('annotation_job', 'description'),
  'GET /annotate/v2/similarityjob/': toLargeColumn('annotation_job', 'description'),
  'GET /comments/v2/thread/': toLargeColumn('comment', 'text'),
  'GET /comments/v2/thread/{id}/comment/': toLargeColumn('comment', 'text'),
  'GET /account/v2/notice/': toLargeColumn('notice', 'data', largeJson),
  'GET /annotate/v2/remark/': toLargeColumn('job_remark', 'text'),
  'GET /annotate/v2/gold/': IDS_AND_NAMES,
  'GET /annotate/v2/gold-sample/': IDS_AND_NAMES,
  'GET /annotate/v2/gold-appeal/': 'has texts of at most 2,000 characters',
  'GET /annotate/v2/quality-report/item/': IDS_AND_NAMES,
  'GET /annotate/v2/evaluation': IDS_AND_NAMES,
  'GET /annotate/v2/evaluation/{id}/pictures': IDS_AND_NAMES,
  'GET /flows/v2/flow/': toLargeColumn('flow', 'description'),
  'GET /annotate/v2/prediction-run/': IDS_AND_NAMES,
  'GET /annotate/v2/suspect/': toLargeColumn('suspect', 'said', largeJson),
  'GET /recognition/v2/import/': toLargeColumn('data_import', 'error'),
  'GET /recognition/v2/import/{id}/items': toLargeColumn('import_item', 'reason'),
  'GET /recognition/v2/dataset/': toLargeColumn('dataset_version', 'error'),
  'GET /recognition/v2/dataset/{id}/pictures': toLargeColumn(
    'dataset_picture',
    'picture',
    sql`jsonb_build_object('meta_data', jsonb_build_object('filename', ${largeText}))`,
  ),
  'GET /webhooks/v2/webhook/': 'has at most 20 rows with URLs of limited length',
  'GET /webhooks/v2/webhook/{id}/delivery/': toLargeColumn('webhook_delivery', 'error'),
};
const listKeys = Object.keys(LISTS) as ApiCallKey[];
const largeListKeys = listKeys.filter((key) => typeof LISTS[key] === 'object');
/** The keys of the rows of each list, in order, before the rows become large. */
const rowsBefore = new Map<ApiCallKey, string[]>();

const server = setUpTestServer();
let client: TestClient;
let sampleRows: SampleRows;
beforeAll(async () => {
  ({ client } = await server.createTenant());
  for (let n = 0; n < ROW_COUNT; n += 1) sampleRows = await createSampleRows(server.app, client);
  await sql`
    insert into import_item (import_id, n, path, image_id, done, outcome)
    select import_id, g, path || g, image_id, done, outcome from import_item, generate_series(1, ${ROW_COUNT - 1}) g
    where import_id = ${sampleRows.doneImport} and n = 0`.execute(server.db);
  await sql`
    insert into dataset_picture (dataset_id, place, image_id, img_key, img_width, img_height, test_image, annotations)
    select ${sampleRows.secondDataset}, g, gen_random_uuid(), img_key, img_width, img_height, test_image, '{}'
    from training_image, generate_series(0, ${ROW_COUNT - 1}) g where id = ${sampleRows.image}`.execute(server.db);
  await sql`
    update dataset_version set pictures = ${ROW_COUNT}, state = 'ready', labels = '[]' where id = ${sampleRows.secondDataset}`.execute(
    server.db,
  );
  await sql`
    insert into webhook_delivery (workspace_id, webhook_id, kind, payload)
    select workspace_id, webhook_id, kind, payload from webhook_delivery, generate_series(1, ${ROW_COUNT - 1})
    where webhook_id = ${sampleRows.webhook}`.execute(server.db);
  for (const key of largeListKeys)
    rowsBefore.set(
      key,
      (await readPages(getPath(key), { page_size: 1000 })).flatMap((page) => page.results.map(getRowKey)),
    );
  for (const { table, column, value } of Object.values(LISTS).filter((list) => typeof list === 'object'))
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value}`.execute(server.db);
}, 120_000);

/** Reads a list like a client that follows `next`. Returns the pages, each with the size of the response in bytes. */
async function readPages(path: string, query: Record<string, string | number>) {
  const pages: (ListEnvelope<object> & { bytes: number })[] = [];
  const firstPage = `${path}?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]))}`;
  for (let nextUrl: string | null = firstPage; nextUrl !== null && pages.length < 100;) {
    const response = await client.get(nextUrl);
    const page = expectBody<ListEnvelope<object>>(response);
    pages.push({ ...page, bytes: response.bytes.length });
    nextUrl = page.next && page.next.replace(`${client.origin}/api`, '');
  }
  return pages;
}
/** Identifies a row of any list without its large columns. */
const getRowKey = (row: object) => {
  const { id, number, image } = row as { id?: unknown; number?: unknown; image?: unknown };
  return JSON.stringify(id ?? number ?? image);
};
const parentIds: Partial<Record<ApiCallKey, () => string>> = {
  'GET /recognition/v2/import/{id}/items': () => sampleRows.doneImport,
  'GET /recognition/v2/dataset/{id}/pictures': () => sampleRows.secondDataset,
  'GET /webhooks/v2/webhook/{id}/delivery/': () => sampleRows.webhook,
  'GET /comments/v2/thread/{id}/comment/': () => sampleRows.thread,
};
const getPath = (key: ApiCallKey) => splitKey(key)[1].replace('{id}', () => parentIds[key]?.() ?? '');

it('the table contains every list of the contract', () => {
  const listCalls = [...server.app.registeredCalls].filter((key) =>
    listFields(key).some(({ path }) => path.join('.') === 'page'),
  );
  expect(listCalls.sort()).toEqual([...listKeys].sort());
});

it.each(largeListKeys)('%s ends a page early when its rows are large', async (key) => {
  const rowsBeforeFilling = rowsBefore.get(key) ?? [];
  expect(rowsBeforeFilling.length).toBeGreaterThanOrEqual(ROW_COUNT);
  expect(new Set(rowsBeforeFilling).size).toBe(rowsBeforeFilling.length);
  const pages = await readPages(getPath(key), { page_size: 1000 });
  expect(Math.max(...pages.map(({ bytes }) => bytes))).toBeLessThan(MAX_PAGE_BYTES);
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.map(({ count }) => count)).toEqual(pages.map(() => rowsBeforeFilling.length));
  expect(pages.flatMap((page) => page.results.map(getRowKey))).toEqual(rowsBeforeFilling);
});

describe('a list of objects larger than half the response limit', () => {
  let objects: string[];
  let image: string;
  beforeAll(async () => {
    const { client: owner } = await server.createTenant();
    client = owner;
    image = (await uploadImages(client, 1))[0]?.id ?? '';
    const label = await createNamedRow(client, '/detection/v2/label/');
    objects = [];
    for (let n = 0; n < 5; n += 1) objects.unshift((await createTestObject(client, image, label.id)).id);
    await sql`
      update detection_object set meta_data = jsonb_build_object('text', repeat('x', 900000)) where image_id = ${image}`.execute(
      server.db,
    );
  });
  const listObjects = async (query: object) =>
    expectBody<ListEnvelope<{ id: string }>>(await client.get('/detection/v2/object/', { ...query }));
  const listIds = (rows: readonly object[]) => rows.map((row) => (row as { id: string }).id);

  it('contains each object once when following `next`, for any page size', async () => {
    for (const page_size of [1, 2, 3, 1000]) {
      const pages = await readPages('/detection/v2/object/', { image, page_size });
      expect([page_size, listIds(pages.flatMap(({ results }) => results))]).toEqual([page_size, objects]);
    }
  });

  it('has links that keep the query and lead back to the page start', async () => {
    const firstPage = await listObjects({ image, page_size: 2 });
    const nextUrl = new URL(firstPage.next ?? '');
    expect(Object.fromEntries(nextUrl.searchParams)).toEqual({ image, page: '1', page_size: '2', skip: '1' });
    const secondPage = await listObjects(Object.fromEntries(nextUrl.searchParams));
    expect(listIds(secondPage.results)).toEqual([objects[1]]);
    const previousUrl = new URL(secondPage.previous ?? '');
    expect(Object.fromEntries(previousUrl.searchParams)).toEqual({ image, page: '1', page_size: '2' });
    const thirdUrl = new URL(secondPage.next ?? '');
    expect(Object.fromEntries(thirdUrl.searchParams)).toEqual({ image, page: '2', page_size: '2' });
  });

  it('returns an object above the response limit on its own page', async () => {
    await sql`
      update detection_object set meta_data = jsonb_build_object('text', repeat('x', 2000000)) where id = ${objects[1]}`.execute(
      server.db,
    );
    expect(listIds(await readAllPages(client, `/detection/v2/object/?image=${image}`))).toEqual(objects);
  });
});

it('a `skip` beyond the page returns no rows and a link to the next page', async () => {
  const { client: owner } = await server.createTenant();
  for (const name of ['First', 'Second', 'Third']) await createNamedRow(owner, '/similarity/training/v2/type/', { name });
  const page = expectBody<ListEnvelope<object>>(await owner.get('/similarity/training/v2/type/', { page_size: 2, skip: 5 }));
  expect(page).toMatchObject({ count: 3, results: [], next: expect.stringMatching(/page_size=2&page=2$/) });
});
