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
  it('are edited by their authors only, and show that they were edited', async () => {
    const thread = await startThread(annotator);
    const edit = async (user: TestUser, version = 1) =>
      user.client.put(`/comments/v2/comment/${thread.first.id}`, { text: 'Better', version });
    expect((await edit(owner)).status).toBe(403);
    expect(expectBody(await edit(annotator))).toMatchObject({ text: 'Better', edited: expect.any(String), version: 2 });
    expect((await edit(annotator)).status).toBe(409);
  });

  it('are deleted by their authors and by reviewers, and leave a mark without text', async () => {
    const thread = await startThread(owner);
    const secretReply = await reply(annotator, thread, 'Secret');
    const remove = async ({ client }: TestUser, id: string) => (await client.delete(`/comments/v2/comment/${id}`)).status;
    expect(await remove(annotator, thread.first.id)).toBe(403);
    expect(await remove(annotator, secretReply.id)).toBe(204);
    expect(await remove(annotator, secretReply.id)).toBe(404);
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
