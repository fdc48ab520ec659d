import { MAX_COMMENTS } from '@console/shared-contract/limits';
import { sql } from 'kysely';
import { withoutLimits } from '../../platform/access/job-access';
import type { Scope, ScopedRow } from '../../platform/access/scope';
import type { Db } from '../../platform/database/connection';
import { HttpError, notFound } from '../../platform/errors';
import { decideRemark } from '../annotation/jobs/review/remarks';
import { findJob } from '../annotation/jobs/write';
import { parseMentions, requireMentionedMembers } from '../notices/mentions';
import type { ThreadReferences } from './commented-row';
import { messages } from './messages';
import { notifyMentions, notifyReply } from './notify';

type ThreadRow = ScopedRow<'comment_thread'>;
type CommentRow = ScopedRow<'comment'>;

/** Creates a thread with its first comment, and notices for the users that it mentions. Returns the id of the thread. */
export async function createThread(trx: Db, references: ThreadReferences, text: string, authorId: string): Promise<string> {
  await requireMentionedMembers(trx, references.workspace_id, text);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from comment_thread where image_id = ${references.image_id} or group_id = ${references.group_id}
      or product_id = ${references.product_id}`.execute(trx);
  if ((rows[0]?.count ?? 0) >= MAX_COMMENTS.threadsOnRow)
    throw new HttpError(409, messages.tooManyThreads(MAX_COMMENTS.threadsOnRow));
  const thread = await trx.insertInto('comment_thread').values(references).returningAll().executeTakeFirstOrThrow();
  const id = await insertComment(trx, thread, text, authorId);
  await notifyMentions(trx, thread, { id, text }, parseMentions(text), authorId);
  return thread.id;
}

/**
 * Adds a comment to a locked thread. Creates notices for mentioned users and for the authors of earlier comments. Returns the id of the
 * comment.
 */
export async function addReply(trx: Db, thread: ThreadRow, text: string, authorId: string): Promise<string> {
  await requireMentionedMembers(trx, thread.workspace_id, text);
  const comments = await trx.selectFrom('comment').select('id').where('thread_id', '=', thread.id).execute();
  if (comments.length >= MAX_COMMENTS.inThread) throw new HttpError(409, messages.tooManyComments(MAX_COMMENTS.inThread));
  const id = await insertComment(trx, thread, text, authorId);
  const mentionedIds = parseMentions(text);
  await notifyMentions(trx, thread, { id, text }, mentionedIds, authorId);
  await notifyReply(trx, thread, { id, text }, mentionedIds, authorId);
  return id;
}

async function insertComment(trx: Db, thread: ThreadRow, text: string, authorId: string): Promise<string> {
  const { id } = await trx
    .insertInto('comment')
    .values({ workspace_id: thread.workspace_id, thread_id: thread.id, author_id: authorId, text })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Changes the text of a locked comment of a locked thread. If the thread is about a review remark and this is its first comment, the text
 * of the remark changes, too.
 */
export async function editComment(trx: Db, thread: ThreadRow, comment: CommentRow, text: string, userId: string): Promise<void> {
  if (comment.deleted) throw notFound('Comment');
  if (comment.author_id !== userId) throw new HttpError(403, messages.onlyAuthorEdits);
  if (text === comment.text) return;
  await requireMentionedMembers(trx, thread.workspace_id, text, comment.text);
  await trx
    .updateTable('comment')
    .set({ text, edited: sql<Date>`clock_timestamp()`, version: sql`version + 1` })
    .where('id', '=', comment.id)
    .execute();
  if (thread.remark_id && (await isFirstComment(trx, comment)))
    await trx
      .updateTable('job_remark')
      .set({ text, version: sql`version + 1` })
      .where('id', '=', thread.remark_id)
      .execute();
  const addedIds = parseMentions(text).filter((id) => !comment.mentions.includes(id));
  await notifyMentions(trx, thread, { id: comment.id, text }, addedIds, userId);
}

/**
 * Deletes a locked comment of a locked thread: its text is removed. The thread is deleted with its last comment. Throws 409 if
 * the comment is the text of a remark.
 */
export async function deleteComment(trx: Db, thread: ThreadRow, comment: CommentRow): Promise<void> {
  if (comment.deleted) throw notFound('Comment');
  if (thread.remark_id && (await isFirstComment(trx, comment))) throw new HttpError(409, messages.isRemarkText);
  // The thread remains if it has comments that the caller cannot see.
  const otherComments = await withoutLimits(trx, () =>
    trx
      .selectFrom('comment')
      .select('id')
      .where('thread_id', '=', thread.id)
      .where('id', '<>', comment.id)
      .where('deleted', 'is', null)
      .limit(1)
      .execute(),
  );
  if (otherComments.length === 0) await trx.deleteFrom('comment_thread').where('id', '=', thread.id).execute();
  else
    await trx
      .updateTable('comment')
      .set({ text: '', deleted: sql<Date>`clock_timestamp()`, version: sql`version + 1` })
      .where('id', '=', comment.id)
      .execute();
}

async function isFirstComment(trx: Db, { id, thread_id }: CommentRow): Promise<boolean> {
  return (await findFirstComment(trx, thread_id))?.id === id;
}

async function findFirstComment(trx: Db, threadId: string) {
  return trx
    .selectFrom('comment')
    .select(['id', 'author_id'])
    .where('thread_id', '=', threadId)
    .orderBy('created')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Resolves or reopens a locked thread. Throws 403 if another user started it and the caller may not review. A thread about a review remark
 * also closes the remark, or sends its item back again, by the rules for remarks. The job of the remark must be locked.
 */
export async function setResolved(trx: Db, scope: Scope, thread: ThreadRow, isResolved: boolean, userId: string): Promise<void> {
  if (thread.remark_id) return setRemarkResolved(trx, scope, thread.remark_id, isResolved, userId);
  if ((await findFirstComment(trx, thread.id))?.author_id !== userId) scope.requirePermission(thread.workspace_id, 'review');
  if ((thread.resolved !== null) === isResolved) return;
  await trx
    .updateTable('comment_thread')
    .set({
      resolved: isResolved ? sql<Date>`clock_timestamp()` : null,
      resolved_by: isResolved ? userId : null,
      version: sql`version + 1`,
    })
    .where('id', '=', thread.id)
    .execute();
}

async function setRemarkResolved(trx: Db, scope: Scope, remarkId: string, isResolved: boolean, userId: string): Promise<void> {
  const remark = await scope.findRow('job_remark', remarkId, { entityName: 'Remark', service: 'annotate', lock: true });
  scope.requirePermission(remark.workspace_id, 'review');
  if ((remark.state === 'closed') === isResolved) return;
  const job = await findJob(scope, 'image', remark.job_id);
  await decideRemark(trx, job, remark, { state: isResolved ? 'closed' : 'open' }, userId);
}

/** Locks the job of a thread about a review remark. Call it before the thread is locked, because all other writers lock the job first. */
export async function lockJobOfRemark(scope: Scope, { remark_id }: ThreadRow): Promise<void> {
  if (!remark_id) return;
  const { job_id } = await scope.findRow('job_remark', remark_id, { entityName: 'Remark' });
  await findJob(scope, 'image', job_id, { lock: true });
}
