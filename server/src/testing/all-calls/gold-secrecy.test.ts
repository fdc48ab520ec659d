import { apiCalls, hasPermission, type ApiCallKey, type CommentThread, type Layer } from '@console/shared-contract/api';
import { expectBody } from '../api/client';
import { createTestJob, uploadImages } from '../api/fixtures';
import { createTestMember } from '../api/members';
import { setUpTestServer } from '../api/test-server';
import type { TestUser } from '../api/test-users';
import { changeMembers, createGoldGroupFixture, listMembers, type GoldGroupFixture } from '../quality/gold-group-fixture';
import { annotate, createGoldFixture, getBatch, type GoldFixture } from '../quality/gold-fixture';
import { isSampledCall } from '../samples/call-samples';
import { getCallSamples, type SampledCall } from '../samples/get-call-samples';
import type { CallSample } from '../samples/sample-factories';
import { listRowsOf, normalize, type Pair } from '../samples/compare-responses';
import { createSampleRows, type SampleRows } from '../samples/sample-rows';
import { getSpec, sendSample } from '../samples/send-sample';

jest.setTimeout(180_000);

/**
 * The calls with which an annotator may read. An annotator sends example requests (samples) of each call for a gold-standard item and for
 * an ordinary item of a job. Every call has samples, so a new call that reveals a gold item fails this test.
 */
const CALLS = (Object.keys(apiCalls) as ApiCallKey[])
  .filter(isSampledCall)
  .filter((key) => key.startsWith('GET ') && getSpec(key).auth !== false && !getSpec(key).events)
  .filter((key) => getSpec(key).permission !== null && hasPermission('annotator', getSpec(key).permission ?? 'view'));

let owner: TestUser;
let annotator: TestUser;
let rows: SampleRows;
let goldSetup: GoldFixture;
let groupSetup: GoldGroupFixture;
const server = setUpTestServer();
let images: Pair;
let groups: Pair;
let gold: string;
let ordinary: string;
beforeAll(async () => {
  owner = await server.createTestUser();
  const workspace = await server.createTestWorkspace({ members: [owner] });
  annotator = await createTestMember(server, workspace, 'annotator');
  rows = await createSampleRows(server.app, owner.client);
  goldSetup = await createGoldFixture(owner, { ordinary: 12 });
  // The gold items were annotated in another job, which is completed.
  const earlier = await createTestJob(owner.client, 'image', {});
  const path = `/annotate/v2/imagejob/${earlier.id}`;
  await owner.client.post(`${path}/add-items`, { items: goldSetup.gold });
  await owner.client.post(`${path}/mark-done`, { items: goldSetup.gold });
  for (const image of goldSetup.gold) {
    expectBody(await owner.client.post(`/recognition/v2/training-image/${image}/add-label`, { label_id: rows.label }));
    const polygon = { image, segmentation_label: rows.segmentationLabel, data: [1, 1, 20, 1, 10, 20] };
    expectBody(await owner.client.post('/segmentation/v2/polygon/', polygon), 201);
    expectBody(await owner.client.post('/comments/v2/thread/', { kind: 'image', entity: image, text: 'Is this right?' }), 201);
    expectBody(await owner.client.post(`/detection/v2/task/${rows.detectionTask}/add-images`, { items: [image] }));
    expectBody(await owner.client.post(`/similarity/training/v2/group/${rows.group}/add-images`, { images: [image] }));
  }
  expectBody(await owner.client.put(path, { done: true }));
  await server.runWork();
  // Disable gold items and enable them again, so that the job gets them only after all these changes.
  expectBody(await owner.client.put(`${goldSetup.path}/gold`, { rate: null }));
  expectBody(await owner.client.put(`${goldSetup.path}/gold`, { rate: 0.5, domain: 'detection', task: goldSetup.task }));
  const batch = (await getBatch(annotator, goldSetup.path)).results;
  gold = batch.find((image) => goldSetup.gold.includes(image))!;
  ordinary = batch.find((image) => goldSetup.ordinary.includes(image))!;
  images = { gold, ordinary, path: goldSetup.path };
  groups = await createGroups();
});

/** Creates gold groups that were verified in another, completed job. Their images have labels, and each group has a comment. */
async function createGroups(): Promise<Pair> {
  groupSetup = await createGoldGroupFixture(owner, { gold: 2 });
  const earlier = await createTestJob(owner.client, 'similarity', {});
  const path = `/annotate/v2/similarityjob/${earlier.id}`;
  expectBody(await owner.client.post(`${path}/set-label`, { label_id: rows.label }));
  await owner.client.post(`${path}/add-items`, { items: groupSetup.gold });
  await owner.client.post(`${path}/mark-done`, { items: groupSetup.gold });
  for (const entity of groupSetup.gold) {
    expectBody(await owner.client.post('/comments/v2/thread/', { kind: 'group', entity, text: 'Is this right?' }), 201);
    for (const image of await listMembers(owner, entity))
      expectBody(await owner.client.post('/annotate/v2/verification/', { image_id: image }), 201);
    expectBody(await owner.client.post(`/similarity/training/v2/group/${rows.secondGroup}/add-groups`, { groups: [entity] }));
  }
  expectBody(await owner.client.put(path, { done: true }));
  await server.runWork();
  expectBody(await owner.client.put(`${groupSetup.path}/gold`, { rate: null }));
  expectBody(await owner.client.put(`${groupSetup.path}/gold`, { rate: 0.5, domain: 'similarity', task: groupSetup.task }));
  const batch = (await getBatch(annotator, groupSetup.path)).results;
  return {
    gold: batch.find((group) => groupSetup.gold.includes(group))!,
    ordinary: batch.find((group) => groupSetup.ordinary.includes(group))!,
    path: groupSetup.path,
  };
}

/**
 * Returns the samples of a call. For lists with many filters, it removes all filters except those for images, groups and jobs. With all
 * filters, the list would be empty, and planning its statement would take half a second.
 */
function getSelectiveSamples(samples: SampleRows, key: SampledCall): CallSample[] {
  const items = [samples.image, samples.group, samples.imageJob, samples.blindJob, samples.similarityJob];
  return getCallSamples(samples, key).map((sample) => {
    const parameters = Object.entries(sample.query ?? {});
    if (parameters.length < 10) return sample;
    return { ...sample, query: Object.fromEntries(parameters.filter(([, value]) => items.includes(String(value)))) };
  });
}

/** Returns a copy of the sample that refers to the given image or group, and to the job of the pair. */
function placeSample(sample: CallSample, target: string, pair: Pair): CallSample {
  const job = pair.path.split('/').at(-1)!;
  const values: Record<string, string> =
    pair === images
      ? { [rows.image]: target, [rows.imageJob]: job, [rows.blindJob]: job }
      : { [rows.group]: target, [rows.similarityJob]: job };
  const text = JSON.stringify(sample).replace(/[0-9a-f-]{36}/g, (id) => values[id] ?? id);
  return JSON.parse(text) as CallSample;
}

/** Creates a request for a list without filters, on one page. */
const allRows = (key: ApiCallKey): CallSample =>
  'page_size' in (getSpec(key).query?.shape ?? {}) ? { query: { page_size: '100' } } : {};

/**
 * Lists the calls whose responses let the annotator distinguish the gold item of a pair from the ordinary item. Adds the calls whose
 * responses contain either item to `concerned`.
 */
async function findDifferences(
  pair: Pair,
  { calls = CALLS, concerned = new Set<(typeof CALLS)[number]>() } = {},
): Promise<unknown[]> {
  const differences: unknown[] = [];
  for (const key of calls) {
    for (const sample of [allRows(key), ...getSelectiveSamples(rows, key)]) {
      const [goldSample, ordinarySample] = [placeSample(sample, pair.gold, pair), placeSample(sample, pair.ordinary, pair)];
      const ofGold = await sendSample(annotator.client, key, goldSample);
      if (JSON.stringify(goldSample) !== JSON.stringify(ordinarySample)) {
        concerned.add(key);
        const ofOrdinary = await sendSample(annotator.client, key, ordinarySample);
        const texts = [normalize(ofGold.text, pair), normalize(ofOrdinary.text, pair)];
        if (ofGold.status !== ofOrdinary.status || texts[0] !== texts[1])
          differences.push([key, sample, ofGold.status, ofOrdinary.status, ...texts]);
        continue;
      }
      const foundRows = [listRowsOf(ofGold.body, pair.gold, pair), listRowsOf(ofGold.body, pair.ordinary, pair)];
      if (foundRows[0]?.length) concerned.add(key);
      // Compare only complete lists: otherwise the two items can be on different pages.
      const isComplete = !(ofGold.body as { next?: unknown } | null)?.next;
      if (isComplete && JSON.stringify(foundRows[0]) !== JSON.stringify(foundRows[1]))
        differences.push([key, sample, ...foundRows]);
    }
  }
  return differences;
}

it('shows no difference between gold and ordinary items before and after they are done', async () => {
  expect(CALLS.length).toBeGreaterThan(60);
  const comparedCalls = new Set<(typeof CALLS)[number]>();
  expect(await findDifferences(images, { concerned: comparedCalls })).toEqual([]);
  const before = expectBody<{ item_done_count: number }>(await annotator.client.get(goldSetup.path));
  const responses = [
    await annotate(annotator, goldSetup, gold, [[1, 1, 30, 30]]),
    await annotate(annotator, goldSetup, ordinary, [[1, 1, 30, 30]]),
  ];
  expect(responses.map(({ item_done_count: count }) => count)).toEqual([before.item_done_count + 1, before.item_done_count + 2]);
  expect(normalize(JSON.stringify({ ...responses[0], item_done_count: 0 }), images)).toBe(
    normalize(JSON.stringify({ ...responses[1], item_done_count: 0 }), images),
  );
  expect(comparedCalls.size).toBeGreaterThan(20);
  expect(await findDifferences(images, { calls: [...comparedCalls] })).toEqual([]);
});

it('shows no difference between gold and ordinary groups before and after they are done', async () => {
  const comparedCalls = new Set<(typeof CALLS)[number]>();
  expect(await findDifferences(groups, { concerned: comparedCalls })).toEqual([]);
  const { client } = annotator;
  const responses: unknown[][] = [];
  for (const group of [groups.gold, groups.ordinary]) {
    // The annotator removes the same number of members, verifies the group, and marks it as done.
    const wrong = (await listMembers(annotator, group)).slice(0, 1);
    for (const [path, body] of [
      [`/similarity/training/v2/group/${group}/remove-images?answer=changes`, { images: wrong }],
      ['/annotate/v2/similarity-verification/', { group_id: group }],
      [`${groups.path}/mark-done`, { items: [group] }],
      // Without this request, the counts of the job would be higher for the second group.
      [`${groups.path}/unmark-done`, { items: [group] }],
    ] as const) {
      const { status, text } = await client.post(path, body);
      responses.push([group === groups.gold, path.replace(group, ''), status, normalize(text, groups)]);
    }
  }
  const [ofGold, ofOrdinary] = [true, false].map((isGold) =>
    responses.filter(([isGoldResponse]) => isGoldResponse === isGold).map(([, ...rest]) => rest),
  );
  expect(ofGold).toEqual(ofOrdinary);
  for (const group of [groups.gold, groups.ordinary])
    expectBody(await client.post(`${groups.path}/mark-done`, { items: [group] }));
  expect(comparedCalls.size).toBeGreaterThan(10);
  expect(await findDifferences(groups, { calls: [...comparedCalls] })).toEqual([]);
});

it('finds no members of gold groups by filters of images', async () => {
  const [ofGold, ofOrdinary] = [await listMembers(annotator, groups.gold), await listMembers(annotator, groups.ordinary)];
  for (const query of [
    { labels: rows.label },
    { verified: 'true' },
    { verified: 'false' },
    { not_groups: 'true' },
    { not_groups: 'false' },
  ]) {
    const { results } = expectBody<{ results: { id: string }[] }>(
      await annotator.client.get('/recognition/v2/training-image/', { page_size: '100', ...query }),
    );
    const countFound = (members: readonly string[]) => members.filter((id) => results.some((image) => image.id === id)).length;
    expect([query, countFound(ofGold)]).toEqual([query, countFound(ofOrdinary)]);
  }
});

it('finds no gold items by filters of images', async () => {
  const list = async (query: Record<string, unknown>) =>
    expectBody<{ results: { id: string }[] }>(
      await annotator.client.get('/recognition/v2/training-image/', { page_size: '100', ...query } as Record<string, string>),
    ).results.map(({ id }) => id);
  for (const query of [
    { labels: rows.label },
    { detection_labels: goldSetup.label },
    { polygon_labels: rows.segmentationLabel },
    { shape_kinds: 'object,polygon,mask,point,skeleton' },
    { verified: 'true' },
    { changed_since: '2000-01-01' },
    { detection_task_neg: rows.detectionTask },
  ])
    expect([query, (await list(query)).filter((id) => goldSetup.gold.includes(id))]).toEqual([query, []]);
  expect(await list({ verified: 'false' })).toEqual(expect.arrayContaining([...goldSetup.gold, ordinary]));
  const label = expectBody<Record<string, unknown>>(await annotator.client.get(`/recognition/v2/label/${rows.label}`));
  expect(Object.entries(label).filter(([name, value]) => /^(images|objects)_count$/.test(name) && value !== 0)).toEqual([]);
});

it('shows the counts and annotations to reviewers', async () => {
  const reviewer = await createTestMember(server, rows.workspace, 'reviewer');
  expect(expectBody<{ count: number }>(await reviewer.client.get('/detection/v2/object/', { image: gold })).count).toBe(1);
  expect(expectBody<{ item_count: number }>(await reviewer.client.get(goldSetup.path)).item_count).toBe(12);
});

describe('two annotators of an independent job', () => {
  let ben: TestUser;
  let own: SampleRows;
  beforeAll(async () => {
    const lead = await server.createTestUser();
    const workspace = await server.createTestWorkspace({ members: [lead] });
    [annotator, ben] = [
      await createTestMember(server, workspace, 'annotator'),
      await createTestMember(server, workspace, 'annotator'),
    ];
    own = await createSampleRows(server.app, lead.client);
    owner = lead;
  });

  const createJob = async (type: 'image' | 'similarity', item: string) => {
    const job = await createTestJob(owner.client, type, { blind: true, todo_number: 2 });
    const path = `/annotate/v2/${type}job/${job.id}`;
    await owner.client.post(`${path}/add-items`, { items: [item] });
    for (const user of [annotator, ben]) expect((await getBatch(user, path)).results).toEqual([item]);
    return { path, id: job.id };
  };
  /** Calls that only reveal that a colleague has completed an item. */
  const PROGRESS = /\/dependents|\/people|^GET \/history\/v2\/set\/|forecast/;
  /** Reads everything that Ben can read. */
  const readAll = async (ids: Record<string, string>) => {
    const responses: { key: ApiCallKey; sample: CallSample; text: string }[] = [];
    for (const key of CALLS.filter((call) => !PROGRESS.test(call)))
      for (const sample of [allRows(key), ...getSelectiveSamples(own, key)]) {
        const sampleWithIds = JSON.parse(JSON.stringify(sample).replace(/[0-9a-f-]{36}/g, (id) => ids[id] ?? id)) as CallSample;
        const { status, text } = await sendSample(ben.client, key, sampleWithIds);
        if (status === 200) responses.push({ key, sample: sampleWithIds, text });
      }
    expect(responses.length).toBeGreaterThan(60);
    return responses;
  };
  const withoutTime = (text: string) => text.replace(/"until":"[^"]*"/, '');
  const findChanged = async (responses: Awaited<ReturnType<typeof readAll>>) => {
    const changedRows: unknown[] = [];
    for (const { key, sample, text } of responses) {
      const now = await sendSample(ben.client, key, sample);
      if (withoutTime(now.text) !== withoutTime(text)) changedRows.push([key, sample, text, now.text]);
    }
    return changedRows;
  };
  /** Anna starts a thread that mentions Ben, and a reviewer replies. Ben learns nothing about it. */
  const discuss = async (kind: 'image' | 'group', entity: string) => {
    const text = `Is this right, @{${ben.id}}?`;
    const notices = await countNotices(ben);
    const thread = expectBody<CommentThread>(await annotator.client.post('/comments/v2/thread/', { kind, entity, text }), 201);
    expectBody(await owner.client.post(`/comments/v2/thread/${thread.id}/comment/`, { text: 'Yes' }), 201);
    expect((await ben.client.get(`/comments/v2/thread/${thread.id}`)).status).toBe(404);
    expect((await ben.client.get(`/comments/v2/thread/${thread.id}/comment/`)).status).toBe(404);
    expect(await countNotices(ben)).toBe(notices);
    expect(await countNotices(annotator)).toBeGreaterThan(0);
  };
  const countNotices = async ({ client }: TestUser) =>
    expectBody<{ count: number }>(await client.get('/account/v2/notice/')).count;
  /** The first comments of the threads about an image that Ben can read. */
  const listThreads = async (image: string) =>
    expectBody<{ results: CommentThread[] }>(await ben.client.get('/comments/v2/thread/', { image })).results.map(
      ({ first }) => first.text,
    );

  it('the work of the first on an image and a group changes no response to the second', async () => {
    const [remainingImage, removedImage] = (await uploadImages(owner.client, 2)).map(({ id }) => id);
    await changeMembers(owner, own.group, 'add', [remainingImage!, removedImage!]);
    const { path, id } = await createJob('image', own.image);
    const groupJob = await createJob('similarity', own.group);
    const addLabel = async ({ client }: TestUser) => {
      const layer = expectBody<Layer>(await client.get(`${path}/layer`, { image: own.image }));
      expectBody(await client.post(`/annotate/v2/layer/${layer.id}/add-label`, { label_id: own.label }));
    };
    expectBody(await ben.client.get(`${path}/layer`, { image: own.image }));
    const before = await readAll({ [own.imageJob]: id, [own.blindJob]: id, [own.similarityJob]: groupJob.id });

    await addLabel(annotator);
    await annotate(annotator, { ...goldSetup, path, label: own.detectionLabel }, own.image, [[1, 1, 30, 30]]);
    await discuss('image', own.image);
    const sendBack = (user: TestUser, text: string) =>
      owner.client.post(`${path}/send-back`, { item: own.image, to: user.id, text });
    expectBody(await sendBack(annotator, 'The box is too large'));
    await annotator.client.post(`${path}/mark-done`, { items: [own.image] });

    await changeMembers(annotator, own.group, 'remove', [removedImage!]);
    expectBody(await annotator.client.post('/annotate/v2/similarity-verification/', { group_id: own.group }), 201);
    expectBody(await annotator.client.post(`${groupJob.path}/mark-done`, { items: [own.group] }));
    await discuss('group', own.group);
    await discuss('image', remainingImage!);
    expect(await listMembers(annotator, own.group)).not.toContain(removedImage);

    expect(await findChanged(before)).toEqual([]);
    expect((await ben.client.get('/history/v2/set/')).status).toBe(403);
    await ben.client.post(`${path}/mark-done`, { items: [own.image] });
    expectBody(await sendBack(ben, 'The box is missing'));
    const general = { kind: 'image', entity: own.image, text: 'Ignore shadows' };
    expectBody(await owner.client.post('/comments/v2/thread/', general), 201);
    const forBen = ['Ignore shadows', 'The box is missing'];
    expect((await listThreads(own.image)).slice(0, 2)).toEqual(forBen);
    expect(await listThreads(own.image)).not.toContain('The box is too large');
    // Remove the image from other independent jobs. Otherwise these jobs would still hide the thread after both annotators have agreed on
    // the item.
    await owner.client.post(`${groupJob.path}/remove-items`, { items: [own.group] });
    await owner.client.post(`/annotate/v2/imagejob/${own.blindJob}/remove-items`, { items: [own.image] });
    await addLabel(ben);
    await annotate(ben, { ...goldSetup, path, label: own.detectionLabel }, own.image, [[1, 1, 30, 30]]);
    expect(await listThreads(own.image)).toContain('The box is too large');
  });
});
