import type { JobMember } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { hasMemberPermission, memberRole } from '../../../../platform/access/member-role';
import { createFieldError, notFound } from '../../../../platform/errors';
import type { Db } from '../../../../platform/database/connection';
import { createNotices } from '../../../notices/create-notices';
import { getJobPage, type JobRow } from '../items/items';
import { messages } from './messages';

/**
 * SQL condition: the role of the member `m` of the workspace `w` permits work on the job. In similarity jobs with independent work
 * (`blind`), only annotators may work, because other roles see the shared groups.
 */
export const mayWorkOn = ({ type, blind }: Pick<JobRow, 'type' | 'blind'>) =>
  type === 'similarity' && blind ? sql<boolean>`${memberRole} = 'annotator'` : hasMemberPermission('annotate');

/** Throws 404 if one of the users is not a member of the workspace, as if the user did not exist. */
export async function requireMembers(db: Db, workspaceId: string, userIds: readonly string[]): Promise<void> {
  const uniqueIds = [...new Set(userIds)];
  if (uniqueIds.length === 0) return;
  const rows = await db
    .selectFrom('membership')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', 'in', uniqueIds)
    .execute();
  if (rows.length < uniqueIds.length) throw notFound('User');
}

/**
 * Throws 400 if a write leaves fewer assignees than each item needs, because no item of the job could then be completed.
 * Writes that change neither number are accepted, because jobs that were created before this check may have too few assignees.
 */
export async function requireEnoughAssignees(
  db: Db,
  job: Pick<JobRow, 'id' | 'todo_number'>,
  { todo_number, assignees }: { todo_number?: number; assignees?: readonly string[] },
): Promise<void> {
  if (todo_number === undefined && assignees === undefined) return;
  const currentAssignees = (await db.selectFrom('job_assignee').select('user_id').where('job_id', '=', job.id).execute()).map(
    (row) => row.user_id,
  );
  const newAssignees = new Set(assignees ?? currentAssignees);
  const requiredCount = todo_number ?? job.todo_number;
  if (newAssignees.size === 0 || newAssignees.size >= requiredCount) return;
  const isUnchanged =
    requiredCount === job.todo_number &&
    newAssignees.size === currentAssignees.length &&
    currentAssignees.every((id) => newAssignees.has(id));
  if (!isUnchanged) throw createFieldError('assignees', messages.tooFewAssignees(newAssignees.size, requiredCount));
}

/**
 * Assigns a job to these users. Without users, all members may work on the job. New assignees get a notice. Throws 400 if a user may not
 * annotate.
 */
export async function setAssignees(
  trx: Db,
  job: Pick<JobRow, 'id' | 'workspace_id' | 'name' | 'type'>,
  userIds: readonly string[],
  actorId: string,
): Promise<void> {
  await requireMembers(trx, job.workspace_id, userIds);
  const { rows } = await sql`
    select from membership m join workspace w on w.id = m.workspace_id
    where m.workspace_id = ${job.workspace_id} and m.user_id = any(${userIds}::uuid[]) and not ${hasMemberPermission('annotate')}`.execute(
    trx,
  );
  if (rows.length > 0) throw createFieldError('assignees', messages.cannotAnnotate);
  const previousAssignees = await trx.deleteFrom('job_assignee').where('job_id', '=', job.id).returning('user_id').execute();
  if (userIds.length === 0) return;
  await trx
    .insertInto('job_assignee')
    .values([...new Set(userIds)].map((user_id) => ({ job_id: job.id, user_id, workspace_id: job.workspace_id })))
    .execute();
  await createNotices(trx, {
    workspaceId: job.workspace_id,
    kind: 'assigned',
    actorId,
    page: getJobPage(job),
    data: { name: job.name },
    userIds: userIds.filter((id) => !previousAssignees.some(({ user_id }) => user_id === id)),
  });
}

/** Whether the user may work on items of the job. */
export async function canWorkOn(db: Db, job: JobRow, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from membership m join workspace w on w.id = m.workspace_id
    where m.workspace_id = ${job.workspace_id} and m.user_id = ${userId} and ${mayWorkOn(job)}
      and (not exists (select from job_assignee s where s.job_id = ${job.id})
        or exists (select from job_assignee s where s.job_id = ${job.id} and s.user_id = m.user_id))`.execute(db);
  return rows.length > 0;
}

/** Done marks less than this time apart belong to one burst: after an offline period, a browser sends all its stored marks together. */
const MAX_BURST_SECONDS = 1;

/**
 * Reads the users who marked items of the job as done or received remarks of a reviewer on items. Users with the most items come first. The
 * seconds that `markDone` recorded for a burst are divided equally. The median of an even number of values is the mean of the middle two.
 * With `userId`, only this user is read.
 */
export async function readJobMembers(db: Db, job: JobRow, userId: string | null): Promise<JobMember[]> {
  const { rows } = await sql<JobMember>`
    select json_build_object('id', u.id, 'username', u.username) as user, w.done, w.median_seconds, w.measured,
      coalesce(r.remarks, 0) as remarks, coalesce(r.open_remarks, 0) as open_remarks
    from (
      select user_id, count(done_at)::int as done, percentile_cont(0.5) within group (order by shared) as median_seconds,
        count(shared)::int as measured
      from (
        select user_id, done_at, case when seconds is not null then avg(seconds) over (partition by user_id, go) end as shared
        from (
          select user_id, done_at, seconds, count(*) filter (where begins) over (partition by user_id order by done_at) as go
          from (
            select user_id, done_at, case when done_at is not null then seconds end as seconds,
              done_at - lag(done_at) over (partition by user_id order by done_at) >= make_interval(secs => ${MAX_BURST_SECONDS}) as begins
            from item_work where job_id = ${job.id}
          ) marked
) bursts
      ) each
      group by user_id
    ) w
    join app_user u on u.id = w.user_id
    left join (
      select author_id, count(*)::int as remarks, count(*) filter (where state <> 'closed')::int as open_remarks
      from job_remark where job_id = ${job.id} group by author_id
    ) r on r.author_id = w.user_id
    where (w.done > 0 or r.remarks > 0) and ${userId === null ? sql`true` : sql`u.id = ${userId}`}
    order by w.done desc, lower(u.username), u.id`.execute(db);
  return rows;
}
