import type { ChangeSet, Job, QualitySettings, ReviewItem } from '@console/shared-contract/api';
import { expectBody } from '../../../testing/api/client';
import { createTestJob, uploadImages, type ListEnvelope } from '../../../testing/api/fixtures';
import { createTestMember } from '../../../testing/api/members';
import { setUpTestServer } from '../../../testing/api/test-server';
import type { TestUser } from '../../../testing/api/test-users';

const PATH = '/annotate/v2/quality-settings/';
const DEFAULTS: QualitySettings = { todo_number: 1, randomize: true, auto_complete: false, instructions: '', review_share: 100 };

const server = setUpTestServer();
let manager: TestUser;
let reviewer: TestUser;
let workspace: string;
beforeEach(async () => {
  ({ workspaceId: workspace } = await server.createTenant());
  manager = await createTestMember(server, workspace, 'manager');
  reviewer = await createTestMember(server, workspace, 'reviewer');
});

const readSettings = async () => expectBody<QualitySettings>(await reviewer.client.get(PATH, { workspace }));
const saveSettings = async (body: Partial<QualitySettings>) =>
  expectBody<QualitySettings>(await manager.client.put(PATH, { workspace, ...body }));

describe('quality settings', () => {
  it('are changed field by field by managers, and refused to reviewers', async () => {
    expect(await readSettings()).toEqual(DEFAULTS);
    expect(await saveSettings({})).toEqual(DEFAULTS);
    await saveSettings({ todo_number: 2, instructions: '# Cells' });
    await saveSettings({ randomize: false });
    expect(await readSettings()).toEqual({ ...DEFAULTS, todo_number: 2, instructions: '# Cells', randomize: false });
    expect((await reviewer.client.put(PATH, { workspace, todo_number: 3 })).status).toBe(403);
    expect((await manager.client.put(PATH, { workspace, review_share: 0 })).status).toBe(400);
  });

  it('have a history and can be undone', async () => {
    await saveSettings({ review_share: 50 });
    await saveSettings({ review_share: 20 });
    const { results } = expectBody<{ results: ChangeSet[] }>(
      await manager.client.get('/history/v2/set/', { workspace, kind: 'quality_settings' }),
    );
    expect(results).toMatchObject([
      { user: { id: manager.id }, can_undo: true, undo_permission: 'manage' },
      { can_undo: true, changes: [{ operation: 'insert' }] },
    ]);
    expectBody(await manager.client.post('/history/v2/undo', { workspace, change_set: results[0]!.id }));
    expect(await readSettings()).toMatchObject({ review_share: 50 });
    expectBody(await manager.client.post('/history/v2/undo', { workspace, change_set: results[1]!.id }));
    expect(await readSettings()).toEqual(DEFAULTS);
  });

  it('do not change jobs that programs create', async () => {
    await saveSettings({ todo_number: 3, randomize: false, auto_complete: true, instructions: '# Cells' });
    const job = expectBody<Job>(await manager.client.post('/annotate/v2/imagejob/', { workspace, name: 'Cells' }), 201);
    expect(job).toMatchObject({ todo_number: 1, randomize: true, auto_complete: false, instructions: '' });
  });

  it('limit the images to review to the same share for all reviewers', async () => {
    const ids = (await uploadImages(manager.client, 20)).map(({ id }) => id);
    const job = await createTestJob(manager.client, 'image', {});
    const path = `/annotate/v2/imagejob/${job.id}`;
    await manager.client.post(`${path}/add-items`, { items: ids });
    expectBody(await manager.client.post(`${path}/mark-done`, { items: ids }));
    const listReviewItems = async (user: TestUser) => {
      const page = expectBody<ListEnvelope<ReviewItem>>(await user.client.get(`${path}/to-review/`, { page_size: 100 }));
      expect(page.results).toHaveLength(page.count);
      return page.results.map(({ image }) => image);
    };
    expect(new Set(await listReviewItems(reviewer))).toEqual(new Set(ids));
    await saveSettings({ review_share: 50 });
    const reviewedHalf = await listReviewItems(reviewer);
    // The ids are random. A number outside of this range is practically impossible.
    expect(reviewedHalf.length).toBeGreaterThan(0);
    expect(reviewedHalf.length).toBeLessThan(20);
    expect(await listReviewItems(await createTestMember(server, workspace, 'reviewer'))).toEqual(reviewedHalf);
    await saveSettings({ review_share: 20 });
    expect(reviewedHalf).toEqual(expect.arrayContaining(await listReviewItems(reviewer)));
  });
});
