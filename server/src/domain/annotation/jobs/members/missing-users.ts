import type { Job } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { selectRequiredUsers } from '../../../../data-access/rows/required-users';
import { hasMemberPermission, memberRole } from '../../../../platform/access/member-role';
import { isNotPaused } from './pause';

/**
 * SQL of the members of the workspace of a job `j` whose role allows them to work on its items. Does not check whether they are assigned to
 * the job.
 */
const annotators = sql`membership m join workspace w on w.id = m.workspace_id
  where m.workspace_id = j.workspace_id and ${hasMemberPermission('annotate')}
    and (j.type = 'image' or not j.blind or ${memberRole} = 'annotator')`;

/** SQL condition: item `i` needs more users than can still do it. */
const lacksUsers = sql`i.gold_id is null and i.done_count < ${selectRequiredUsers()} and i.done_count + (
  select count(*) from available a where not exists (
    select from item_work k where k.item_id = i.id and k.user_id = a.user_id and k.done_at is not null)) < ${selectRequiredUsers()}`;

/**
 * SQL of `missing_people` of a job `j`, if items need more users than are available: assignees have left, are paused or have lost their
 * permission. Null if all items can be completed.
 */
export const selectMissingUsers = sql<Job['missing_people']>`(
  with available as (
    select m.user_id from ${annotators} and ${isNotPaused(sql`j.id`)} and (not exists (select from job_assignee s where s.job_id = j.id)
      or exists (select from job_assignee s where s.job_id = j.id and s.user_id = m.user_id)))
  select json_build_object('available', (select count(*) from available), 'all', (select count(*) from ${annotators}))
  where not j.done and case when (select count(*) from available) < j.todo_number then
      not exists (select from job_item i where i.job_id = j.id) or exists (select from job_item i where i.job_id = j.id and ${lacksUsers})
    -- Only jobs that ask additional users have items that need more.
    else j.extra_threshold is not null
      and exists (select from job_item i where i.job_id = j.id and i.extra_people > 0 and ${lacksUsers}) end)`;
