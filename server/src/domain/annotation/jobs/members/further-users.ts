import type { Agreement } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { addExtraUsers, selectRequiredUsers } from '../../../../data-access/rows/required-users';
import { withoutLimits } from '../../../../platform/access/job-access';
import type { Db } from '../../../../platform/database/connection';
import { getItemColumn, type JobRow } from '../items/items';
import { mayWorkOn } from './members';
import { isNotPaused } from './pause';

/** Maximum number of users for each item that the API allows. */
const MAX_USERS_PER_ITEM = 4;

/** Returns the maximum number of users of an item, including additional users who are required if the agreement is low. */
const getMaxUsers = ({ todo_number, max_people }: JobRow): number => Math.min(MAX_USERS_PER_ITEM, max_people ?? todo_number + 1);

/** SQL condition: another user could still do item `i`. This user may work on the job, is not paused, and has not done the item. */
const isAnotherUserAvailable = (job: JobRow) => sql`exists (
  select from membership m join workspace w on w.id = m.workspace_id
  where m.workspace_id = i.workspace_id and ${mayWorkOn(job)} and ${isNotPaused(sql`i.job_id`)}
    and (not exists (select from job_assignee s where s.job_id = i.job_id)
      or exists (select from job_assignee s where s.job_id = i.job_id and s.user_id = m.user_id))
    and not exists (select from item_work k where k.item_id = i.id and k.user_id = m.user_id and k.done_at is not null))`;

/**
 * Requires one more user for images or groups that all required users have done with an agreement below the job's threshold. No user is
 * added above the job's maximum or if nobody is available. The job must be locked. Returns the images or groups that need one more user.
 */
export async function requireFurtherUsers(trx: Db, job: JobRow, targets: readonly string[]): Promise<ReadonlySet<string>> {
  if (job.extra_threshold === null || job.todo_number < 2 || targets.length === 0) return new Set();
  const column = sql.ref(getItemColumn(job));
  return withoutLimits(trx, async () => {
    const { rows } = await sql<{ target: string }>`
      update job_item i set extra_people = i.extra_people + 1
      from (
        select item_id, sum(same_labels + same_shapes + same_attributes)::float8 / nullif(sum(all_labels + all_shapes + all_attributes), 0) as ratio
        from item_comparison where item_id in (select id from job_item where job_id = ${job.id} and ${column} = any(${targets}::uuid[]))
        group by item_id) c
      where c.item_id = i.id
        and c.ratio * 100 < ${job.extra_threshold}::float8
        and i.done_count >= ${addExtraUsers(job)} and ${addExtraUsers(job)} < ${getMaxUsers(job)}
        and ${isAnotherUserAvailable(job)}
      returning i.${column} as target`.execute(trx);
    return new Set(rows.map(({ target }) => target));
  });
}

/**
 * Call it when the number of users per item of a locked job increases to `todoNumber`. Reduces the additional users of its items by the
 * same number, because items could otherwise need more users than the maximum.
 */
export async function includeFurtherUsers(trx: Db, job: JobRow, todoNumber: number): Promise<void> {
  const addedUsers = todoNumber - job.todo_number;
  if (addedUsers <= 0) return;
  await withoutLimits(trx, () =>
    sql`
      update job_item set extra_people = greatest(0, extra_people - ${addedUsers}::int)
      where job_id = ${job.id} and extra_people > 0`.execute(trx),
  );
}

/**
 * Removes the requirement of an additional user from those items of a locked job that still wait for this user. Call it when the job no
 * longer asks additional users.
 */
export async function releaseWaitingItems(trx: Db, job: JobRow): Promise<void> {
  await withoutLimits(trx, () =>
    sql`
      update job_item i set extra_people = greatest(0, i.done_count - ${job.todo_number}::int)
      where i.job_id = ${job.id} and i.extra_people > 0 and i.done_count < ${addExtraUsers(job)}`.execute(trx),
  );
}

/** Counts how many additional annotations the threshold of a job has saved. Null without a threshold. */
export async function readFurtherUsers(db: Db, job: JobRow): Promise<Agreement['further_people']> {
  if (job.extra_threshold === null || job.todo_number < 2) return null;
  const { rows } = await sql<{ items: number; asked_items: number; asked: number }>`
    select count(*)::int as items, (count(*) filter (where i.extra_people > 0))::int as asked_items,
      coalesce(sum(i.extra_people), 0)::int as asked
    from job_item i join annotation_job j on j.id = i.job_id
    where i.job_id = ${job.id} and (i.done_count >= ${selectRequiredUsers()} or i.extra_people > 0)`.execute(db);
  const { items = 0, asked_items = 0, asked = 0 } = rows[0] ?? {};
  return { items, asked_items, asked, possible: items * Math.max(0, getMaxUsers(job) - job.todo_number) };
}
