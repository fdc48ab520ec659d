import type { EventData, Remark, UserReference } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { withoutLimits } from '../../../../platform/access/job-access';
import { isMemberAllowed } from '../../../../platform/access/member-role';
import type { Scope, ScopedRow } from '../../../../platform/access/scope';
import type { Db } from '../../../../platform/database/connection';
import { recordEvents } from '../../../../platform/events/record-events';
import { createFieldError, HttpError } from '../../../../platform/errors';
import { lockImages, syncFacets } from '../../../../data-access/facets';
import { toIsoTimestamp, type RowView } from '../../../../data-access/rows/view';
import { findReferencedRow } from '../../../../data-access/rows/references';
import { requireInsideImage } from '../../../../data-access/shapes/geometry';
import { releaseJobItems } from '../../../account/workspaces';
import { listVerificationSyncs } from '../../../recognition/images/verify';
import { createNotices } from '../../../notices/create-notices';
import { createExcerpt, parseMentions, requireMentionedMembers } from '../../../notices/mentions';
import { unmarkDone } from '../items/batch';
import { getJobPage, type JobRow } from '../items/items';
import { messages as itemMessages } from '../items/messages';
import { messages } from './messages';
import { requireMembers } from '../members/members';
import { deleteSnapshots } from '../work/snapshots';

const selectUser = (alias: 'a' | 'v') =>
  sql<UserReference>`json_build_object('id', ${sql.ref(`${alias}.id`)}, 'username', ${sql.ref(`${alias}.username`)})`;

export const remarkView: RowView<Remark> = {
  from: sql`job_remark m join job_item i on i.id = m.item_id join app_user a on a.id = m.author_id left join app_user v on v.id = m.reviewer_id`,
  id: sql`m.id`,
  columns: sql<Remark>`
    m.id, m.workspace_id as workspace, m.job_id as job, i.image_id as image, m.text, m.data, ${selectUser('a')} as author,
    case when v.id is not null then ${selectUser('v')} end as reviewer, m.state, ${toIsoTimestamp('m.created')} as created,
    ${toIsoTimestamp('m.answered')} as answered, m.version`,
};

/**
 * SQL condition: the remark waits for this user. The author corrects the work if the remark is open; the reviewer checks the correction if
 * it is answered.
 */
export const awaitsUser = (userId: string) =>
  sql`((m.state = 'open' and m.author_id = ${userId}) or (m.state = 'answered' and m.reviewer_id is not distinct from ${userId}::uuid))`;

interface NewRemark {
  item: string;
  text: string;
  data?: number[] | null | undefined;
  to?: string | undefined;
}

/**
 * Sends an image of a locked job back to its author with a remark. Assigns the item to the author again, and removes the author's
 * verification. Returns the id of the remark.
 */
export async function sendBack(trx: Db, scope: Scope, job: JobRow, remark: NewRemark, reviewerId: string): Promise<string> {
  const image = await findReferencedRow(scope, 'training_image', remark.item, job.workspace_id, {
    field: 'item',
    entityName: 'Image',
  });
  if (remark.to) await requireMembers(trx, job.workspace_id, [remark.to]);
  await requireMentionedMembers(trx, job.workspace_id, remark.text);
  if (remark.data) requireInsideImage(remark.data, image);
  const { rows } = await sql<{ item: string; author: string | null }>`
    select i.id as item, (
      select w.user_id from item_work w
      where w.item_id = i.id ${remark.to ? sql`and w.user_id = ${remark.to}` : sql``}
        and (w.done_at is not null
          or exists (select 1 from job_remark m where m.item_id = i.id and m.author_id = w.user_id and m.state = 'open'))
      order by w.done_at desc nulls last, w.user_id limit 1) as author
    from job_item i where i.job_id = ${job.id} and i.image_id = ${image.id}`.execute(trx);
  const jobItem = rows[0];
  if (!jobItem) throw createFieldError('item', itemMessages.notInJob);
  if (!jobItem.author) throw createFieldError(remark.to ? 'to' : 'item', messages.notDone);
  await reassignItem(trx, job, image.id, jobItem.author);
  const { id } = await trx
    .insertInto('job_remark')
    .values({
      workspace_id: job.workspace_id,
      job_id: job.id,
      item_id: jobItem.item,
      text: remark.text,
      data: remark.data ?? null,
      author_id: jobItem.author,
      reviewer_id: reviewerId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await recordSentBack(trx, job, { image: image.id, remark: id, author: jobItem.author }, reviewerId);
  await notifySentBack(trx, job, { id, text: remark.text, author_id: jobItem.author, image_id: image.id }, reviewerId);
  return id;
}

function recordSentBack(trx: Db, job: JobRow, data: EventData<'job.item_sent_back'>, userId: string): Promise<void> {
  const { id: entityId, workspace_id: workspaceId } = job;
  return recordEvents(trx, [{ kind: 'job.item_sent_back', workspaceId, userId, entityId, data }]);
}

interface SentBackRemark {
  id: string;
  text: string;
  author_id: string;
  image_id: string;
}

type NotifiedJob = Pick<JobRow, 'id' | 'type' | 'name' | 'workspace_id'>;

/** Creates a notice for the author of the work, and for other users that the text mentions. */
export async function notifySentBack(trx: Db, job: NotifiedJob, remark: SentBackRemark, actorId: string): Promise<void> {
  // Notices refer to the thread of a new remark, which a deferred trigger would otherwise create at the end of the transaction.
  await sql`set constraints job_remark_thread immediate`.execute(trx);
  const notice = await createRemarkNotice(trx, job, remark, actorId);
  await createNotices(trx, { ...notice, kind: 'sent_back', userIds: [remark.author_id] });
  const mentionedIds = parseMentions(remark.text).filter((id) => id !== remark.author_id);
  await createNotices(trx, { ...notice, kind: 'mentioned', userIds: mentionedIds });
}

async function createRemarkNotice(trx: Db, job: NotifiedJob, remark: Omit<SentBackRemark, 'author_id'>, actorId: string) {
  const thread = await trx.selectFrom('comment_thread').select('id').where('remark_id', '=', remark.id).executeTakeFirst();
  const text = await createExcerpt(trx, job.workspace_id, remark.text);
  return {
    workspaceId: job.workspace_id,
    actorId,
    page: getJobPage(job),
    thread: thread?.id ?? null,
    data: { name: job.name, image: remark.image_id, text },
  };
}

/**
 * Closes a remark, or reopens it together with the item. The job must be locked. Throws 403 if the user is not the reviewer, unless the
 * reviewer has lost the permission to review.
 */
export async function decideRemark(
  trx: Db,
  job: JobRow,
  remark: ScopedRow<'job_remark'>,
  { state: newState, text }: { state: 'open' | 'closed'; text?: string | undefined },
  userId: string,
): Promise<void> {
  if (remark.reviewer_id !== userId && (await isMemberAllowed(trx, job.workspace_id, remark.reviewer_id, 'review')))
    throw new HttpError(403, messages.reviewerOnly);
  if (text !== undefined) await requireMentionedMembers(trx, job.workspace_id, text, remark.text);
  const jobItem = await trx.selectFrom('job_item').select('image_id').where('id', '=', remark.item_id).executeTakeFirstOrThrow();
  if (newState === 'open' && remark.state !== 'open' && jobItem.image_id) {
    await reassignItem(trx, job, jobItem.image_id, remark.author_id);
    await recordSentBack(trx, job, { image: jobItem.image_id, remark: remark.id, author: remark.author_id }, userId);
    await notifySentBack(trx, job, { ...remark, text: text ?? remark.text, image_id: jobItem.image_id }, userId);
  }
  await trx
    .updateTable('job_remark')
    .set({ state: newState, ...(text === undefined ? {} : { text }), reviewer_id: userId, version: sql`version + 1` })
    .where('id', '=', remark.id)
    .execute();
}

/**
 * Removes the author's done mark, snapshot of finished work and verification of an image. The author gets the item again. If the author may
 * no longer annotate, other users get the item.
 */
async function reassignItem(trx: Db, job: JobRow, imageId: string, authorId: string): Promise<void> {
  await lockImages(trx, [imageId]);
  await withoutLimits(trx, () => unmarkDone(trx, job, [imageId], authorId));
  await deleteSnapshots(trx, job, [imageId], authorId);
  await trx.deleteFrom('image_verification').where('image_id', '=', imageId).where('user_id', '=', authorId).execute();
  await syncFacets(trx, job.workspace_id, listVerificationSyncs([imageId]));
  if (!(await isMemberAllowed(trx, job.workspace_id, authorId, 'annotate')))
    await releaseJobItems(trx, job.workspace_id, authorId);
}

/** Marks the author's open remarks on these images as answered. Each reviewer gets one notice for each image. */
export async function answerRemarks(trx: Db, job: JobRow, imageIds: readonly string[], authorId: string): Promise<void> {
  const answeredRemarks = await setRemarkState(trx, job, imageIds, authorId, 'open', 'answered');
  const notifiedKeys = new Set<string>();
  for (const remark of answeredRemarks) {
    const key = `${remark.reviewer_id} ${remark.image_id}`;
    if (remark.reviewer_id === null || notifiedKeys.has(key)) continue;
    notifiedKeys.add(key);
    const notice = await createRemarkNotice(trx, job, remark, authorId);
    await createNotices(trx, { ...notice, kind: 'corrected', userIds: [remark.reviewer_id] });
  }
}

/** Reopens the author's answered remarks on these images, after the done mark was removed. */
export async function reopenRemarks(trx: Db, job: JobRow, imageIds: readonly string[], authorId: string): Promise<void> {
  await setRemarkState(trx, job, imageIds, authorId, 'answered', 'open');
}

interface ChangedRemark extends Omit<SentBackRemark, 'author_id'> {
  /** Null if the account was deleted. */
  reviewer_id: string | null;
}

async function setRemarkState(
  trx: Db,
  job: JobRow,
  imageIds: readonly string[],
  authorId: string,
  previousState: Remark['state'],
  newState: Remark['state'],
): Promise<ChangedRemark[]> {
  const { rows } = await sql<ChangedRemark>`
    update job_remark m set state = ${newState}, version = version + 1,
      answered = ${newState === 'answered' ? sql`clock_timestamp()` : sql`null`}
    from job_item i
    where i.id = m.item_id and m.job_id = ${job.id} and i.image_id = any(${imageIds}::uuid[])
      and m.author_id = ${authorId} and m.state = ${previousState}
    returning m.id, m.text, m.reviewer_id, i.image_id`.execute(trx);
  return rows;
}
