import { apiCalls, hasPermission, type ApiCallKey, type CommentThread, type Layer } from '@console/shared-contract/api';
import { expectBody } from '../api/client';
import { createTestJob, uploadImages } from '../api/fixtures';
import { createTestMember } from '../api/members';
import { setUpTestServer } from '../api/test-server';
import type { TestUser } from '../api/test-users';
import { changeMembers, createGoldGroupFixture, listMembers, type GoldGroupFixture } from '../quality/gold-group-fixture';
import { annotate, createGoldFixture, getBatch, type GoldFixture } from '../quality/gold-fixture';
import { isSampledCall } from '../samples/call-samples';
import type { CallSample } from '../samples/sample-factories';
import {
  createUnfilteredSamples,
  getSelectiveSamples,
  listRowsThatContain,
  normalize,
  replaceIds,
  type GoldAndOrdinary,
} from '../samples/compare-responses';
import { createSampleRows, type SampleRows } from '../samples/sample-rows';
import { getSpec, sendSample } from '../samples/send-sample';

jest.setTimeout(180_000);

/**
 * The calls with which an annotator may read. An annotator sends example requests (samples) of each call for a gold-standard item and for
 * an ordinary item of a job. Every call has samples, so a new call that reveals a gold item fails this test.
 */
const SAMPLED_CALLS = (Object.keys(apiCalls) as ApiCallKey[])
  .filter(isSampledCall)
  .filter((key) => key.startsWith('GET ') && getSpec(key).auth !== false && !getSpec(key).events)
  .filter((key) => getSpec(key).permission !== null && hasPermission('annotator', getSpec(key).permission ?? 'view'));

let owner: TestUser;
let annotator: TestUser;
let sampleRows: SampleRows;
let goldSetup: GoldFixture;
let groupSetup: GoldGroupFixture;
const server = setUpTestServer();
let imagePair: GoldAndOrdinary;
let groupPair: GoldAndOrdinary;
beforeAll(async () => {
  owner = await server.createTestUser();
  const workspace = await server.createTestWorkspace({ members: [owner] });
  annotator = await createTestMember(server, workspace, 'annotator');
  sampleRows = await createSampleRows(server.app, owner.client);
  goldSetup = await createGoldFixture(owner, { ordinary: 12 });
  // The gold items were annotated in another job, which is completed.
  const goldSourceJob = await createTestJob(owner.client, 'image', {});
  const path = `/annotate/v2/imagejob/${goldSourceJob.id}`;
  await owner.client.post(`${path}/add-items`, { items: goldSetup.gold });
  await owner.client.post(`${path}/mark-done`, { items: goldSetup.gold });
  for (const image of goldSetup.gold) {
    expectBody(await owner.client.post(`/recognition/v2/training-image/${image}/add-label`, { label_id: sampleRows.label }));
    const polygon = { image, segmentation_label: sampleRows.segmentationLabel, data: [1, 1, 20, 1, 10, 20] };
    expectBody(await owner.client.post('/segmentation/v2/polygon/', polygon), 201);
    expectBody(await owner.client.post('/comments/v2/thread/', { kind: 'image', entity: image, text: 'Is this right?' }), 201);
    expectBody(await owner.client.post(`/detection/v2/task/${sampleRows.detectionTask}/add-images`, { items: [image] }));
    expectBody(await owner.client.post(`/similarity/training/v2/group/${sampleRows.group}/add-images`, { images: [image] }));
  }
  expectBody(await owner.client.put(path, { done: true }));
  await server.runWork();
  // Disable gold items and enable them again, so that the job gets them only after all these changes.
  expectBody(await owner.client.put(`${goldSetup.path}/gold`, { rate: null }));
  expectBody(await owner.client.put(`${goldSetup.path}/gold`, { rate: 0.5, domain: 'detection', task: goldSetup.task }));
  imagePair = await receivePair(goldSetup);
  groupPair = await createGroups();
});

/** Creates gold groups that were verified in another, completed job. Their images have labels, and each group has a comment. */
async function createGroups(): Promise<GoldAndOrdinary> {
  groupSetup = await createGoldGroupFixture(owner, { gold: 2 });
  const goldSourceJob = await createTestJob(owner.client, 'similarity', {});
  const path = `/annotate/v2/similarityjob/${goldSourceJob.id}`;
  expectBody(await owner.client.post(`${path}/set-label`, { label_id: sampleRows.label }));
  await owner.client.post(`${path}/add-items`, { items: groupSetup.gold });
  await owner.client.post(`${path}/mark-done`, { items: groupSetup.gold });
  for (const entity of groupSetup.gold) {
    expectBody(await owner.client.post('/comments/v2/thread/', { kind: 'group', entity, text: 'Is this right?' }), 201);
    for (const image of await listMembers(owner, entity))
      expectBody(await owner.client.post('/annotate/v2/verification/', { image_id: image }), 201);
    expectBody(
      await owner.client.post(`/similarity/training/v2/group/${sampleRows.secondGroup}/add-groups`, { groups: [entity] }),
    );
  }
  expectBody(await owner.client.put(path, { done: true }));
  await server.runWork();
  expectBody(await owner.client.put(`${groupSetup.path}/gold`, { rate: null }));
  expectBody(await owner.client.put(`${groupSetup.path}/gold`, { rate: 0.5, domain: 'similarity', task: groupSetup.task }));
  return receivePair(groupSetup);
}

/** Receives a batch of the job as the annotator, and returns a gold item and an ordinary item of it. */
async function receivePair({ path, gold, ordinary }: GoldFixture | GoldGroupFixture): Promise<GoldAndOrdinary> {
  const { results } = await getBatch(annotator, path);
  return { gold: results.find((id) => gold.includes(id))!, ordinary: results.find((id) => ordinary.includes(id))!, path };
}

/** Returns a copy of the sample that refers to the given image or group, and to the job of the pair. */
function placeSample(sample: CallSample, target: string, pair: GoldAndOrdinary): CallSample {
  const job = pair.path.split('/').at(-1)!;
  const values: Record<string, string> =
    pair === imagePair
      ? { [sampleRows.image]: target, [sampleRows.imageJob]: job, [sampleRows.blindJob]: job }
      : { [sampleRows.group]: target, [sampleRows.similarityJob]: job };
  return replaceIds(sample, values);
}

/**
 * Lists the calls whose responses let the annotator distinguish the gold item of a pair from the ordinary item. Adds the calls whose
 * responses contain either item to `comparedCalls`.
 */
async function findDifferences(
  pair: GoldAndOrdinary,
  { calls = SAMPLED_CALLS, comparedCalls = new Set<(typeof SAMPLED_CALLS)[number]>() } = {},
): Promise<unknown[]> {
  const differences: unknown[] = [];
  /** Whether a sample differs for the two items. `npm test` sends only the first such sample of each call. */
  const isPlaced = (sample: CallSample) =>
    JSON.stringify(placeSample(sample, pair.gold, pair)) !== JSON.stringify(placeSample(sample, pair.ordinary, pair));
  for (const key of calls) {
    const samples = getSelectiveSamples(sampleRows, key);
    for (const sample of [
      ...createUnfilteredSamples(key),
      ...(process.env.LONG ? samples : samples.filter(isPlaced).slice(0, 1)),
    ]) {
      const [goldSample, ordinarySample] = [placeSample(sample, pair.gold, pair), placeSample(sample, pair.ordinary, pair)];
      const goldResponse = await sendSample(annotator.client, key, goldSample);
      if (isPlaced(sample)) {
        comparedCalls.add(key);
        const ordinaryResponse = await sendSample(annotator.client, key, ordinarySample);
        const texts = [normalize(goldResponse.text, pair), normalize(ordinaryResponse.text, pair)];
        if (goldResponse.status !== ordinaryResponse.status || texts[0] !== texts[1])
          differences.push([key, sample, goldResponse.status, ordinaryResponse.status, ...texts]);
        continue;
      }
      const foundRows = [pair.gold, pair.ordinary].map((item) => listRowsThatContain(goldResponse.body, item, pair));
      if (foundRows[0]?.length) comparedCalls.add(key);
      // Compare only complete lists: otherwise the two items can be on different pages.
      const isComplete = !(goldResponse.body as { next?: unknown } | null)?.next;
      if (isComplete && JSON.stringify(foundRows[0]) !== JSON.stringify(foundRows[1]))
        differences.push([key, sample, ...foundRows]);
    }
  }
  return differences;
}

it('shows no difference between gold and ordinary items before and after they are done', async () => {
  expect(SAMPLED_CALLS.length).toBeGreaterThan(60);
  const comparedCalls = new Set<(typeof SAMPLED_CALLS)[number]>();
  expect(await findDifferences(imagePair, { comparedCalls })).toEqual([]);
  const { item_done_count: doneBefore } = expectBody<{ item_done_count: number }>(await annotator.client.get(goldSetup.path));
  const responses = [
    await annotate(annotator, goldSetup, imagePair.gold, [[1, 1, 30, 30]]),
    await annotate(annotator, goldSetup, imagePair.ordinary, [[1, 1, 30, 30]]),
  ];
  expect(responses.map(({ item_done_count: count }) => count)).toEqual([doneBefore + 1, doneBefore + 2]);
  expect(normalize(JSON.stringify({ ...responses[0], item_done_count: 0 }), imagePair)).toBe(
    normalize(JSON.stringify({ ...responses[1], item_done_count: 0 }), imagePair),
  );
  expect(comparedCalls.size).toBeGreaterThan(20);
  expect(await findDifferences(imagePair, { calls: [...comparedCalls] })).toEqual([]);
});

it('shows no difference between gold and ordinary groups before and after they are done', async () => {
  const comparedCalls = new Set<(typeof SAMPLED_CALLS)[number]>();
  expect(await findDifferences(groupPair, { comparedCalls })).toEqual([]);
  const { client } = annotator;
  const responses: unknown[][] = [];
  for (const group of [groupPair.gold, groupPair.ordinary]) {
    // The annotator removes the same number of members, verifies the group, and marks it as done.
    const wrongMembers = (await listMembers(annotator, group)).slice(0, 1);
    for (const [path, body] of [
      [`/similarity/training/v2/group/${group}/remove-images?answer=changes`, { images: wrongMembers }],
      ['/annotate/v2/similarity-verification/', { group_id: group }],
      [`${groupPair.path}/mark-done`, { items: [group] }],
      // Without this request, the counts of the job would be higher for the second group.
      [`${groupPair.path}/unmark-done`, { items: [group] }],
    ] as const) {
      const { status, text } = await client.post(path, body);
      responses.push([group === groupPair.gold, path.replace(group, ''), status, normalize(text, groupPair)]);
    }
  }
  const [ofGold, ofOrdinary] = [true, false].map((isGold) =>
    responses.filter(([isGoldResponse]) => isGoldResponse === isGold).map(([, ...rest]) => rest),
  );
  expect(ofGold).toEqual(ofOrdinary);
  for (const group of [groupPair.gold, groupPair.ordinary])
    expectBody(await client.post(`${groupPair.path}/mark-done`, { items: [group] }));
  expect(comparedCalls.size).toBeGreaterThan(10);
  expect(await findDifferences(groupPair, { calls: [...comparedCalls] })).toEqual([]);
});

it('finds no members of gold groups by filters of images', async () => {
  const [ofGold, ofOrdinary] = [await listMembers(annotator, groupPair.gold), await listMembers(annotator, groupPair.ordinary)];
  for (const query of [
    { labels: sampleRows.label },
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
  const listImages = async (query: Record<string, unknown>) =>
    expectBody<{ results: { id: string }[] }>(
      await annotator.client.get('/recognition/v2/training-image/', { page_size: '100', ...query } as Record<string, string>),
    ).results.map(({ id }) => id);
  for (const query of [
    { labels: sampleRows.label },
    { detection_labels: goldSetup.label },
    { polygon_labels: sampleRows.segmentationLabel },
    { shape_kinds: 'object,polygon,mask,point,skeleton' },
    { verified: 'true' },
    { changed_since: '2000-01-01' },
    { detection_task_neg: sampleRows.detectionTask },
  ])
    expect([query, (await listImages(query)).filter((id) => goldSetup.gold.includes(id))]).toEqual([query, []]);
  expect(await listImages({ verified: 'false' })).toEqual(expect.arrayContaining([...goldSetup.gold, imagePair.ordinary]));
  const label = expectBody<Record<string, unknown>>(await annotator.client.get(`/recognition/v2/label/${sampleRows.label}`));
  expect(Object.entries(label).filter(([name, value]) => /^(images|objects)_count$/.test(name) && value !== 0)).toEqual([]);
});

it('shows the counts and annotations to reviewers', async () => {
  const reviewer = await createTestMember(server, sampleRows.workspace, 'reviewer');
  expect(expectBody<{ count: number }>(await reviewer.client.get('/detection/v2/object/', { image: imagePair.gold })).count).toBe(
    1,
  );
  expect(expectBody<{ item_count: number }>(await reviewer.client.get(goldSetup.path)).item_count).toBe(12);
});

describe('two annotators of an independent job', () => {
  let secondAnnotator: TestUser;
  let jobRows: SampleRows;
  beforeAll(async () => {
    const leadUser = await server.createTestUser();
    const workspace = await server.createTestWorkspace({ members: [leadUser] });
    [annotator, secondAnnotator] = [
      await createTestMember(server, workspace, 'annotator'),
      await createTestMember(server, workspace, 'annotator'),
    ];
    jobRows = await createSampleRows(server.app, leadUser.client);
    owner = leadUser;
  });

  const createJob = async (type: 'image' | 'similarity', item: string) => {
    const job = await createTestJob(owner.client, type, { blind: true, todo_number: 2 });
    const path = `/annotate/v2/${type}job/${job.id}`;
    await owner.client.post(`${path}/add-items`, { items: [item] });
    for (const user of [annotator, secondAnnotator]) expect((await getBatch(user, path)).results).toEqual([item]);
    return { path, id: job.id };
  };
  /** Calls that only reveal that a colleague has completed an item. */
  const PROGRESS_CALLS = /\/dependents|\/people|^GET \/history\/v2\/set\/|forecast/;
  /** Reads everything that Ben can read. */
  const readAllResponses = async (ids: Record<string, string>) => {
    const responses: { key: ApiCallKey; sample: CallSample; text: string }[] = [];
    for (const key of SAMPLED_CALLS.filter((call) => !PROGRESS_CALLS.test(call)))
      for (const sample of [...createUnfilteredSamples(key), ...getSelectiveSamples(jobRows, key).slice(0, MAX_SAMPLES)]) {
        const sampleWithIds = replaceIds(sample, ids);
        const { status, text } = await sendSample(secondAnnotator.client, key, sampleWithIds);
        if (status === 200) responses.push({ key, sample: sampleWithIds, text });
      }
    expect(responses.length).toBeGreaterThan(50);
    return responses;
  };
  const MAX_SAMPLES = process.env.LONG ? Infinity : 1;
  const removeTime = (text: string) => text.replace(/"until":"[^"]*"/, '');
  const listChangedResponses = async (responses: Awaited<ReturnType<typeof readAllResponses>>) => {
    const changedRows: unknown[] = [];
    for (const { key, sample, text } of responses) {
      const currentResponse = await sendSample(secondAnnotator.client, key, sample);
      if (removeTime(currentResponse.text) !== removeTime(text)) changedRows.push([key, sample, text, currentResponse.text]);
    }
    return changedRows;
  };
  /** Anna starts a thread that mentions Ben, and a reviewer replies. Ben learns nothing about it. */
  const startThread = async (kind: 'image' | 'group', entity: string) => {
    const text = `Is this right, @{${secondAnnotator.id}}?`;
    const notices = await countNotices(secondAnnotator);
    const thread = expectBody<CommentThread>(await annotator.client.post('/comments/v2/thread/', { kind, entity, text }), 201);
    expectBody(await owner.client.post(`/comments/v2/thread/${thread.id}/comment/`, { text: 'Yes' }), 201);
    for (const path of [`/comments/v2/thread/${thread.id}`, `/comments/v2/thread/${thread.id}/comment/`])
      expect((await secondAnnotator.client.get(path)).status).toBe(404);
    expect(await countNotices(secondAnnotator)).toBe(notices);
    expect(await countNotices(annotator)).toBeGreaterThan(0);
  };
  const countNotices = async ({ client }: TestUser) =>
    expectBody<{ count: number }>(await client.get('/account/v2/notice/')).count;
  /** The first comments of the threads about an image that Ben can read. */
  const listThreads = async (image: string) =>
    expectBody<{ results: CommentThread[] }>(await secondAnnotator.client.get('/comments/v2/thread/', { image })).results.map(
      ({ first }) => first.text,
    );

  it('work of the first annotator on an image and a group changes no response to the second annotator', async () => {
    const [remainingImage, removedImage] = (await uploadImages(owner.client, 2)).map(({ id }) => id);
    await changeMembers(owner, jobRows.group, 'add', [remainingImage!, removedImage!]);
    const { path, id } = await createJob('image', jobRows.image);
    const groupJob = await createJob('similarity', jobRows.group);
    const addLabel = async ({ client }: TestUser) => {
      const layer = expectBody<Layer>(await client.get(`${path}/layer`, { image: jobRows.image }));
      expectBody(await client.post(`/annotate/v2/layer/${layer.id}/add-label`, { label_id: jobRows.label }));
    };
    expectBody(await secondAnnotator.client.get(`${path}/layer`, { image: jobRows.image }));
    const responsesBefore = await readAllResponses({
      [jobRows.imageJob]: id,
      [jobRows.blindJob]: id,
      [jobRows.similarityJob]: groupJob.id,
    });

    await addLabel(annotator);
    await annotate(annotator, { ...goldSetup, path, label: jobRows.detectionLabel }, jobRows.image, [[1, 1, 30, 30]]);
    await startThread('image', jobRows.image);
    const sendBack = (user: TestUser, text: string) =>
      owner.client.post(`${path}/send-back`, { item: jobRows.image, to: user.id, text });
    expectBody(await sendBack(annotator, 'The box is too large'));
    await annotator.client.post(`${path}/mark-done`, { items: [jobRows.image] });

    await changeMembers(annotator, jobRows.group, 'remove', [removedImage!]);
    expectBody(await annotator.client.post('/annotate/v2/similarity-verification/', { group_id: jobRows.group }), 201);
    expectBody(await annotator.client.post(`${groupJob.path}/mark-done`, { items: [jobRows.group] }));
    await startThread('group', jobRows.group);
    await startThread('image', remainingImage!);
    expect(await listMembers(annotator, jobRows.group)).not.toContain(removedImage);

    expect(await listChangedResponses(responsesBefore)).toEqual([]);
    expect((await secondAnnotator.client.get('/history/v2/set/')).status).toBe(403);
    await secondAnnotator.client.post(`${path}/mark-done`, { items: [jobRows.image] });
    expectBody(await sendBack(secondAnnotator, 'The box is missing'));
    const generalThread = { kind: 'image', entity: jobRows.image, text: 'Ignore shadows' };
    expectBody(await owner.client.post('/comments/v2/thread/', generalThread), 201);
    const visibleComments = ['Ignore shadows', 'The box is missing'];
    expect((await listThreads(jobRows.image)).slice(0, 2)).toEqual(visibleComments);
    expect(await listThreads(jobRows.image)).not.toContain('The box is too large');
    // Remove the image from other independent jobs. Otherwise these jobs would still hide the thread after both annotators have agreed on
    // the item.
    await owner.client.post(`${groupJob.path}/remove-items`, { items: [jobRows.group] });
    await owner.client.post(`/annotate/v2/imagejob/${jobRows.blindJob}/remove-items`, { items: [jobRows.image] });
    await addLabel(secondAnnotator);
    await annotate(secondAnnotator, { ...goldSetup, path, label: jobRows.detectionLabel }, jobRows.image, [[1, 1, 30, 30]]);
    expect(await listThreads(jobRows.image)).toContain('The box is too large');
  });
});
