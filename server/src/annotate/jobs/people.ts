import type { JobPerson } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { notFound } from '../../errors';
import type { Db } from '../../database/connection';
import type { JobRow } from './items';

/** Throws 404 when one of these is no member of the workspace, as if there were no such person. */
export async function requireMembers(db: Db, workspaceId: string, userIds: readonly string[]): Promise<void> {
  const wanted = [...new Set(userIds)];
  if (wanted.length === 0) return;
  const rows = await db
    .selectFrom('membership')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', 'in', wanted)
    .execute();
  if (rows.length < wanted.length) throw notFound('User');
}

/** Gives the items of a job to these people alone; to nobody: to everybody. */
export async function setAssignees(trx: Db, job: Pick<JobRow, 'id' | 'workspace_id'>, userIds: readonly string[]): Promise<void> {
  await requireMembers(trx, job.workspace_id, userIds);
  await trx.deleteFrom('job_assignee').where('job_id', '=', job.id).execute();
  if (userIds.length === 0) return;
  await trx
    .insertInto('job_assignee')
    .values([...new Set(userIds)].map((user_id) => ({ job_id: job.id, user_id, workspace_id: job.workspace_id })))
    .execute();
}

/** Whether the items of a job are handed out to this person. */
export async function mayWorkOn(db: Db, job: JobRow, userId: string): Promise<boolean> {
  const rows = await db.selectFrom('job_assignee').select('user_id').where('job_id', '=', job.id).execute();
  return rows.length === 0 || rows.some((row) => row.user_id === userId);
}

/**
 * Who has marked items of the job as done, or is on them by a remark; who did most first. Seconds are what `markDone` kept;
 * of an even number of items the median is the mean of the two in the middle.
 */
export async function readPeople(db: Db, job: JobRow): Promise<JobPerson[]> {
  const { rows } = await sql<JobPerson>`
    select json_build_object('id', u.id, 'username', u.username) as user, w.done, w.median_seconds, w.measured,
      coalesce(r.remarks, 0) as remarks, coalesce(r.open_remarks, 0) as open_remarks
    from (
      select user_id, count(*) filter (where done_at is not null)::int as done,
        percentile_cont(0.5) within group (order by seconds) filter (where done_at is not null and seconds is not null) as median_seconds,
        count(*) filter (where done_at is not null and seconds is not null)::int as measured
      from item_work where job_id = ${job.id} group by user_id
    ) w
    join app_user u on u.id = w.user_id
    left join (
      select author_id, count(*)::int as remarks, count(*) filter (where state <> 'closed')::int as open_remarks
      from job_remark where job_id = ${job.id} group by author_id
    ) r on r.author_id = w.user_id
    where w.done > 0 or r.remarks > 0
    order by w.done desc, lower(u.username), u.id`.execute(db);
  return rows;
}
