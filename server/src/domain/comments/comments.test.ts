import type { Comment, CommentThread, Notice, Remark } from '@console/shared-contract/api';
import { MAX_COMMENT_LENGTH, MAX_COMMENTS } from '@console/shared-contract/limits';
import { sql } from 'kysely';
import { expectBody } from '../../testing/api/client';
import { createNamedRow, createTestJob, createTestObject, uploadImage, type ListEnvelope } from '../../testing/api/fixtures';
import { createTestMember } from '../../testing/api/members';
import { setUpTestServer } from '../../testing/api/test-server';
import type { TestUser } from '../../testing/api/test-users';

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
const listThreads = async ({ client }: TestUser, query: Record<string, string | boolean> = {}) =>
  expectBody<ListEnvelope<CommentThread>>(await client.get(THREADS, query)).results;
const listComments = async ({ client }: TestUser, { id }: { id: string }) =>
  expectBody<ListEnvelope<Comment>>(await client.get(`${THREADS}${id}/comment/`)).results;
const setResolved = async ({ client }: TestUser, { id }: { id: string }, resolved: boolean) =>
  client.put(`${THREADS}${id}`, { resolved });
const readNotices = async ({ client }: TestUser, query: Record<string, string | boolean> = {}) =>
  expectBody<ListEnvelope<Notice> & { unread: number }>(await client.get('/account/v2/notice/', query));
const listNoticeKinds = async (user: TestUser) => (await readNotices(user)).results.map(({ kind }) => kind);
const createMention = ({ id }: TestUser) => `@{${id}}`;
const createBox = async () =>
  createTestObject(owner.client, imageId, (await createNamedRow(owner.client, '/detection/v2/label/')).id);

describe('threads', () => {
  it('can belong to an image, a position on a shape, a group, a product or a job item', async () => {
    const box = await createBox();
    const group = await createNamedRow(owner.client, '/similarity/training/v2/group/');
    const product = await createNamedRow(owner.client, '/product/v2/product/');
    const job = await createTestJob(owner.client, 'image');
    await owner.client.post(`/annotate/v2/imagejob/${job.id}/add-items`, { items: [imageId] });
    const imageThread = await startThread(annotator);
    const boxThread = await startThread(annotator, { kind: 'object', entity: box.id, place: [3, 4] });
    const itemThread = await startThread(annotator, { job: job.id });
    const groupThread = await startThread(annotator, { kind: 'group', entity: group.id });
    const productThread = await startThread(annotator, { kind: 'product', entity: product.id });
    expect(boxThread).toMatchObject({ kind: 'object', entity: box.id, image: imageId, place: [3, 4], job: null, resolved: null });
    expect(itemThread).toMatchObject({ kind: 'image', entity: imageId, job: job.id, replies: 0, first: { text: 'Check' } });
    const listThreadIds = async (query: Record<string, string>) => (await listThreads(owner, query)).map(({ id }) => id);
    expect(await listThreadIds({ image: imageId })).toEqual([itemThread.id, boxThread.id, imageThread.id]);
    expect(await listThreadIds({ object: box.id })).toEqual([boxThread.id]);
    expect(await listThreadIds({ job: job.id })).toEqual([itemThread.id]);
    expect(await listThreadIds({ group: group.id })).toEqual([groupThread.id]);
    expect(await listThreadIds({ product: product.id })).toEqual([productThread.id]);
    expect(await listThreadIds({})).toHaveLength(5);
  });

  it('are rejected outside the image, in another job, without their service, and beyond the limits', async () => {
    const tryStartThread = async (fields: object, user = annotator) =>
      (await user.client.post(THREADS, { kind: 'image', entity: imageId, text: 'Check', ...fields })).status;
    const job = await createTestJob(owner.client, 'image');
    const group = await createNamedRow(owner.client, '/similarity/training/v2/group/');
    expect(await tryStartThread({ place: [64, 49] })).toBe(400);
    expect(await tryStartThread({ job: job.id })).toBe(400);
    expect(await tryStartThread({ kind: 'group', entity: group.id, place: [1, 1] })).toBe(400);
    expect(await tryStartThread({ text: ' ' })).toBe(400);
    expect(await tryStartThread({ text: 'x'.repeat(MAX_COMMENT_LENGTH + 1) })).toBe(400);
    await server.db.deleteFrom('workspace_service').where('slug', '=', 'custom-similarity').execute();
    expect(await tryStartThread({ kind: 'group', entity: group.id })).toBe(403);
    await server.db.insertInto('workspace_service').values({ workspace_id: workspaceId, slug: 'custom-similarity' }).execute();
    await sql`
      insert into comment_thread (workspace_id, image_id)
      select ${workspaceId}, ${imageId} from generate_series(1, ${MAX_COMMENTS.threadsOnRow})`.execute(server.db);
    expect(await tryStartThread({})).toBe(409);
    expect(await tryStartThread({}, await createTestMember(server, workspaceId, 'viewer'))).toBe(403);
  });

  it('are filtered by state, by the caller and by mentions of the caller', async () => {
    const openThread = await startThread(owner, { text: `${createMention(annotator)}, please check` });
    const resolvedThread = await startThread(annotator);
    await setResolved(annotator, resolvedThread, true);
    const listThreadIds = async (query: Record<string, boolean>) => (await listThreads(annotator, query)).map(({ id }) => id);
    expect(await listThreadIds({ resolved: false })).toEqual([openThread.id]);
    expect(await listThreadIds({ resolved: true })).toEqual([resolvedThread.id]);
    expect(await listThreadIds({ mine: true })).toEqual([resolvedThread.id]);
    expect(await listThreadIds({ mentions_me: true })).toEqual([openThread.id]);
    await postReply(annotator, openThread, 'Done');
    expect(await listThreadIds({ mine: true })).toEqual([resolvedThread.id, openThread.id]);
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
  it('are edited by their authors only, and show that they were edited', async () => {
    const thread = await startThread(annotator);
    const editComment = async (user: TestUser, version = 1) =>
      user.client.put(`/comments/v2/comment/${thread.first.id}`, { text: 'Better', version });
    expect((await editComment(owner)).status).toBe(403);
    expect(expectBody(await editComment(annotator))).toMatchObject({ text: 'Better', edited: expect.any(String), version: 2 });
    expect((await editComment(annotator)).status).toBe(409);
  });

  it('are deleted by their authors and by reviewers, and leave a placeholder without text', async () => {
    const thread = await startThread(owner);
    const secretReply = await postReply(annotator, thread, 'Secret');
    const removeComment = async ({ client }: TestUser, id: string) => (await client.delete(`/comments/v2/comment/${id}`)).status;
    expect(await removeComment(annotator, thread.first.id)).toBe(403);
    expect(await removeComment(annotator, secretReply.id)).toBe(204);
    expect(await removeComment(annotator, secretReply.id)).toBe(404);
    expect((await listComments(owner, thread)).map(({ text, deleted }) => [text, deleted !== null])).toEqual([
      ['Check', false],
      ['', true],
    ]);
    expect(await listThreads(owner)).toMatchObject([{ replies: 0 }]);
    expect(await removeComment(owner, thread.first.id)).toBe(204);
    expect(await listThreads(owner)).toEqual([]);
  });

  it('remain when their shape is deleted, and are deleted and restored with their image', async () => {
    const box = await createBox();
    const thread = await startThread(annotator, { kind: 'object', entity: box.id });
    await postReply(owner, thread, 'Yes');
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

  it('notify their reviewer once for each corrected image, unless this kind of notice is muted', async () => {
    const { job, path } = await createRemark();
    expectBody(await owner.client.post(`${path}/send-back`, { item: imageId, text: 'Higher' }));
    const thread = (await listThreads(owner)).find(({ first }) => first.text === 'Tighter');
    const correctImage = () => annotator.client.post(`${path}/mark-done`, { items: [imageId] });
    expectBody(await correctImage());
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
    expectBody(await correctImage());
    expect(await listNoticeKinds(owner)).toEqual(['corrected']);
  });

  it('created by a server of the previous release get a thread', async () => {
    const { remark } = await createRemark();
    const copiedColumns = sql.join(
      ['workspace_id', 'job_id', 'item_id', 'author_id', 'reviewer_id', 'text'].map((column) => sql.ref(column)),
    );
    await sql`insert into job_remark (${copiedColumns}) select ${copiedColumns} from job_remark where id = ${remark.id}`.execute(
      server.db,
    );
    expect((await listThreads(owner)).map(({ first }) => first.text)).toEqual(['Tighter', 'Tighter']);
  });
});
