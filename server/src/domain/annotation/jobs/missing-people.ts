import type { Job } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { selectRequiredPeople } from '../../../data-access/rows/required-people';
import { hasMemberPermission } from '../../../platform/access/member-role';

/** SQL of the members of the workspace of a job `j` who may annotate. */
const annotators = sql`membership m join workspace w on w.id = m.workspace_id
  where m.workspace_id = j.workspace_id and ${hasMemberPermission('annotate')}`;

/**
 * SQL of the numbers of users of a job `j` whose items need more users than may work on them. The reason is that assignees have
 * left or lost their permission. Null if all items can be completed.
 */
export const selectMissingPeople = sql<Job['missing_people']>`(
  with available as (
    select m.user_id from ${annotators} and (not exists (select from job_assignee s where s.job_id = j.id)
      or exists (select from job_assignee s where s.job_id = j.id and s.user_id = m.user_id)))
  select json_build_object('available', (select count(*) from available), 'all', (select count(*) from ${annotators}))
  where not j.done and (select count(*) from available) < j.todo_number and (
    not exists (select from job_item i where i.job_id = j.id)
    or exists (select from job_item i where i.job_id = j.id and i.gold_id is null and i.done_count < ${selectRequiredPeople()} and i.done_count + (
      select count(*) from available a where not exists (
        select from item_work k where k.item_id = i.id and k.user_id = a.user_id and k.done_at is not null)) < ${selectRequiredPeople()})))`;
