import type { Comment, CommentThread, Notice, Remark } from '@console/shared-contract/api';
import { MAX_COMMENT_LENGTH, MAX_COMMENTS } from '@console/shared-contract/limits';
import { sql } from 'kysely';
import { recordEvents } from '../../platform/events/record-events';
import { expectBody } from '../../testing/api/client';
import { createNamedRow, createTestJob, createTestObject, uploadImage, type ListEnvelope } from '../../testing/api/fixtures';
import { createTestMember } from '../../testing/api/members';
import { setUpTestServer } from '../../testing/api/test-server';
import type { TestUser } from '../../testing/api/test-users';
import { removeMember } from '../account/workspaces';
import { deleteOldNotices } from '../notices/routes';

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
const reply = async ({ client }: TestUser, { id }: { id: string }, text: string) =>
  expectBody<Comment>(await client.post(`${THREADS}${id}/comment/`, { text }), 201);
const listThreads = async ({ client }: TestUser, query: Record<string, string | boolean> = {}) =>
  expectBody<ListEnvelope<CommentThread>>(await client.get(THREADS, query)).results;
const listComments = async ({ client }: TestUser, { id }: { id: string }) =>
  expectBody<ListEnvelope<Comment>>(await client.get(`${THREADS}${id}/comment/`)).results;
const setResolved = async ({ client }: TestUser, { id }: { id: string }, resolved: boolean) =>
  client.put(`${THREADS}${id}`, { resolved });
const readNotices = async ({ client }: TestUser, query: Record<string, string | boolean> = {}) =>
  expectBody<ListEnvelope<Notice> & { unread: number }>(await client.get('/account/v2/notice/', query));
const listNoticeKinds = async (user: TestUser) => (await readNotices(user)).results.map(({ kind }) => kind);
const mention = ({ id }: TestUser) => `@{${id}}`;
const createBox = async () =>
  createTestObject(owner.client, imageId, (await createNamedRow(owner.client, '/detection/v2/label/')).id);

describe('threads', () => {
  it('are about an image, a shape at a place, a group, a product or a job item', async () => {
    const box = await createBox();
    const group = await createNamedRow(owner.client, '/similarity/training/v2/group/');
    const product = await createNamedRow(owner.client, '/product/v2/product/');
    const job = await createTestJob(owner.client, 'image');
    await owner.client.post(`/annotate/v2/imagejob/${job.id}/add-items`, { items: [imageId] });
    const ofImage = await startThread(annotator);
    const ofBox = await startThread(annotator, { kind: 'object', entity: box.id, place: [3, 4] });
    const ofItem = await startThread(annotator, { job: job.id });
    const ofGroup = await startThread(annotator, { kind: 'group', entity: group.id });
    const ofProduct = await startThread(annotator, { kind: 'product', entity: product.id });
    expect(ofBox).toMatchObject({ kind: 'object', entity: box.id, image: imageId, place: [3, 4], job: null, resolved: null });
    expect(ofItem).toMatchObject({ kind: 'image', entity: imageId, job: job.id, replies: 0, first: { text: 'Check' } });
    const list = async (query: Record<string, string>) => (await listThreads(owner, query)).map(({ id }) => id);
    expect(await list({ image: imageId })).toEqual([ofItem.id, ofBox.id, ofImage.id]);
    expect(await list({ object: box.id })).toEqual([ofBox.id]);
    expect(await list({ job: job.id })).toEqual([ofItem.id]);
    expect(await list({ group: group.id })).toEqual([ofGroup.id]);
    expect(await list({ product: product.id })).toEqual([ofProduct.id]);
    expect(await list({})).toHaveLength(5);
  });

  it('are refused outside the image, in another job, without their service, and beyond the limits', async () => {
    const post = async (fields: object, user = annotator) =>
      (await user.client.post(THREADS, { kind: 'image', entity: imageId, text: 'Check', ...fields })).status;
    const job = await createTestJob(owner.client, 'image');
    const group = await createNamedRow(owner.client, '/similarity/training/v2/group/');
    expect(await post({ place: [64, 49] })).toBe(400);
    expect(await post({ job: job.id })).toBe(400);
    expect(await post({ kind: 'group', entity: group.id, place: [1, 1] })).toBe(400);
    expect(await post({ text: ' ' })).toBe(400);
    expect(await post({ text: 'x'.repeat(MAX_COMMENT_LENGTH + 1) })).toBe(400);
    await server.db.deleteFrom('workspace_service').where('slug', '=', 'custom-similarity').execute();
    expect(await post({ kind: 'group', entity: group.id })).toBe(403);
    await server.db.insertInto('workspace_service').values({ workspace_id: workspaceId, slug: 'custom-similarity' }).execute();
    await sql`
      insert into comment_thread (workspace_id, image_id)
      select ${workspaceId}, ${imageId} from generate_series(1, ${MAX_COMMENTS.threadsOnRow})`.execute(server.db);
    expect(await post({})).toBe(409);
    expect(await post({}, await createTestMember(server, workspaceId, 'viewer'))).toBe(403);
  });

  it('are filtered by state, by the caller and by mentions of the caller', async () => {
    const open = await startThread(owner, { text: `${mention(annotator)}, please check` });
    const resolvedThread = await startThread(annotator);
    await setResolved(annotator, resolvedThread, true);
    const list = async (query: Record<string, boolean>) => (await listThreads(annotator, query)).map(({ id }) => id);
    expect(await list({ resolved: false })).toEqual([open.id]);
    expect(await list({ resolved: true })).toEqual([resolvedThread.id]);
    expect(await list({ mine: true })).toEqual([resolvedThread.id]);
    expect(await list({ mentions_me: true })).toEqual([open.id]);
    await reply(annotator, open, 'Done');
    expect(await list({ mine: true })).toEqual([resolvedThread.id, open.id]);
  });

  it('are resolved by those who started them and by reviewers', async () => {
    const [ownThread, ownersThread] = [await startThread(annotator), await startThread(owner)];
    expect(expectBody(await setResolved(annotator, ownThread, true))).toMatchObject({
      resolved: expect.any(String),
      resolved_by: { id: annotator.id },
    });
    expect(expectBody(await setResolved(owner, ownThread, false))).toMatchObject({ resolved: null, resolved_by: null });
    expect((await setResolved(annotator, ownersThread, true)).status).toBe(403);
    expect((await setResolved(owner, ownersThread, true)).status).toBe(200);
  });
});

describe('comments', () => {
  it('are edited by their authors only, and show that', async () => {
    const thread = await startThread(annotator);
    const edit = async (user: TestUser, version = 1) =>
      user.client.put(`/comments/v2/comment/${thread.first.id}`, { text: 'Better', version });
    expect((await edit(owner)).status).toBe(403);
    expect(expectBody(await edit(annotator))).toMatchObject({ text: 'Better', edited: expect.any(String), version: 2 });
    expect((await edit(annotator)).status).toBe(409);
  });

  it('are deleted by their authors and by reviewers, and leave a mark without text', async () => {
    const thread = await startThread(owner);
    const answer = await reply(annotator, thread, 'Secret');
    const remove = async ({ client }: TestUser, id: string) => (await client.delete(`/comments/v2/comment/${id}`)).status;
    expect(await remove(annotator, thread.first.id)).toBe(403);
    expect(await remove(annotator, answer.id)).toBe(204);
    expect(await remove(annotator, answer.id)).toBe(404);
    expect((await listComments(owner, thread)).map(({ text, deleted }) => [text, deleted !== null])).toEqual([
      ['Check', false],
      ['', true],
    ]);
    expect(await listThreads(owner)).toMatchObject([{ replies: 0 }]);
    expect(await remove(owner, thread.first.id)).toBe(204);
    expect(await listThreads(owner)).toEqual([]);
  });

  it('outlive their shape, are deleted with their image and restored with it', async () => {
    const box = await createBox();
    const thread = await startThread(annotator, { kind: 'object', entity: box.id });
    await reply(owner, thread, 'Yes');
    const undoLast = async (user: TestUser) => {
      const { results } = expectBody<{ results: { id: number }[] }>(await owner.client.get('/history/v2/set/', { limit: 1 }));
      return expectBody(await user.client.post('/history/v2/undo', { change_set: results[0]?.id }));
    };
    await annotator.client.delete(`/detection/v2/object/${box.id}`);
    expect(await listThreads(owner, { image: imageId })).toMatchObject([{ id: thread.id, entity: box.id }]);
    expect(await undoLast(annotator)).toMatchObject({ conflicts: [] });
    expect((await listComments(owner, thread)).map(({ text }) => text)).toEqual(['Check', 'Yes']);
    await owner.client.delete(`/recognition/v2/training-image/${imageId}`);
    expect(await listThreads(owner)).toEqual([]);
    expect(await undoLast(owner)).toMatchObject({ conflicts: [] });
    expect(await listThreads(owner, { object: box.id })).toMatchObject([{ id: thread.id, replies: 1 }]);
  });

  it('of others cannot be changed by an annotator through undo', async () => {
    await startThread(owner);
    const { results } = expectBody<{ results: { id: number }[] }>(await owner.client.get('/history/v2/set/', { limit: 1 }));
    expect((await annotator.client.post('/history/v2/undo', { change_set: results[0]?.id })).status).toBe(403);
  });
});

describe('review remarks', () => {
  const createRemark = async () => {
    const job = await createTestJob(owner.client, 'image', { randomize: false });
    const path = `/annotate/v2/imagejob/${job.id}`;
    await owner.client.post(`${path}/add-items`, { items: [imageId] });
    expectBody(await annotator.client.post(`${path}/mark-done`, { items: [imageId] }));
    const response = await owner.client.post(`${path}/send-back`, { item: imageId, text: 'Tighter', data: [3, 4] });
    return { job, path, remark: expectBody<Remark>(response) };
  };
  const readRemark = async () =>
    expectBody<ListEnvelope<Remark>>(await owner.client.get('/annotate/v2/remark/', { image: imageId })).results[0];

  it('are threads about the job item with the text as first comment', async () => {
    const { job, remark } = await createRemark();
    const [thread] = await listThreads(annotator, { image: imageId });
    expect(thread).toMatchObject({
      kind: 'image',
      entity: imageId,
      job: job.id,
      place: [3, 4],
      resolved: null,
      remark: { id: remark.id, state: 'open', author: { id: annotator.id }, reviewer: { id: owner.id } },
      first: { text: 'Tighter', author: { id: owner.id } },
    });
    expectBody(await owner.client.put(`/comments/v2/comment/${thread!.first.id}`, { text: 'Much tighter' }));
    expect(await readRemark()).toMatchObject({ text: 'Much tighter' });
    expect((await owner.client.delete(`/comments/v2/comment/${thread!.first.id}`)).status).toBe(409);
  });

  it('are closed and sent back by resolving and reopening the thread, by their reviewer only', async () => {
    const { path, remark } = await createRemark();
    const [thread] = await listThreads(annotator, { image: imageId });
    const otherReviewer = await createTestMember(server, workspaceId, 'reviewer');
    expect((await setResolved(annotator, thread!, true)).status).toBe(403);
    expect((await setResolved(otherReviewer, thread!, true)).status).toBe(403);
    expectBody(await annotator.client.post(`${path}/mark-done`, { items: [imageId] }));
    expectBody(await setResolved(owner, thread!, true));
    expect(await readRemark()).toMatchObject({ state: 'closed' });
    expect(expectBody(await setResolved(owner, thread!, false))).toMatchObject({ resolved: null, remark: { state: 'open' } });
    expectBody(await owner.client.put(`/annotate/v2/remark/${remark.id}`, { state: 'closed', text: 'Fine' }));
    expect(await listThreads(owner, { image: imageId })).toMatchObject([
      { resolved: expect.any(String), resolved_by: { id: owner.id }, first: { text: 'Fine', edited: expect.any(String) } },
    ]);
    expect(await listNoticeKinds(annotator)).toEqual(['sent_back', 'sent_back']);
  });

  it('notify their reviewer once for each corrected image, unless the kind is muted', async () => {
    const { job, path } = await createRemark();
    expectBody(await owner.client.post(`${path}/send-back`, { item: imageId, text: 'Higher' }));
    const thread = (await listThreads(owner)).find(({ first }) => first.text === 'Tighter');
    const correct = () => annotator.client.post(`${path}/mark-done`, { items: [imageId] });
    expectBody(await correct());
    expect((await readNotices(owner)).results).toMatchObject([
      {
        kind: 'corrected',
        actor: { id: annotator.id },
        page: { kind: 'image_job', id: job.id },
        thread: thread?.id,
        data: { name: job.name, image: imageId, text: 'Tighter' },
      },
    ]);
    expectBody(await owner.client.put('/account/v2/notice-settings/', { muted: ['corrected'] }));
    expectBody(await owner.client.post(`${path}/send-back`, { item: imageId, text: 'Higher' }));
    expectBody(await correct());
    expect(await listNoticeKinds(owner)).toEqual(['corrected']);
  });

  it('of a server of the previous release get a thread', async () => {
    const { remark } = await createRemark();
    const copy = sql.join(['workspace_id', 'job_id', 'item_id', 'author_id', 'reviewer_id', 'text'].map((c) => sql.ref(c)));
    await sql`insert into job_remark (${copy}) select ${copy} from job_remark where id = ${remark.id}`.execute(server.db);
    expect((await listThreads(owner)).map(({ first }) => first.text)).toEqual(['Tighter', 'Tighter']);
  });
});

describe('notices', () => {
  it('are created for mentions, replies, assignments and items sent back, not for the actor', async () => {
    const thread = await startThread(owner, { text: `${mention(annotator)} and ${mention(owner)}, please check` });
    await reply(annotator, thread, 'Done');
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

  it('are created once for a user whom an edit mentions again', async () => {
    const thread = await startThread(owner, { text: mention(annotator) });
    const edit = { text: `${mention(annotator)} again` };
    expectBody(await owner.client.put(`/comments/v2/comment/${thread.first.id}`, edit));
    expect(await listNoticeKinds(annotator)).toEqual(['mentioned']);
  });

  it('refuse mentions of users who are not members', async () => {
    const stranger = await server.createTestUser();
    const body = { kind: 'image', entity: imageId, text: mention(stranger) };
    expect((await owner.client.post(THREADS, body)).status).toBe(400);
  });

  it('are marked as read, one or all, and deleted 90 days later', async () => {
    for (const text of ['First', 'Second']) await startThread(owner, { text: `${mention(annotator)} ${text}` });
    const [second, first] = (await readNotices(annotator)).results;
    const markNotices = async (body: object) => expectBody(await annotator.client.post('/account/v2/notice/read', body));
    expect(await markNotices({ ids: [first?.id] })).toEqual({ unread: 1 });
    expect((await readNotices(annotator, { unread: true })).results.map(({ id }) => id)).toEqual([second?.id]);
    expect(await markNotices({ ids: [first?.id], read: false })).toEqual({ unread: 2 });
    expect(await markNotices({})).toEqual({ unread: 0 });
    expect((await owner.client.post('/account/v2/notice/read', { ids: [first?.id] })).status).toBe(404);
    await sql`update notice set read = now() - interval '91 days' where id = ${first?.id}`.execute(server.db);
    await deleteOldNotices(server.db);
    expect((await readNotices(annotator)).results.map(({ id }) => id)).toEqual([second?.id]);
  });

  it('reach annotators who are limited to their jobs only about these jobs', async () => {
    const colleague = await createTestMember(server, workspaceId, 'annotator');
    const job = await createTestJob(owner.client, 'image', { assignees: [annotator.id] });
    const path = `/annotate/v2/imagejob/${job.id}`;
    expectBody(await owner.client.post(`${path}/add-items`, { items: [imageId] }));
    const colleaguesThread = await startThread(colleague);
    expectBody(await owner.client.patch(`/account/v2/workspace/${workspaceId}/`, { annotator_access: 'jobs' }));
    const both = `${mention(annotator)} ${mention(colleague)}`;
    await reply(owner, await startThread(annotator, { text: both }), both);
    await reply(annotator, colleaguesThread, 'Done');
    expectBody(await annotator.client.post(`${path}/mark-done`, { items: [imageId] }));
    expectBody(await owner.client.post(`${path}/send-back`, { item: imageId, text: both }));
    expect(await listNoticeKinds(annotator)).toEqual(['sent_back', 'mentioned', 'assigned']);
    expect(await listNoticeKinds(colleague)).toEqual([]);
  });

  it('about an image outside of their jobs are hidden from annotators once they are limited to their jobs', async () => {
    await startThread(owner, { text: mention(annotator) });
    const job = await createTestJob(owner.client, 'image', { assignees: [annotator.id] });
    await sql`update annotation_job set created_by = ${annotator.id} where id = ${job.id}`.execute(server.db);
    expect(await listNoticeKinds(annotator)).toEqual(['assigned', 'mentioned']);
    const limit = async (access: string) =>
      expectBody(await owner.client.patch(`/account/v2/workspace/${workspaceId}/`, { annotator_access: access }));
    await limit('jobs');
    expect(await readNotices(annotator)).toMatchObject({ count: 1, unread: 1, results: [{ kind: 'assigned' }] });
    const mentioned = (await server.db.selectFrom('notice').select('id').where('kind', '=', 'mentioned').execute()).map(
      ({ id }) => id,
    );
    expect((await annotator.client.post('/account/v2/notice/read', { ids: mentioned })).status).toBe(404);
    expectBody(await owner.client.put(`/annotate/v2/imagejob/${job.id}`, { assignees: [owner.id] }));
    const event = { workspaceId, userId: owner.id, kind: 'job.completed' as const, entityId: job.id };
    await recordEvents(server.db, [{ ...event, data: { name: job.name, type: 'image' } }]);
    expect(await readNotices(annotator)).toMatchObject({ count: 0, unread: 0, results: [] });
    await limit('workspace');
    expect(await listNoticeKinds(annotator)).toEqual(['job_completed', 'assigned', 'mentioned']);
  });

  it('of muted kinds are not created', async () => {
    const settings = '/account/v2/notice-settings/';
    expect(expectBody(await annotator.client.put(settings, { muted: ['mentioned'] }))).toEqual({ muted: ['mentioned'] });
    const thread = await startThread(annotator);
    await reply(owner, thread, mention(annotator));
    await reply(owner, thread, 'Done');
    expect(await listNoticeKinds(annotator)).toEqual(['replied']);
    expect(expectBody(await annotator.client.put(settings, { muted: [] }))).toEqual({ muted: [] });
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
    await startThread(owner, { text: mention(annotator) });
    await removeMember(server.db, workspaceId, annotator.id);
    expect(await readNotices(annotator)).toMatchObject({ count: 0, unread: 0, results: [] });
  });
});
