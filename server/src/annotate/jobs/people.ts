import type { JobMember } from '@console/shared-contract/api';
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

/** Marks that come closer after one another than this are of one go: an outbox sends what it kept while there was no connection. */
const BURST_SECONDS = 1;

/**
 * Who has marked items of the job as done, or is on them by a remark; who did most first. Seconds are what `markDone` kept,
 * those of marks that came in one go divided among them; of an even number of items the median is the mean of the two in the
 * middle.
 */
export async function readPeople(db: Db, job: JobRow): Promise<JobMember[]> {
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
              done_at - lag(done_at) over (partition by user_id order by done_at) >= make_interval(secs => ${BURST_SECONDS}) as begins
            from item_work where job_id = ${job.id}
          ) marked
        ) gone
      ) each
      group by user_id
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
