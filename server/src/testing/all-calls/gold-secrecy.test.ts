import { apiCalls, hasPermission, type ApiCallKey } from '@console/shared-contract/api';
import { expectBody } from '../api/client';
import { createTestJob } from '../api/fixtures';
import { createTestMember } from '../api/members';
import { createTestServer, type TestServer } from '../api/test-server';
import type { TestUser } from '../api/test-users';
import { annotate, createGoldWorld, getBatch, type GoldWorld } from '../quality/gold-world';
import { isSampledCall } from '../samples/call-samples';
import { getCallSamples } from '../samples/get-call-samples';
import type { CallSample } from '../samples/sample-factories';
import { createSampleRows, type SampleRows } from '../samples/sample-rows';
import { getSpec, sendSample } from '../samples/send-sample';

jest.setTimeout(180_000);

/**
 * An annotator of a job with gold items sends all calls that read, for a gold item and for an ordinary item of the job. The samples cover
 * all calls, so a new call that tells them apart fails this test.
 */
const CALLS = (Object.keys(apiCalls) as ApiCallKey[])
  .filter(isSampledCall)
  .filter((key) => key.startsWith('GET ') && getSpec(key).auth !== false && !getSpec(key).events)
  .filter((key) => getSpec(key).permission !== null && hasPermission('annotator', getSpec(key).permission ?? 'view'));

let server: TestServer;
let owner: TestUser;
let anna: TestUser;
let rows: SampleRows;
let world: GoldWorld;
/** A gold item and an ordinary item that Anna has got. */
let gold: string;
let ordinary: string;
beforeAll(async () => {
  server = await createTestServer();
  owner = await server.createTestUser();
  const workspace = await server.createTestWorkspace({ members: [owner] });
  anna = await createTestMember(server, workspace, 'annotator');
  rows = await createSampleRows(server.app, owner.client);
  world = await createGoldWorld(owner, { ordinary: 12 });
  // The gold items were annotated in another job, which is completed.
  const earlier = await createTestJob(owner.client, 'image', {});
  const path = `/annotate/v2/imagejob/${earlier.id}`;
  await owner.client.post(`${path}/add-items`, { items: world.gold });
  await owner.client.post(`${path}/mark-done`, { items: world.gold });
  for (const image of world.gold) {
    expectBody(await owner.client.post(`/recognition/v2/training-image/${image}/add-label`, { label_id: rows.label }));
    const polygon = { image, segmentation_label: rows.segmentationLabel, data: [1, 1, 20, 1, 10, 20] };
    expectBody(await owner.client.post('/segmentation/v2/polygon/', polygon), 201);
    expectBody(await owner.client.post('/comments/v2/thread/', { kind: 'image', entity: image, text: 'Is this right?' }), 201);
    expectBody(await owner.client.post(`/detection/v2/task/${rows.detectionTask}/add-images`, { items: [image] }));
    expectBody(await owner.client.post(`/similarity/training/v2/group/${rows.group}/add-images`, { images: [image] }));
  }
  expectBody(await owner.client.put(path, { done: true }));
  await server.runWork();
  // The job gets the gold items after all of this.
  expectBody(await owner.client.put(`${world.path}/gold`, { rate: null }));
  expectBody(await owner.client.put(`${world.path}/gold`, { rate: 0.5, domain: 'detection', task: world.task }));
  const batch = (await getBatch(anna, world.path)).results;
  gold = batch.find((image) => world.gold.includes(image))!;
  ordinary = batch.find((image) => world.ordinary.includes(image))!;
});
afterAll(() => server.close());

/** Replaces the image and the job of a sample. */
function placeSample(sample: CallSample, image: string): CallSample {
  const job = world.path.split('/').at(-1)!;
  const values: Record<string, string> = { [rows.image]: image, [rows.imageJob]: job, [rows.blindJob]: job };
  const text = JSON.stringify(sample).replace(/[0-9a-f-]{36}/g, (id) => values[id] ?? id);
  return JSON.parse(text) as CallSample;
}

/** What differs between any two images: ids, file names, times, URLs and numbers that count up. */
const normalize = (text: string) =>
  text
    .replaceAll(gold, 'IMAGE')
    .replaceAll(ordinary, 'IMAGE')
    .replace(/"(\/api\/files|https?:)[^"]*"/g, '"URL"')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, 'ID')
    .replace(/"(file_name|name)":"[^"]*\.(png|jpg)"/g, '"$1":"FILE"')
    .replace(/"content_hash":"[^"]*"/g, '');

/** Returns the rows of a response that are about an image. */
function listRowsOf(value: unknown, image: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => (item === image ? ['member'] : listRowsOf(item, image)));
  if (typeof value !== 'object' || value === null) return [];
  if (Object.values(value).includes(image)) return [normalize(JSON.stringify(value))];
  return Object.values(value).flatMap((item) => listRowsOf(item, image));
}

/** The first request of each list has all rows. */
const allRows = (key: ApiCallKey): CallSample =>
  'page_size' in (getSpec(key).query?.shape ?? {}) ? { query: { page_size: '100' } } : {};

/** Lists the calls whose responses let Anna distinguish the two items. */
async function findDifferences(): Promise<unknown[]> {
  const differences: unknown[] = [];
  for (const key of CALLS) {
    for (const sample of [allRows(key), ...getCallSamples(rows, key)]) {
      const ofGold = await sendSample(anna.client, key, placeSample(sample, gold));
      if (JSON.stringify(placeSample(sample, gold)) !== JSON.stringify(placeSample(sample, ordinary))) {
        const ofOrdinary = await sendSample(anna.client, key, placeSample(sample, ordinary));
        const texts = [normalize(ofGold.text), normalize(ofOrdinary.text)];
        if (ofGold.status !== ofOrdinary.status || texts[0] !== texts[1])
          differences.push([key, sample, ofGold.status, ofOrdinary.status, ...texts]);
        continue;
      }
      const found = [listRowsOf(ofGold.body, gold), listRowsOf(ofGold.body, ordinary)];
      // The two images can be on different pages.
      const isComplete = !(ofGold.body as { next?: unknown } | null)?.next;
      if (isComplete && JSON.stringify(found[0]) !== JSON.stringify(found[1])) differences.push([key, sample, ...found]);
    }
  }
  return differences;
}

it('shows no difference between gold and ordinary items before and after they are done', async () => {
  expect(CALLS.length).toBeGreaterThan(60);
  expect(await findDifferences()).toEqual([]);
  const before = expectBody<{ item_done_count: number }>(await anna.client.get(world.path));
  const responses = [
    await annotate(anna, world, gold, [[1, 1, 30, 30]]),
    await annotate(anna, world, ordinary, [[1, 1, 30, 30]]),
  ];
  expect(responses.map(({ item_done_count: count }) => count)).toEqual([before.item_done_count + 1, before.item_done_count + 2]);
  expect(normalize(JSON.stringify({ ...responses[0], item_done_count: 0 }))).toBe(
    normalize(JSON.stringify({ ...responses[1], item_done_count: 0 })),
  );
  expect(await findDifferences()).toEqual([]);
});

it('finds no gold items by filters of images', async () => {
  const list = async (query: Record<string, unknown>) =>
    expectBody<{ results: { id: string }[] }>(
      await anna.client.get('/recognition/v2/training-image/', { page_size: '100', ...query } as Record<string, string>),
    ).results.map(({ id }) => id);
  for (const query of [
    { labels: rows.label },
    { detection_labels: world.label },
    { polygon_labels: rows.segmentationLabel },
    { shape_kinds: 'object,polygon,mask,point,skeleton' },
    { verified: 'true' },
    { changed_since: '2000-01-01' },
    { detection_task_neg: rows.detectionTask },
  ])
    expect([query, (await list(query)).filter((id) => world.gold.includes(id))]).toEqual([query, []]);
  expect(await list({ verified: 'false' })).toEqual(expect.arrayContaining([...world.gold, ordinary]));
  const label = expectBody<Record<string, unknown>>(await anna.client.get(`/recognition/v2/label/${rows.label}`));
  expect(Object.entries(label).filter(([name, value]) => /^(images|objects)_count$/.test(name) && value !== 0)).toEqual([]);
});

it('shows the counts and annotations to reviewers', async () => {
  const reviewer = await createTestMember(server, rows.workspace, 'reviewer');
  expect(expectBody<{ count: number }>(await reviewer.client.get('/detection/v2/object/', { image: gold })).count).toBe(1);
  expect(expectBody<{ item_count: number }>(await reviewer.client.get(world.path)).item_count).toBe(12);
});
