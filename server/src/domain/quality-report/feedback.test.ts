import type { GoldAppeal, GoldFeedback, ItemSnapshot, Job, Notice } from '@console/shared-contract/api';
import { expectBody } from '../../testing/api/client';
import { createTestObject, type ListEnvelope } from '../../testing/api/fixtures';
import { setUpTestServer } from '../../testing/api/test-server';
import type { TestUser } from '../../testing/api/test-users';
import { deleteGoldScores, scoreGoldItem, scoreGoldItems } from '../quality/gold/score-items';
import { createGoldJob, storeScore, type GoldJob } from '../../testing/quality/quality-testing';

const APPEALS = '/annotate/v2/gold-appeal/';
// Creating the images for the tests takes seconds on a busy machine.
jest.setTimeout(60_000);

const server = setUpTestServer();
let goldFixture: GoldJob;

/** Creates a job whose first image is done by the first annotator, with one of two objects missing. */
async function createDoneJob(maxTries: number): Promise<void> {
  goldFixture = await createGoldJob(server, 2, { gold_feedback: maxTries });
  await markDone();
  const box = { kind: 'missing', box: [40, 10, 60, 30], label: goldFixture.label.id };
  const counts = { matched: 1, missing: 1, sameLabel: 1 };
  await storeScore(server, goldFixture, 0, { user: goldFixture.annotator.id, counts, differences: [box] });
}
const markDone = async () =>
  expectBody<Job>(await goldFixture.annotator.client.post(`${goldFixture.path}/mark-done`, { items: [goldFixture.images[0]] }));
const unmarkDone = async () => {
  await goldFixture.annotator.client.post(`${goldFixture.path}/unmark-done`, { items: [goldFixture.images[0]] });
  await deleteGoldScores(server.db, goldFixture.job.id, [goldFixture.images[0]!], goldFixture.annotator.id);
};
const readFeedback = async (index = 0, user: TestUser = goldFixture.annotator) =>
  expectBody<{ feedback: GoldFeedback | null }>(
    await user.client.post(`${goldFixture.path}/gold-feedback`, { item: goldFixture.images[index] }),
  ).feedback;
const readScores = () => server.db.selectFrom('gold_score').selectAll().where('job_id', '=', goldFixture.job.id).execute();
const sendAppeal = (index: number) =>
  goldFixture.annotator.client.post(`${goldFixture.path}/appeal`, {
    item: goldFixture.images[index],
    text: 'There is one cup only.',
  });
const listAppeals = async (user: TestUser) =>
  expectBody<ListEnvelope<GoldAppeal>>(await user.client.get(APPEALS, { task: goldFixture.task.id })).results;
const listNotices = async (user: TestUser) =>
  expectBody<ListEnvelope<Notice>>(await user.client.get('/account/v2/notice/')).results;

describe('feedback on a gold item', () => {
  it('is off by default', async () => {
    await createDoneJob(0);
    expect(goldFixture.job.gold_feedback).toBe(0);
    expect(await readFeedback()).toBeNull();
  });

  it('shows boxes but no labels, and ends after the maximum number of tries', async () => {
    await createDoneJob(2);
    expect(await readFeedback(1)).toBeNull();
    expect(await readFeedback(0, goldFixture.otherAnnotator)).toBeNull();
    const differences = [{ kind: 'missing', box: [40, 10, 60, 30] }];
    expect(await readFeedback()).toEqual({ differences, tries_left: 1, appealed: false });
    // A request that is repeated after a lost response does not count as a second try.
    expect(await readFeedback()).toEqual({ differences, tries_left: 1, appealed: false });
    await unmarkDone();
    expect(await readFeedback()).toBeNull();
    await createTestObject(goldFixture.owner, goldFixture.images[0]!, goldFixture.label.id, [40, 10, 60, 30]);
    await markDone();
    expect(await readFeedback()).toEqual({ differences: [], tries_left: 0, appealed: false });
    await unmarkDone();
    await markDone();
    expect(await readFeedback()).toBeNull();
  });

  it('keeps the score of the first try', async () => {
    await createDoneJob(1);
    await readFeedback();
    await unmarkDone();
    await createTestObject(goldFixture.owner, goldFixture.images[0]!, goldFixture.label.id, [40, 10, 60, 30]);
    await markDone();
    await scoreGoldItems(server.db, goldFixture.job.id, [goldFixture.images[0]!], goldFixture.annotator.id);
    expect((await readScores()).map(({ counts }) => counts)).toMatchObject([{ matched: 1, missing: 1 }]);
  });

  it('does not score the first try against a later gold item of the image', async () => {
    await createDoneJob(1);
    await readFeedback();
    const items = server.db.updateTable('job_item').set({ gold_id: goldFixture.goldIds[1]! });
    await items.where('job_id', '=', goldFixture.job.id).where('image_id', '=', goldFixture.images[0]!).execute();
    await scoreGoldItem(server.db, goldFixture.goldIds[1]!);
    expect((await readScores()).map(({ gold_id }) => gold_id)).toEqual([goldFixture.goldIds[0]]);
  });

  it('records that the user knows the gold annotations', async () => {
    await createDoneJob(1);
    await readFeedback();
    const exposures = await server.db
      .selectFrom('gold_exposure')
      .selectAll()
      .where('gold_id', '=', goldFixture.goldIds[0]!)
      .execute();
    expect(exposures).toMatchObject([{ user_id: goldFixture.annotator.id, reason: 'read' }]);
  });
});

describe('appeal', () => {
  it('is refused for ordinary items, before the feedback, and a second time', async () => {
    await createDoneJob(1);
    expect(await sendAppeal(1)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('no feedback') as string },
    });
    expect((await sendAppeal(0)).status).toBe(400);
    await readFeedback();
    expectBody(await sendAppeal(0));
    expect(await sendAppeal(0)).toMatchObject({ status: 400, body: { detail: expect.stringContaining('already') as string } });
    expect(await listAppeals(goldFixture.otherAnnotator)).toEqual([]);
    expect(await listAppeals(goldFixture.annotator)).toMatchObject([{ state: 'open', image: goldFixture.images[0] }]);
    expect((await listNotices(goldFixture.reviewer)).filter(({ kind }) => kind === 'appealed')).toMatchObject([
      {
        page: { kind: 'image_job', id: goldFixture.job.id },
        actor: { id: goldFixture.annotator.id },
        data: { task: goldFixture.task.id },
      },
    ]);
    expect((await listNotices(goldFixture.otherAnnotator)).map(({ kind }) => kind)).not.toContain('appealed');
  });

  it('replaces the gold annotations and scores all annotators again when a reviewer accepts it', async () => {
    await createDoneJob(1);
    await readFeedback();
    expectBody(await sendAppeal(0));
    const [openAppeal] = await listAppeals(goldFixture.reviewer);
    expect((await goldFixture.annotator.client.put(`${APPEALS}${openAppeal!.id}`, { state: 'accepted' })).status).toBe(403);
    const decidedAppeal = expectBody<GoldAppeal>(
      await goldFixture.reviewer.client.put(`${APPEALS}${openAppeal!.id}`, { state: 'accepted' }),
    );
    expect(decidedAppeal).toMatchObject({ state: 'accepted', decided_by: { id: goldFixture.reviewer.id } });
    expect((await goldFixture.reviewer.client.put(`${APPEALS}${openAppeal!.id}`, { state: 'rejected' })).status).toBe(400);
    const goldItem = await server.db
      .selectFrom('gold_item')
      .selectAll()
      .where('id', '=', goldFixture.goldIds[0]!)
      .executeTakeFirstOrThrow();
    expect(goldItem).toMatchObject({ revision: 2, shapes: [{ data: [10, 10, 30, 30] }] });
    await scoreGoldItem(server.db, goldFixture.goldIds[0]!);
    expect(await readScores()).toMatchObject([{ revision: 2, counts: { matched: 1, missing: 0 }, differences: [] }]);
    expect(await listNotices(goldFixture.annotator)).toMatchObject([
      { kind: 'appeal_decided', data: { accepted: true, image: goldFixture.images[0] } },
    ]);
  });

  it('leaves the gold annotations unchanged when a reviewer rejects it', async () => {
    await createDoneJob(1);
    await readFeedback();
    expectBody(await sendAppeal(0));
    const [openAppeal] = await listAppeals(goldFixture.reviewer);
    expectBody(await goldFixture.reviewer.client.put(`${APPEALS}${openAppeal!.id}`, { state: 'rejected' }));
    const goldItem = await server.db
      .selectFrom('gold_item')
      .selectAll()
      .where('id', '=', goldFixture.goldIds[0]!)
      .executeTakeFirstOrThrow();
    expect(goldItem.revision).toBe(1);
  });

  it('shows reviewers the work even if the workspace hides the statistics of others', async () => {
    await createDoneJob(1);
    await readFeedback();
    await goldFixture.owner.put('/history/v2/statistics/visibility/', { visibility: 'own', workspace: goldFixture.workspace });
    const query = { gold: goldFixture.goldIds[0]!, job: goldFixture.job.id, user: goldFixture.annotator.id };
    const readComparison = async () =>
      (await goldFixture.reviewer.client.get('/annotate/v2/quality-report/comparison', query)).status;
    expect(await readComparison()).toBe(403);
    expectBody(await sendAppeal(0));
    expect(await readComparison()).toBe(200);
  });

  it('shows the corrected work, and on request the work that was scored', async () => {
    await createDoneJob(1);
    await readFeedback();
    await unmarkDone();
    await createTestObject(goldFixture.owner, goldFixture.images[0]!, goldFixture.label.id, [40, 10, 60, 30]);
    await markDone();
    const countShapes = async (scored: boolean) => {
      const query = { gold: goldFixture.goldIds[0]!, job: goldFixture.job.id, user: goldFixture.annotator.id, scored };
      const response = await goldFixture.reviewer.client.get('/annotate/v2/quality-report/comparison', query);
      return expectBody<{ work: ItemSnapshot }>(response).work.shapes.length;
    };
    expect([await countShapes(false), await countShapes(true)]).toEqual([2, 1]);
  });

  it('is shown beside the gold annotations and the work', async () => {
    await createDoneJob(1);
    const query = { gold: goldFixture.goldIds[0]!, job: goldFixture.job.id, user: goldFixture.annotator.id };
    const { client } = goldFixture.reviewer;
    const body = expectBody(await client.get('/annotate/v2/quality-report/comparison', query));
    expect(body).toMatchObject({
      image: goldFixture.images[0],
      gold: {
        revision: 1,
        shapes: [
          { name: 'Cup', matched_by: [goldFixture.annotator.id] },
          { name: 'Cup', matched_by: [] },
        ],
      },
      work: { user: { id: goldFixture.annotator.id }, shapes: [{ name: 'Cup', matched_by: [goldFixture.goldIds[0]] }] },
    });
    expect((await goldFixture.annotator.client.get('/annotate/v2/quality-report/comparison', query)).status).toBe(403);
  });
});
