import type { ExportOffer, GoldItem, Job, JobGold } from '@console/shared-contract/api';
import { expectBody } from '../../../testing/api/client';
import { createTestMember } from '../../../testing/api/members';
import { setUpTestServer } from '../../../testing/api/test-server';
import type { TestUser } from '../../../testing/api/test-users';
import { unzip } from '../../../testing/api/unzip';
import { annotate, createGoldFixture, getBatch, GOLD_BOX, listGold, verifyWithBox } from '../../../testing/quality/gold-fixture';

const GOLD = '/annotate/v2/gold/';

const server = setUpTestServer();
let owner: TestUser;
let anna: TestUser;
beforeEach(async () => {
  owner = await server.createTestUser();
  const workspace = await server.createTestWorkspace({ members: [owner] });
  anna = await createTestMember(server, workspace, 'annotator');
});

const getGoldOfBatch = async (user: TestUser, { path, gold }: { path: string; gold: string[] }) =>
  (await getBatch(user, path)).results.filter((image) => gold.includes(image));

it('an image that becomes gold again is not assigned to users who know its annotations', async () => {
  const fixture = await createGoldFixture(owner, { gold: 1 });
  const [goldItem] = await listGold(owner, fixture.task);
  // A gold item is retired automatically when all annotators know it. This second annotator has not seen it.
  await createTestMember(server, goldItem!.workspace, 'annotator');
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
  const fixture = await createGoldFixture(owner, { gold: 1 });
  const [goldItem] = await listGold(owner, fixture.task);
  expectBody(await owner.client.post(`${GOLD}retire`, { gold: [goldItem!.id] }));
  expectBody(await owner.client.post(GOLD, { domain: 'detection', task: fixture.task, images: fixture.gold }));
  const body = { rate: 0.5, domain: 'detection', task: fixture.task };
  expect(expectBody<JobGold>(await owner.client.put(`${fixture.path}/gold`, body)).items).toBe(1);
  expect(await getGoldOfBatch(anna, fixture)).toEqual(fixture.gold);
});

it('a gold item that all annotators know is retired when it is created', async () => {
  const fixture = await createGoldFixture(owner);
  const [image] = fixture.ordinary;
  expectBody(await owner.client.put(`${fixture.path}/gold`, { rate: null }));
  expectBody(await anna.client.post('/annotate/v2/point/', { image, name: 'Tip', data: [5, 5] }), 201);
  await verifyWithBox(owner, image!, fixture.label);
  expectBody(await owner.client.post(GOLD, { domain: 'detection', task: fixture.task, images: [image] }));
  const newGoldItem = (await listGold(owner, fixture.task)).find((listedItem) => listedItem.image === image);
  expect(newGoldItem).toMatchObject({ retired_reason: 'exposed' });
});

it('of two retired gold items of an image, only the newer one is used again', async () => {
  const fixture = await createGoldFixture(owner, { gold: 1 });
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
  const fixture = await createGoldFixture(owner);
  expectBody(await owner.client.delete(`/detection/v2/task/${fixture.task}`), 204);
  expect(await getGoldOfBatch(anna, fixture)).toEqual([]);
});

it('annotators still work independently and finish their gold items after gold is disabled', async () => {
  const fixture = await createGoldFixture(owner);
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
