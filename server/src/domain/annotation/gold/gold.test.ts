import type { Agreement, ExportOffer, GoldItem, Job, JobGold } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { expectBody } from '../../../testing/api/client';
import { createTestMember } from '../../../testing/api/members';
import { setUpTestServer } from '../../../testing/api/test-server';
import type { TestUser } from '../../../testing/api/test-users';
import { unzip } from '../../../testing/api/unzip';
import { annotate, createGoldFixture, getBatch, GOLD_BOX, listGold, verifyWithBox } from '../../../testing/quality/gold-fixture';
import { readGoldScores } from '../../quality/gold/read-scores';
import { rescoreGoldKind } from '../../quality/gold/rescore-gold';

const GOLD = '/annotate/v2/gold/';

const server = setUpTestServer();
let owner: TestUser;
let anna: TestUser;
let ben: TestUser;
let workspace: string;
beforeEach(async () => {
  owner = await server.createTestUser();
  workspace = await server.createTestWorkspace({ members: [owner] });
  [anna, ben] = [await createTestMember(server, workspace, 'annotator'), await createTestMember(server, workspace, 'annotator')];
});

const readScores = ({ task }: { task: string }) => readGoldScores(server.db, task);

describe('gold items', () => {
  it('are copies of verified images, which a dry run counts', async () => {
    const { task, gold, ordinary } = await createGoldFixture(owner, { ordinary: 1, gold: 1 });
    const body = { domain: 'detection', task, images: [gold[0], ordinary[0]], dry_run: true };
    expect(expectBody(await owner.client.post('/annotate/v2/gold/', body))).toEqual({
      created: 0,
      already_gold: 1,
      not_verified: 1,
    });
    const [goldItem] = await listGold(owner, task);
    expect(goldItem).toMatchObject({
      revision: 1,
      shape_count: 1,
      weight: 1,
      source: 'selection',
      uses: 0,
      mean_score: null,
      retired: null,
    });
    expect((await anna.client.get('/annotate/v2/gold/')).status).toBe(403);
    expect((await anna.client.get(`/annotate/v2/gold/${goldItem!.id}`)).status).toBe(403);
  });

  it('are assigned to every annotator among other items, and do not count as progress', async () => {
    const fixture = await createGoldFixture(owner, { ordinary: 12 });
    const batch = (await getBatch(anna, fixture.path)).results;
    const isGold = batch.map((image) => fixture.gold.includes(image));
    expect(batch).toHaveLength(10);
    expect(isGold.filter(Boolean)).toHaveLength(3);
    expect(isGold.some((is, index) => is && isGold[index + 1])).toBe(false);
    expect((await getBatch(anna, fixture.path)).results).toEqual(batch);
    expect((await getBatch(ben, fixture.path)).results.filter((image) => fixture.gold.includes(image))).toHaveLength(3);
    for (const image of batch) await annotate(anna, fixture, image, [GOLD_BOX]);
    const job = expectBody<Job>(await owner.client.get(fixture.path));
    expect(job).toMatchObject({ item_count: 12, item_done_count: 7, gold_rate: 0.5 });
    const jobOfAnna = expectBody<Job>(await anna.client.get(fixture.path));
    expect(jobOfAnna).toMatchObject({ item_count: 15, item_done_count: 10, gold_rate: null });
    // The annotator's work does not change the annotations of the image.
    const objects = expectBody<{ count: number }>(await owner.client.get('/detection/v2/object/', { image: fixture.gold[0] }));
    expect(objects.count).toBe(1);
  });

  it('do not count for the agreement of annotators', async () => {
    const fixture = await createGoldFixture(owner, { ordinary: 2, gold: 1, fields: { todo_number: 2 } });
    for (const user of [anna, ben])
      for (const image of (await getBatch(user, fixture.path)).results) await annotate(user, fixture, image, [GOLD_BOX]);
    const agreement = expectBody<Agreement>(await owner.client.get(`${fixture.path}/agreement`));
    expect([agreement.compared, agreement.image_labels_alpha?.n, agreement.shape_label_alpha?.n]).toEqual([2, 2, 2]);
  });

  it('are not assigned to users who know the annotations', async () => {
    const fixture = await createGoldFixture(owner, { ordinary: 3 });
    const [firstGold, secondGold, thirdGold] = fixture.gold;
    expectBody(await owner.client.put(`${fixture.path}/gold`, { rate: null }));
    await anna.client.put('/live/v2/presence/', { kind: 'image', id: firstGold, tab: 'abcdefgh' });
    expectBody(await anna.client.post('/annotate/v2/point/', { image: secondGold, name: 'Tip', data: [5, 5] }), 201);
    expectBody(await owner.client.put(`${fixture.path}/gold`, { rate: 0.5, domain: 'detection', task: fixture.task }));
    expect(expectBody<JobGold>(await owner.client.get(`${fixture.path}/gold`))).toMatchObject({
      rate: 0.5,
      items: 3,
      annotators: 2,
    });
    const { results } = await getBatch(anna, fixture.path);
    expect(results.filter((image) => fixture.gold.includes(image))).toEqual([thirdGold]);
    expect((await getBatch(owner, fixture.path)).results.filter((image) => fixture.gold.includes(image))).toEqual([]);
  });

  it('retire when all annotators know them, or when a manager retires them', async () => {
    const { task, gold } = await createGoldFixture(owner, { ordinary: 1, gold: 1, rate: 0.2 });
    const [goldItem] = (await listGold(owner, task)).filter(({ image }) => image === gold[0]);
    expectBody(await owner.client.post('/annotate/v2/gold/retire', { gold: [goldItem!.id] }));
    const readGoldItem = async () => expectBody<GoldItem>(await owner.client.get(`/annotate/v2/gold/${goldItem!.id}`));
    expect(await readGoldItem()).toMatchObject({ retired_reason: 'by hand' });
    expectBody(await owner.client.post('/annotate/v2/gold/retire', { gold: [goldItem!.id], retired: false }));
    expect(await readGoldItem()).toMatchObject({ retired: null });
    await server.db
      .insertInto('gold_exposure')
      .values([anna, ben].map(({ id }) => ({ gold_id: goldItem!.id, user_id: id, workspace_id: workspace, reason: 'opened' })))
      .execute();
    expect(await readGoldItem()).toMatchObject({ retired_reason: 'exposed' });
  });

  it('need a job in which annotators work independently', async () => {
    const fixture = await createGoldFixture(owner, { ordinary: 1, gold: 1 });
    const { id } = expectBody<Job>(await owner.client.post('/annotate/v2/imagejob/', { name: 'Open job' }), 201);
    expect((await owner.client.put(`/annotate/v2/imagejob/${id}/gold`, { rate: 0.1 })).status).toBe(400);
    expect((await anna.client.put(`${fixture.path}/gold`, { rate: 0.1 })).status).toBe(403);
  });
});

describe('score', () => {
  it('is computed when the item is marked as done, and again for a new revision', async () => {
    const fixture = await createGoldFixture(owner, { ordinary: 2, gold: 1 });
    const batch = (await getBatch(anna, fixture.path)).results;
    const image = batch.find((id) => fixture.gold.includes(id))!;
    await annotate(anna, fixture, image, [GOLD_BOX, [1, 1, 5, 5]]);
    const [score] = await readScores(fixture);
    expect(score).toMatchObject({
      gold: expect.any(String) as string,
      user: anna.id,
      revision: 1,
      counts: { matched: 1, extra: 1, missing: 0, weight: 1 },
    });
    const { differences } = await server.db
      .selectFrom('gold_score')
      .select('differences')
      .where('gold_id', '=', score!.gold)
      .executeTakeFirstOrThrow();
    expect(differences).toEqual([{ kind: 'extra', box: [1, 1, 5, 5], label: fixture.label }]);
    expectBody(await anna.client.post(`${fixture.path}/unmark-done`, { items: [image] }));
    expect(await readScores(fixture)).toEqual([]);
    expectBody(await anna.client.post(`${fixture.path}/mark-done`, { items: [image] }));
    const { rows } = await sql<{ done_count: number }>`select done_count from job_item where image_id = ${image}`.execute(
      server.db,
    );
    expect(rows).toEqual([{ done_count: 0 }]);

    // The owner adds the annotator's second box to the image, because the annotator was right.
    expectBody(
      await owner.client.post('/detection/v2/object/', { image, detection_label: fixture.label, data: [1, 1, 5, 5] }),
      201,
    );
    const [goldItem] = (await listGold(owner, fixture.task)).filter((listedItem) => listedItem.image === image);
    expect(goldItem).toMatchObject({ uses: 1 });
    expect(goldItem?.mean_score).toBeCloseTo(2 / 3, 10);
    expectBody(await owner.client.post(`/annotate/v2/gold/${goldItem!.id}/revise`, { reason: 'One box was missing' }));
    await server.runWork([rescoreGoldKind]);
    expect(await readScores(fixture)).toMatchObject([{ revision: 2, counts: { matched: 2, extra: 0, missing: 0 } }]);
    const { revisions } = expectBody<{ revisions: { revision: number; shapes: unknown[]; reason: string | null }[] }>(
      await owner.client.get(`/annotate/v2/gold/${goldItem!.id}`),
    );
    expect(revisions.map(({ revision, shapes, reason }) => [revision, shapes.length, reason])).toEqual([
      [2, 2, 'One box was missing'],
      [1, 1, null],
    ]);
  });

  it('does not exist for ordinary items', async () => {
    const fixture = await createGoldFixture(owner, { ordinary: 2, gold: 1 });
    const image = (await getBatch(anna, fixture.path)).results.find((id) => fixture.ordinary.includes(id))!;
    await annotate(anna, fixture, image, [GOLD_BOX]);
    expect(await readScores(fixture)).toEqual([]);
    expect((await listGold(owner, fixture.task))[0]).toMatchObject({ uses: 0 });
  });
});

const getGoldOfBatch = async (user: TestUser, { path, gold }: { path: string; gold: string[] }) =>
  (await getBatch(user, path)).results.filter((image) => gold.includes(image));

it('an image that becomes gold again is not assigned to users who know its annotations', async () => {
  const fixture = await createGoldFixture(owner, { gold: 1, ordinary: 2 });
  const [goldItem] = await listGold(owner, fixture.task);
  await server.db
    .insertInto('gold_exposure')
    .values({ gold_id: goldItem!.id, user_id: anna.id, workspace_id: goldItem!.workspace, reason: 'opened' })
    .execute();
  expectBody(await owner.client.put(`${fixture.path}/gold`, { rate: null }));
  expectBody(await owner.client.post(`${GOLD}retire`, { gold: [goldItem!.id] }));
  expectBody(await owner.client.post(GOLD, { domain: 'detection', task: fixture.task, images: fixture.gold }));
  expectBody(await owner.client.put(`${fixture.path}/gold`, { rate: 0.5, domain: 'detection', task: fixture.task }));
  expect(await getGoldOfBatch(anna, fixture)).toEqual([]);
});

it('ordinary items become gold items of the job unless a user has started them', async () => {
  const fixture = await createGoldFixture(owner, { ordinary: 12 });
  const [startedImage] = (await getBatch(anna, fixture.path)).results.filter((image) => fixture.ordinary.includes(image));
  const { results: assignedImages } = await getBatch(anna, fixture.path);
  const unstarted = fixture.ordinary.find((image) => !assignedImages.includes(image))!;
  const images = [startedImage!, unstarted];
  for (const image of images) await verifyWithBox(owner, image, fixture.label);
  expectBody(await owner.client.post(GOLD, { domain: 'detection', task: fixture.task, images }));
  expect(expectBody(await owner.client.post(`${fixture.path}/add-items`, { items: fixture.gold }))).toEqual({ gold: 3 });
  const jobGold = expectBody<JobGold>(
    await owner.client.put(`${fixture.path}/gold`, { rate: 0.5, domain: 'detection', task: fixture.task }),
  );
  expect([jobGold.items, expectBody<Job>(await owner.client.get(fixture.path)).item_count]).toEqual([4, 11]);
});

it('a job replaces a retired gold item by the new gold item of its image', async () => {
  const fixture = await createGoldFixture(owner, { gold: 1, ordinary: 2 });
  const [goldItem] = await listGold(owner, fixture.task);
  expectBody(await owner.client.post(`${GOLD}retire`, { gold: [goldItem!.id] }));
  expectBody(await owner.client.post(GOLD, { domain: 'detection', task: fixture.task, images: fixture.gold }));
  const body = { rate: 0.5, domain: 'detection', task: fixture.task };
  expect(expectBody<JobGold>(await owner.client.put(`${fixture.path}/gold`, body)).items).toBe(1);
  expect(await getGoldOfBatch(anna, fixture)).toEqual(fixture.gold);
});

it('a gold item that all annotators know is retired when it is created', async () => {
  const fixture = await createGoldFixture(owner, { gold: 1, ordinary: 1 });
  const [image] = fixture.ordinary;
  expectBody(await owner.client.put(`${fixture.path}/gold`, { rate: null }));
  for (const { client } of [anna, ben])
    expectBody(await client.post('/annotate/v2/point/', { image, name: 'Tip', data: [5, 5] }), 201);
  await verifyWithBox(owner, image!, fixture.label);
  expectBody(await owner.client.post(GOLD, { domain: 'detection', task: fixture.task, images: [image] }));
  const newGoldItem = (await listGold(owner, fixture.task)).find((listedItem) => listedItem.image === image);
  expect(newGoldItem).toMatchObject({ retired_reason: 'exposed' });
});

it('of two retired gold items of an image, only the newer one is used again', async () => {
  const fixture = await createGoldFixture(owner, { gold: 1, ordinary: 2 });
  const [firstGoldItem] = await listGold(owner, fixture.task);
  expectBody(await owner.client.post(`${GOLD}retire`, { gold: [firstGoldItem!.id] }));
  expectBody(await owner.client.post(GOLD, { domain: 'detection', task: fixture.task, images: fixture.gold }));
  const goldItems = await listGold(owner, fixture.task);
  const secondGoldItem = goldItems.find(({ id }) => id !== firstGoldItem!.id)!;
  expectBody(await owner.client.post(`${GOLD}retire`, { gold: [secondGoldItem.id] }));
  const gold = [firstGoldItem!.id, secondGoldItem.id];
  expect(expectBody(await owner.client.post(`${GOLD}retire`, { gold, retired: false }))).toEqual({ changed: 1 });
  expect(expectBody<GoldItem>(await owner.client.get(`${GOLD}${secondGoldItem.id}`)).retired).toBeNull();
});

it('gold items of a deleted task are not assigned', async () => {
  const fixture = await createGoldFixture(owner, { gold: 1, ordinary: 2 });
  expectBody(await owner.client.delete(`/detection/v2/task/${fixture.task}`), 204);
  expect(await getGoldOfBatch(anna, fixture)).toEqual([]);
});

it('annotators still work independently and finish their gold items after gold is disabled', async () => {
  const fixture = await createGoldFixture(owner, { gold: 1, ordinary: 2 });
  expect((await owner.client.put(fixture.path, { blind: false })).status).toBe(400);
  const [image] = await getGoldOfBatch(anna, fixture);
  expectBody(await owner.client.put(`${fixture.path}/gold`, { rate: null }));
  await annotate(anna, fixture, image!, [GOLD_BOX]);
  const [goldItem] = (await listGold(owner, fixture.task)).filter((listedItem) => listedItem.image === image);
  expect(goldItem).toMatchObject({ uses: 1, mean_score: 1 });
});

it('the console format does not list gold items as items of the job', async () => {
  const fixture = await createGoldFixture(owner, { gold: 1, ordinary: 1 });
  const request = { format: 'console', images: [...fixture.gold, ...fixture.ordinary] };
  const { address } = expectBody<ExportOffer>(await owner.client.post('/recognition/v2/training-image/export', request), 201);
  const response = await fetch(new URL(new URL(address).pathname, server.origin));
  const files = await unzip(Buffer.from(await response.arrayBuffer()));
  const lines = [...files].filter(([name]) => name.endsWith('.jsonl')).flatMap(([, file]) => file.toString().trim().split('\n'));
  const images = lines
    .map((line) => JSON.parse(line) as { image?: { id: string; jobs?: unknown[] } })
    .flatMap(({ image }) => image ?? []);
  const getJobs = (id: string) => images.find((image) => image.id === id)?.jobs?.length;
  expect([getJobs(fixture.gold[0]!), getJobs(fixture.ordinary[0]!)]).toEqual([0, 1]);
});
