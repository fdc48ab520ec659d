import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../../platform/database/connection';
import { HttpError } from '../../../../platform/errors';
import { recordAuditEvent, type AuditEvent } from '../../../../platform/access/audit';
import { createNotices } from '../../../notices/create-notices';
import { getJobPage, type JobRow } from '../items/items';
import { requireMembers } from './members';
import { messages } from './messages';

/** Whether a manager has paused a user in a job. Paused users get no items. */
export async function isPaused(db: Db, jobId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('job_pause')
    .select('user_id')
    .where('job_id', '=', jobId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** SQL condition: the member `m` is not paused in the job with this id. */
export const isNotPaused = (jobId: RawBuilder<unknown>) =>
  sql<boolean>`not exists (select from job_pause p where p.job_id = ${jobId} and p.user_id = m.user_id)`;

/** Throws 403 if the user is paused in the job. */
export async function requireNotPaused(db: Db, jobId: string, userId: string): Promise<void> {
  if (await isPaused(db, jobId, userId)) throw new HttpError(403, messages.userPaused);
}

/** Pauses or resumes a member in a locked job, sends them a notice, and adds an entry to the audit log. Repeated calls change nothing. */
export async function setPaused(
  trx: Db,
  job: JobRow,
  userId: string,
  shouldPause: boolean,
  actor: NonNullable<AuditEvent['actor']>,
): Promise<void> {
  await requireMembers(trx, job.workspace_id, [userId]);
  if ((await isPaused(trx, job.id, userId)) === shouldPause) return;
  if (shouldPause)
    await trx
      .insertInto('job_pause')
      .values({ job_id: job.id, user_id: userId, workspace_id: job.workspace_id, paused_by: actor.id })
      .execute();
  else await trx.deleteFrom('job_pause').where('job_id', '=', job.id).where('user_id', '=', userId).execute();
  await recordAuditEvent(trx, [job.workspace_id], {
    action: shouldPause ? 'job-paused' : 'job-resumed',
    actor,
    subject: `annotate/${job.type}job`,
    subjectId: job.id,
    changedIds: [userId],
  });
  await createNotices(trx, {
    workspaceId: job.workspace_id,
    kind: shouldPause ? 'paused' : 'resumed',
    actorId: actor.id,
    page: getJobPage(job),
    userIds: [userId],
    data: { name: job.name },
  });
}
