import type { ChangeSet, Notice, QualityItem, QualityReport, QualityTask } from '@console/shared-contract/api';
import { expectBody, type TestClient } from '../../testing/api/client';
import { createNamedRow, type ListEnvelope } from '../../testing/api/fixtures';
import { setUpTestServer } from '../../testing/api/test-server';
import type { TestUser } from '../../testing/api/test-users';
import { createGoldJob, storeScore, type GoldJob } from '../../testing/quality/quality-testing';

const REPORT = '/annotate/v2/quality-report/';

// Creating the images for the tests takes seconds on a busy machine.
jest.setTimeout(60_000);

const server = setUpTestServer();
let goldFixture: GoldJob;
beforeAll(async () => {
  goldFixture = await createGoldJob(server, 6);
  const { annotator, otherAnnotator } = goldFixture;
  for (const index of [0, 1, 2, 3]) await storeScore(server, goldFixture, index, { user: annotator.id });
  for (const index of [0, 1, 2])
    await storeScore(server, goldFixture, index, {
      user: otherAnnotator.id,
      counts: { matched: 1, missing: 1, extra: 1, sameLabel: 1, similarity: 0.7 },
      differences: [{ kind: 'missing', box: [40, 10, 60, 30], label: goldFixture.label.id }],
    });
  await storeScore(server, goldFixture, 4, { user: otherAnnotator.id, daysAgo: 0 });
});

const readReport = async (client: TestClient, query: Record<string, string> = {}) =>
  expectBody<QualityReport>(await client.get(REPORT, { task: goldFixture.task.id, ...query }));

describe('quality report', () => {
  it('has the measures of each annotator, label, week and job with their intervals', async () => {
    const { reviewer, annotator, otherAnnotator, job, label } = goldFixture;
    const report = await readReport(reviewer.client, { job: job.id });
    expect(report).toMatchObject({ task: { name: 'Cups', domain: 'detection' }, target: null, own_only: false, gold_items: 6 });
    expect(report.total.estimates.image_f1).toMatchObject({ images: 8, n: 8 });
    expect(report.total.estimates.image_f1.value).toBeCloseTo((5 + 3 * 0.5) / 8, 10);
    const reportByUser = new Map(report.people.map((person) => [person.user.id, person]));
    expect(reportByUser.get(annotator.id)).toMatchObject({
      user: { username: annotator.email },
      decision: null,
      paused: false,
      open_appeals: 0,
    });
    expect(reportByUser.get(otherAnnotator.id)!.estimates.recall).toMatchObject({ value: 5 / 8, images: 4, n: 8 });
    expect(reportByUser.get(otherAnnotator.id)!.estimates.recall.low).toBeLessThan(5 / 8);
    expect(reportByUser.get(otherAnnotator.id)!.estimates.iou.value).toBeCloseTo((3 * 0.7 + 1.8) / 5, 10);
    expect(report.labels).toMatchObject([{ label: { id: label.id, name: 'Cup' } }]);
    expect(report.jobs).toMatchObject([{ job: { id: job.id, name: 'A job' } }]);
    expect(report.weeks.reduce((sum, { estimates }) => sum + estimates.f1.images, 0)).toBe(8);
  });

  it('is limited by annotator and period', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const { people } = await readReport(goldFixture.reviewer.client, { user: goldFixture.otherAnnotator.id, from: today });
    expect(people).toMatchObject([{ user: { id: goldFixture.otherAnnotator.id }, estimates: { f1: { images: 1 } } }]);
    expect(
      (await goldFixture.reviewer.client.get(REPORT, { task: goldFixture.task.id, from: today, to: '2020-01-01' })).status,
    ).toBe(400);
  });

  it('shows annotators only their own scores up to yesterday, which reveal no gold item', async () => {
    const report = await readReport(goldFixture.otherAnnotator.client);
    expect(report).toMatchObject({ own_only: true, gold_items: null, people: [{ user: { id: goldFixture.otherAnnotator.id } }] });
    expect(report.total.estimates.f1.images).toBe(3);
    expect(
      (await goldFixture.otherAnnotator.client.get(REPORT, { task: goldFixture.task.id, user: goldFixture.annotator.id })).status,
    ).toBe(403);
    expect((await goldFixture.otherAnnotator.client.get(`${REPORT}item/`, { task: goldFixture.task.id })).status).toBe(403);
    const { results } = expectBody<{ results: QualityTask[] }>(
      await goldFixture.otherAnnotator.client.get('/annotate/v2/quality-task/'),
    );
    expect(results).toMatchObject([{ id: goldFixture.task.id, scores: 3 }]);
  });

  it('lists tasks with rules or gold items only for reviewers', async () => {
    const rules = { levels: { duplicate: 'warning' } };
    const { id } = await createNamedRow(goldFixture.manager.client, '/detection/v2/task/', { name: 'A task with rules', rules });
    const listTasks = async ({ client }: TestUser) =>
      expectBody<{ results: QualityTask[] }>(await client.get('/annotate/v2/quality-task/')).results;
    expect(await listTasks(goldFixture.reviewer)).toMatchObject([{ id, scores: 0, target: null }, { id: goldFixture.task.id }]);
    expect(await listTasks(goldFixture.otherAnnotator)).toMatchObject([{ id: goldFixture.task.id }]);
  });

  it('shows reviewers only their own scores if the workspace hides the statistics of others', async () => {
    const { owner, reviewer, workspace, task } = goldFixture;
    const setVisibility = (visibility: string) => owner.put('/history/v2/statistics/visibility/', { visibility, workspace });
    await setVisibility('own');
    expect(await readReport(reviewer.client)).toMatchObject({ own_only: true, people: [] });
    expect((await reviewer.client.get(`${REPORT}item/`, { task: task.id })).status).toBe(403);
    await setVisibility('everybody');
  });

  it('lists the items of a measure, lowest F1 first', async () => {
    const query = { task: goldFixture.task.id, label: goldFixture.label.id, user: goldFixture.otherAnnotator.id };
    const { count, results } = expectBody<ListEnvelope<QualityItem>>(
      await goldFixture.reviewer.client.get(`${REPORT}item/`, query),
    );
    expect([count, results.map(({ f1 }) => f1)]).toEqual([4, [0.5, 0.5, 0.5, 1]]);
    expect(results[0]).toMatchObject({
      user: { id: goldFixture.otherAnnotator.id },
      job: { name: 'A job' },
      thumb_img_path: expect.stringContaining('/') as string,
      differences: { missing: 1, extra: 0, misplaced: 0, wrong_label: 0 },
    });
  });

  it('is 404 for tasks of other workspaces', async () => {
    const { client } = await server.createTenant();
    expect((await client.get(REPORT, { task: goldFixture.task.id })).status).toBe(404);
  });
});

describe('target of a task', () => {
  const PATH = () => `/annotate/v2/quality-target/${goldFixture.task.id}`;
  const setTarget = async (target: number | null) => expectBody(await goldFixture.manager.client.put(PATH(), { target }));

  it('is set by managers, leads to a decision from the scores, and can be undone', async () => {
    const { manager, reviewer, workspace, annotator, otherAnnotator } = goldFixture;
    expect((await reviewer.client.put(PATH(), { target: 0.9 })).status).toBe(403);
    expect((await manager.client.put(PATH(), { target: 1 })).status).toBe(400);
    await setTarget(0.9);
    await setTarget(0.95);
    const { target, people } = await readReport(reviewer.client);
    expect(target).toBe(0.95);
    const decisionByUser = new Map(people.map(({ user, decision }) => [user.id, decision]));
    expect(decisionByUser.get(otherAnnotator.id)).toMatchObject({ result: 'below' });
    expect(decisionByUser.get(annotator.id)).toMatchObject({ result: 'undecided', more: expect.any(Number) as number });
    const { results } = expectBody<{ results: ChangeSet[] }>(
      await manager.client.get('/history/v2/set/', { workspace, kind: 'quality_target' }),
    );
    expectBody(await manager.client.post('/history/v2/undo', { workspace, change_set: results[0]!.id }));
    expect((await readReport(reviewer.client)).target).toBe(0.9);
    await setTarget(null);
    expect((await readReport(reviewer.client)).target).toBeNull();
  });
});

describe('paused annotator', () => {
  it('gets a notice, no items, and cannot mark items as done until resumed', async () => {
    const { manager, reviewer, annotator, job, path, images } = goldFixture;
    const setPaused = (paused: boolean, client = manager.client) => client.put(`${path}/pause`, { user: annotator.id, paused });
    expect((await setPaused(true, reviewer.client)).status).toBe(403);
    expectBody(await setPaused(true));
    expectBody(await setPaused(true));
    expect(expectBody(await annotator.client.get(`${path}/get-batch/`))).toEqual({ results: [], paused: true });
    const refusal = await annotator.client.post(`${path}/mark-done`, { items: [images[6]] });
    expect([refusal.status, refusal.text]).toEqual([403, expect.stringContaining('You are paused in this job.')]);
    const { people } = await readReport(reviewer.client, { job: job.id });
    expect(people.find(({ user }) => user.id === annotator.id)).toMatchObject({ paused: true });
    const reportWithoutScores = await readReport(reviewer.client, { job: job.id, to: '2020-01-01' });
    expect(reportWithoutScores.people).toMatchObject([
      {
        user: { id: annotator.id, username: annotator.email },
        paused: true,
        estimates: { image_f1: { images: 0, value: null } },
      },
    ]);
    const notices = expectBody<ListEnvelope<Notice>>(await annotator.client.get('/account/v2/notice/')).results;
    expect(notices.filter(({ kind }) => kind === 'paused')).toMatchObject([
      { actor: { id: manager.id }, page: { kind: 'image_job', id: job.id }, data: { name: 'A job' } },
    ]);
    expectBody(await setPaused(false));
    expect(expectBody<{ results: string[] }>(await annotator.client.get(`${path}/get-batch/`)).results).not.toEqual([]);
    expect((await annotator.client.post(`${path}/mark-done`, { items: [images[6]] })).status).toBe(200);
  });
});
