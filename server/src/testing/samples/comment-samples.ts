import type { ApiCallKey } from '@console/shared-contract/api';
import type { Db } from '../../platform/database/connection';
import { expectBody, type TestClient } from '../api/client';
import { createBodySample, createSamples, createIdSample, createListSample, type CallSample } from './sample-factories';
import type { SampleRows } from './sample-rows';

type CommentCall = Extract<ApiCallKey, `${string} /comments/v2/${string}` | `${string} /account/v2/notice${string}`>;

/** Samples (valid example requests) of the calls on comments and notices. */
export const createCommentSamples = (rows: SampleRows): Record<CommentCall, CallSample[]> => ({
  'GET /comments/v2/thread/': [
    ...createListSample({
      image: rows.image,
      object: rows.object,
      polygon: rows.polygon,
      point: rows.point,
      skeleton: rows.skeleton,
      mask: rows.maskShape,
    }),
    ...createListSample({
      group: rows.group,
      product: rows.product,
      job: rows.imageJob,
      resolved: false,
      mine: true,
      mentions_me: false,
    }),
  ],
  'POST /comments/v2/thread/': createSamples(
    { kind: 'object', entity: rows.object, place: [2, 2], text: 'Is this a cup?' },
    { kind: 'image', entity: rows.image, job: rows.imageJob, text: `@{${rows.user}} please check` },
    { kind: 'product', entity: rows.product, text: 'Wrong price' },
  ),
  'GET /comments/v2/thread/{id}': createIdSample(rows.thread),
  'PUT /comments/v2/thread/{id}': createBodySample(rows.thread, { resolved: true }),
  'GET /comments/v2/thread/{id}/comment/': [{ id: rows.thread, ...createListSample()[0] }],
  'POST /comments/v2/thread/{id}/comment/': createBodySample(rows.thread, { text: 'Yes' }),
  'PUT /comments/v2/comment/{id}': createBodySample(rows.comment, { text: 'No' }),
  'DELETE /comments/v2/comment/{id}': createIdSample(rows.comment),
  'GET /account/v2/notice/': createListSample({ unread: true }),
  'POST /account/v2/notice/read': createSamples({ ids: [rows.notice], read: true }),
  'GET /account/v2/notice-settings/': [{}],
  'PUT /account/v2/notice-settings/': createSamples({ muted: ['assigned'] }),
});

/** The rows that these samples use. */
interface CommentRows {
  thread: string;
  /** A reply in the thread. */
  comment: string;
  notice: string;
}

/** Creates the rows that these samples use. */
export async function createCommentRows(
  db: Db,
  client: TestClient,
  { workspace, polygon, user }: { workspace: string; polygon: string; user: string },
): Promise<CommentRows> {
  const threadResponse = await client.post('/comments/v2/thread/', { kind: 'polygon', entity: polygon, text: 'Too large' });
  const { id: thread } = expectBody<{ id: string }>(threadResponse, 201);
  const replyResponse = await client.post(`/comments/v2/thread/${thread}/comment/`, { text: 'Changed' });
  const { id: comment } = expectBody<{ id: string }>(replyResponse, 201);
  expectBody(await client.post(`/comments/v2/thread/${thread}/comment/`, { text: 'Thanks' }), 201);
  const noticePage = { entity_kind: 'image_job' as const, entity_id: thread };
  const { id: notice } = await db
    .insertInto('notice')
    .values({ user_id: user, workspace_id: workspace, kind: 'assigned', ...noticePage, data: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { thread, comment, notice };
}
