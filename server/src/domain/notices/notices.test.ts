import type { Comment, CommentThread, Notice } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { recordEvents } from '../../platform/events/record-events';
import { expectBody } from '../../testing/api/client';
import { createNamedRow, createTestJob, uploadImage, type ListEnvelope } from '../../testing/api/fixtures';
import { createTestMember } from '../../testing/api/members';
import { setUpTestServer } from '../../testing/api/test-server';
import type { TestUser } from '../../testing/api/test-users';
import { removeMember } from '../account/workspaces';
import { deleteOldNotices } from './routes';

const server = setUpTestServer();
let owner: TestUser;
let annotator: TestUser;
let workspaceId: string;
let imageId: string;
beforeEach(async () => {
  ({ user: owner, workspaceId } = await server.createTenant());
  annotator = await createTestMember(server, workspaceId, 'annotator');
  imageId = (await uploadImage(owner.client)).id;
});

const THREADS = '/comments/v2/thread/';
const startThread = async ({ client }: TestUser, fields: object = {}) =>
  expectBody<CommentThread>(await client.post(THREADS, { kind: 'image', entity: imageId, text: 'Check', ...fields }), 201);
const postReply = async ({ client }: TestUser, { id }: { id: string }, text: string) =>
  expectBody<Comment>(await client.post(`${THREADS}${id}/comment/`, { text }), 201);
const readNotices = async ({ client }: TestUser, query: Record<string, string | boolean> = {}) =>
  expectBody<ListEnvelope<Notice> & { unread: number }>(await client.get('/account/v2/notice/', query));
const listNoticeKinds = async (user: TestUser) => (await readNotices(user)).results.map(({ kind }) => kind);
const createMention = ({ id }: TestUser) => `@{${id}}`;

describe('notices', () => {
  it('are created for mentions, replies, assignments and items sent back, not for the actor', async () => {
    const thread = await startThread(owner, { text: `${createMention(annotator)} and ${createMention(owner)}, please check` });
    await postReply(annotator, thread, 'Done');
    const { results, unread } = await readNotices(annotator);
    expect({ results, unread }).toMatchObject({
      unread: 1,
      results: [
        {
          kind: 'mentioned',
          workspace: workspaceId,
          actor: { id: owner.id },
          read: null,
          thread: thread.id,
          page: { kind: 'image', id: imageId },
          data: { text: `@${annotator.email} and @${owner.email}, please check` },
        },
      ],
    });
    expect(await listNoticeKinds(owner)).toEqual(['replied']);
    const job = await createTestJob(owner.client, 'image', { assignees: [annotator.id, owner.id] });
    expectBody(await owner.client.put(`/annotate/v2/imagejob/${job.id}`, { assignees: [annotator.id] }));
    expect((await readNotices(annotator)).results[0]).toMatchObject({
      kind: 'assigned',
      page: { kind: 'image_job', id: job.id },
      data: { name: job.name },
    });
    expect(await listNoticeKinds(annotator)).toEqual(['assigned', 'mentioned']);
  });

  it('are not created again for a user whom an edit mentions again', async () => {
    const thread = await startThread(owner, { text: createMention(annotator) });
    const editedComment = { text: `${createMention(annotator)} again` };
    expectBody(await owner.client.put(`/comments/v2/comment/${thread.first.id}`, editedComment));
    expect(await listNoticeKinds(annotator)).toEqual(['mentioned']);
  });

  it('refuse mentions of users who are not members', async () => {
    const nonMember = await server.createTestUser();
    const body = { kind: 'image', entity: imageId, text: createMention(nonMember) };
    expect((await owner.client.post(THREADS, body)).status).toBe(400);
  });

  it('are marked as read, individually or all at once, and deleted 90 days later', async () => {
    for (const text of ['First', 'Second']) await startThread(owner, { text: `${createMention(annotator)} ${text}` });
    const [newerNotice, olderNotice] = (await readNotices(annotator)).results;
    const markNotices = async (body: object) => expectBody(await annotator.client.post('/account/v2/notice/read', body));
    expect(await markNotices({ ids: [olderNotice?.id] })).toEqual({ unread: 1 });
    expect((await readNotices(annotator, { unread: true })).results.map(({ id }) => id)).toEqual([newerNotice?.id]);
    expect(await markNotices({ ids: [olderNotice?.id], read: false })).toEqual({ unread: 2 });
    expect(await markNotices({})).toEqual({ unread: 0 });
    expect((await owner.client.post('/account/v2/notice/read', { ids: [olderNotice?.id] })).status).toBe(404);
    await sql`update notice set read = now() - interval '91 days' where id = ${olderNotice?.id}`.execute(server.db);
    await deleteOldNotices(server.db);
    expect((await readNotices(annotator)).results.map(({ id }) => id)).toEqual([newerNotice?.id]);
  });

  it('reach annotators who are limited to their jobs only if they concern these jobs', async () => {
    const colleague = await createTestMember(server, workspaceId, 'annotator');
    const job = await createTestJob(owner.client, 'image', { assignees: [annotator.id] });
    const path = `/annotate/v2/imagejob/${job.id}`;
    expectBody(await owner.client.post(`${path}/add-items`, { items: [imageId] }));
    const colleaguesThread = await startThread(colleague);
    expectBody(await owner.client.patch(`/account/v2/workspace/${workspaceId}/`, { annotator_access: 'jobs' }));
    const mentionsOfBoth = `${createMention(annotator)} ${createMention(colleague)}`;
    await postReply(owner, await startThread(annotator, { text: mentionsOfBoth }), mentionsOfBoth);
    await postReply(annotator, colleaguesThread, 'Done');
    expectBody(await annotator.client.post(`${path}/mark-done`, { items: [imageId] }));
    expectBody(await owner.client.post(`${path}/send-back`, { item: imageId, text: mentionsOfBoth }));
    expect(await listNoticeKinds(annotator)).toEqual(['sent_back', 'mentioned', 'assigned']);
    expect(await listNoticeKinds(colleague)).toEqual([]);
  });

  it('about an image outside of their jobs are hidden from annotators with limited access', async () => {
    await startThread(owner, { text: createMention(annotator) });
    const job = await createTestJob(owner.client, 'image', { assignees: [annotator.id] });
    await sql`update annotation_job set created_by = ${annotator.id} where id = ${job.id}`.execute(server.db);
    expect(await listNoticeKinds(annotator)).toEqual(['assigned', 'mentioned']);
    const setAccess = async (access: string) =>
      expectBody(await owner.client.patch(`/account/v2/workspace/${workspaceId}/`, { annotator_access: access }));
    await setAccess('jobs');
    expect(await readNotices(annotator)).toMatchObject({ count: 1, unread: 1, results: [{ kind: 'assigned' }] });
    const mentionNoticeIds = (await server.db.selectFrom('notice').select('id').where('kind', '=', 'mentioned').execute()).map(
      ({ id }) => id,
    );
    expect((await annotator.client.post('/account/v2/notice/read', { ids: mentionNoticeIds })).status).toBe(404);
    expectBody(await owner.client.put(`/annotate/v2/imagejob/${job.id}`, { assignees: [owner.id] }));
    const event = { workspaceId, userId: owner.id, kind: 'job.completed' as const, entityId: job.id };
    await recordEvents(server.db, [{ ...event, data: { name: job.name, type: 'image' } }]);
    expect(await readNotices(annotator)).toMatchObject({ count: 0, unread: 0, results: [] });
    await setAccess('workspace');
    expect(await listNoticeKinds(annotator)).toEqual(['job_completed', 'assigned', 'mentioned']);
  });

  it('of muted kinds are not created', async () => {
    const settingsPath = '/account/v2/notice-settings/';
    expect(expectBody(await annotator.client.put(settingsPath, { muted: ['mentioned'] }))).toEqual({ muted: ['mentioned'] });
    const thread = await startThread(annotator);
    await postReply(owner, thread, createMention(annotator));
    await postReply(owner, thread, 'Done');
    expect(await listNoticeKinds(annotator)).toEqual(['replied']);
    expect(expectBody(await annotator.client.put(settingsPath, { muted: [] }))).toEqual({ muted: [] });
  });

  it('report finished work to the user who started it, and a completed job to its creator', async () => {
    const task = await createNamedRow(owner.client, '/detection/v2/task/', { name: 'Cups' });
    const ownJob = await createTestJob(owner.client, 'image');
    const member = { workspaceId, userId: annotator.id };
    await recordEvents(server.db, [
      { ...member, kind: 'import.finished', entityId: imageId, data: { name: 'cups.zip', state: 'done' } },
      { ...member, kind: 'import.finished', entityId: imageId, data: { name: 'cups.zip', state: 'cancelled' } },
      { ...member, kind: 'training.failed', entityId: imageId, data: { domain: 'detection', task: task.id, error: 'No images' } },
      { ...member, kind: 'job.completed', entityId: ownJob.id, data: { name: ownJob.name, type: 'image' } },
    ]);
    expect((await readNotices(annotator)).results.map(({ kind, page, data }) => [kind, page.kind, data])).toEqual(
      expect.arrayContaining([
        ['import_finished', 'import', { name: 'cups.zip', failed: false }],
        ['training_finished', 'detection_task', { name: 'Cups', failed: true }],
      ]),
    );
    expect((await readNotices(annotator)).count).toBe(2);
    expect((await readNotices(owner)).results).toMatchObject([
      { kind: 'job_completed', actor: { id: annotator.id }, page: { kind: 'image_job', id: ownJob.id } },
    ]);
  });

  it('of a workspace are hidden from a former member', async () => {
    await startThread(owner, { text: createMention(annotator) });
    await removeMember(server.db, workspaceId, annotator.id);
    expect(await readNotices(annotator)).toMatchObject({ count: 0, unread: 0, results: [] });
  });
});
