import type { GoldCreation, GoldItem, GoldSample } from '@console/shared-contract/api';
import { expectBody } from '../../../testing/api/client';
import { createNamedRow, createTestJob, createTestObject, uploadImages, type ListEnvelope } from '../../../testing/api/fixtures';
import { createTestMember } from '../../../testing/api/members';
import { setUpTestServer } from '../../../testing/api/test-server';
import type { TestUser } from '../../../testing/api/test-users';
import { createGoldGroupFixture } from '../../../testing/quality/gold-group-fixture';
import { listGold } from '../../../testing/quality/gold-fixture';
import { divideByLabel, drawImages } from './draw-images';

const SAMPLES = '/annotate/v2/gold-sample/';

const server = setUpTestServer();
let owner: TestUser;
let expert: TestUser;
let anna: TestUser;
let task: string;
let job: string;
beforeEach(async () => {
  owner = await server.createTestUser();
  const workspace = await server.createTestWorkspace({ members: [owner] });
  expert = await createTestMember(server, workspace, 'reviewer');
  anna = await createTestMember(server, workspace, 'annotator');
});

/** Two images show a cup and six show a plate; one of these shows both. Four other images have no labels of the task. */
async function createJob(): Promise<void> {
  ({ id: task } = await createNamedRow(owner.client, '/detection/v2/task/', { name: 'Tableware' }));
  const [cup, plate, otherLabel] = [
    await createNamedRow(owner.client, '/detection/v2/label/', { name: 'Cup' }),
    await createNamedRow(owner.client, '/detection/v2/label/', { name: 'Plate' }),
    await createNamedRow(owner.client, '/detection/v2/label/', { name: 'Other' }),
  ];
  for (const { id } of [cup!, plate!])
    expectBody(await owner.client.post(`/detection/v2/task/${task}/add-label`, { label_id: id }));
  const images = (await uploadImages(owner.client, 11)).map(({ id }) => id);
  for (const [index, image] of images.entries()) {
    if (index < 2) await createTestObject(owner.client, image, cup!.id, [10, 10, 30, 30]);
    if (index > 0 && index < 7) await createTestObject(owner.client, image, plate!.id, [10, 10, 30, 30]);
    if (index === 7) await createTestObject(owner.client, image, otherLabel!.id, [10, 10, 30, 30]);
  }
  ({ id: job } = await createTestJob(owner.client, 'image', {}));
  expectBody(await owner.client.post(`/annotate/v2/imagejob/${job}/add-items`, { items: images }));
}

const drawSample = (fields: object, user = owner) =>
  user.client.post(SAMPLES, { job, domain: 'detection', task, count: 6, expert: expert.id, ...fields });
const listSamples = async () =>
  expectBody<ListEnvelope<GoldSample>>(await owner.client.get(SAMPLES, { domain: 'detection', task })).results;

it('draws equal numbers for each label, and turns verified images into weighted gold items', async () => {
  await createJob();
  const sample = expectBody<GoldSample>(await drawSample({ stratified: true, count: 8 }), 201);
  expect(sample).toMatchObject({ expert: { id: expert.id }, image_count: 8, gold_count: 0, verified_count: 0 });
  const path = `/annotate/v2/imagejob/${sample.id}`;
  expect(expectBody(await anna.client.get(`${path}/get-batch/`))).toEqual({ results: [] });
  const { results } = expectBody<{ results: string[] }>(await expert.client.get(`${path}/get-batch/`));
  expect(results).toHaveLength(8);
  const addToGold = async (body: object) => expectBody<GoldCreation>(await owner.client.post(`${SAMPLES}${sample.id}/add`, body));

  // The expert verifies seven of the eight images, and marks six of them as done.
  for (const image of results.slice(0, 7))
    expectBody(await expert.client.post('/annotate/v2/verification/', { image_id: image }), 201);
  expectBody(await expert.client.post(`${path}/mark-done`, { items: results.slice(0, 6) }));
  expect(await addToGold({ dry_run: true })).toEqual({ created: 6, already_gold: 0, not_verified: 2 });
  expect(await listGold(owner, task)).toEqual([]);
  expect(await listSamples()).toMatchObject([{ id: sample.id, verified_count: 6, gold_count: 0 }]);
  expect(await addToGold({})).toEqual({ created: 6, already_gold: 0, not_verified: 2 });
  expect(await listSamples()).toMatchObject([{ id: sample.id, verified_count: 0, gold_count: 6 }]);

  const [retiredItem] = await listGold(owner, task);
  expectBody(await owner.client.post('/annotate/v2/gold/retire', { gold: [retiredItem!.id] }));
  expectBody(await expert.client.post('/annotate/v2/verification/', { image_id: results[7] }), 201);
  expectBody(await expert.client.post(`${path}/mark-done`, { items: results.slice(6) }));
  expect(await addToGold({})).toEqual({ created: 2, already_gold: 6, not_verified: 0 });
  expect(await listSamples()).toEqual([]);
  const gold = await listGold(owner, task);
  expect(gold.every(({ source }) => source === 'sample')).toBe(true);
  // Each weight is the number of images in a stratum, divided by the number of images drawn and done. There are 2 of 2 images with a cup, 3
  // of 5 other images with a plate, and 3 of 4 without a label.
  expect(gold.map(({ weight }) => weight).sort()).toEqual([1, 1, 4 / 3, 4 / 3, 4 / 3, 5 / 3, 5 / 3, 5 / 3]);
});

it('draws every image of a job once, with equal weights', async () => {
  await createJob();
  expect(expectBody<GoldSample>(await drawSample({ count: 4 }), 201)).toMatchObject({ image_count: 4 });
  const weights = await server.db.selectFrom('gold_sample').select('weight').where('task_id', '=', task).execute();
  expect(weights.map(({ weight }) => weight)).toEqual([11 / 4, 11 / 4, 11 / 4, 11 / 4]);
  expect(expectBody<GoldSample>(await drawSample({ count: 100 }), 201)).toMatchObject({ image_count: 7 });
  expect((await drawSample({})).status).toBe(400);
});

it('draws groups of a similarity job, which become gold items once verified', async () => {
  const fixture = await createGoldGroupFixture(owner, { ordinary: 3 });
  const reference = { domain: 'similarity', task: fixture.task };
  const { id: otherGroup } = await createNamedRow(owner.client, '/similarity/training/v2/group/', { name: 'Another' });
  expectBody(await owner.client.post(`${fixture.path}/add-items`, { items: [otherGroup] }));
  const request = { ...reference, job: fixture.path.split('/').at(-1)!, count: 2, stratified: true };
  const sample = expectBody<GoldSample>(await drawSample(request), 201);
  expect(sample).toMatchObject({ image_count: 2, verified_count: 0 });
  const path = `/annotate/v2/similarityjob/${sample.id}`;
  const { results } = expectBody<{ results: string[] }>(await expert.client.get(`${path}/get-batch/`));
  expect(fixture.ordinary).toEqual(expect.arrayContaining(results));
  expectBody(await expert.client.post('/annotate/v2/similarity-verification/', { group_id: results[0] }), 201);
  expectBody(await expert.client.post(`${path}/mark-done`, { items: results }));
  expect(expectBody<ListEnvelope<GoldSample>>(await owner.client.get(SAMPLES, reference)).results).toMatchObject([
    { id: sample.id, verified_count: 1 },
  ]);
  const counts = { created: 1, already_gold: 0, not_verified: 1 };
  for (const dry_run of [true, false])
    expect(expectBody(await owner.client.post(`${SAMPLES}${sample.id}/add`, { dry_run }))).toMatchObject(counts);
  const gold = expectBody<ListEnvelope<GoldItem>>(await owner.client.get('/annotate/v2/gold/', reference)).results;
  expect(gold.find(({ group }) => group === results[0])).toMatchObject({ source: 'sample', weight: 3 / 2 });
});

it('needs an expert who may review, a manager, and an image for each label', async () => {
  await createJob();
  expect((await drawSample({ expert: anna.id })).status).toBe(400);
  expect((await drawSample({}, expert)).status).toBe(403);
  expect((await drawSample({ stratified: true, count: 2 })).status).toBe(400);
  expect((await anna.client.get(SAMPLES, { domain: 'detection', task })).status).toBe(403);
  expect((await owner.client.post(`${SAMPLES}${job}/add`, {})).status).toBe(404);
  expect(await listSamples()).toEqual([]);
});

it('weights add up to the number of images', () => {
  const images = Array.from({ length: 1000 }, (_, id) => ({ id: String(id), labels: id % 100 === 0 ? ['a', 'b'] : ['b'] }));
  const sample = drawImages(divideByLabel(images), 30);
  expect(sample).toHaveLength(30);
  expect(sample.filter(({ id }) => Number(id) % 100 === 0)).toHaveLength(10);
  expect(sample.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1000, 6);
});
