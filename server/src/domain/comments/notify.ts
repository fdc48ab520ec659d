import type { NoticeKind } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { ScopedRow } from '../../platform/access/scope';
import type { Db } from '../../platform/database/connection';
import { createNotices, type NewNotices } from '../notices/create-notices';
import { createExcerpt } from '../notices/mentions';

type ThreadRow = ScopedRow<'comment_thread'>;
type CommentText = Pick<ScopedRow<'comment'>, 'id' | 'text'>;

/** Creates notices for the users that a comment mentions. */
export async function notifyMentions(
  trx: Db,
  thread: ThreadRow,
  comment: CommentText,
  mentionedIds: readonly string[],
  authorId: string,
): Promise<void> {
  if (mentionedIds.length > 0) await createCommentNotices(trx, thread, 'mentioned', comment, mentionedIds, authorId);
}

/**
 * Creates notices about a reply for the users who have written in the thread. If the thread is about a review remark, the author of the
 * reviewed work gets a notice, too. Users whom the reply mentions get another notice.
 */
export async function notifyReply(
  trx: Db,
  thread: ThreadRow,
  comment: CommentText,
  mentionedIds: readonly string[],
  authorId: string,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select author_id as id from comment where thread_id = ${thread.id} and author_id is not null
    union select author_id from job_remark where id = ${thread.remark_id}`.execute(trx);
  const participants = rows.map(({ id }) => id).filter((id) => !mentionedIds.includes(id));
  await createCommentNotices(trx, thread, 'replied', comment, participants, authorId);
}

async function createCommentNotices(
  trx: Db,
  thread: ThreadRow,
  kind: NoticeKind,
  { id, text }: CommentText,
  userIds: readonly string[],
  actorId: string,
): Promise<void> {
  const { page, data } = await describePage(trx, thread);
  await createNotices(trx, {
    workspaceId: thread.workspace_id,
    kind,
    userIds,
    actorId,
    page,
    thread: thread.id,
    comment: id,
    data: { ...data, text: await createExcerpt(trx, thread.workspace_id, text) },
  });
}

/** Returns the page on which a thread is shown, with the name of its row. */
async function describePage(trx: Db, thread: ThreadRow): Promise<Pick<NewNotices, 'page' | 'data'>> {
  const { image_id, group_id, product_id, item_id } = thread;
  const { rows } = await sql<{ kind: NewNotices['page']['kind']; id: string; name: string | null }>`
    select case j.type when 'image' then 'image_job' else 'similarity_job' end as kind, j.id, j.name
      from job_item i join annotation_job j on j.id = i.job_id where i.id = ${item_id}
    union all select 'image', id, coalesce(nullif(name, ''), file_name) from training_image where id = ${image_id}
    union all select 'group', id, name from similarity_group where id = ${group_id}
    union all select 'product', id, name from product where id = ${product_id}`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error(`The thread ${thread.id} has no row`);
  const itemReference = item_id === null ? {} : { ...(image_id && { image: image_id }), ...(group_id && { group: group_id }) };
  const data = { ...(row.name ? { name: row.name } : {}), ...itemReference };
  return { page: { kind: row.kind, id: row.id }, data };
}
