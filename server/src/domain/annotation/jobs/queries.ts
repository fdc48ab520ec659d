import type { Job } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { selectFacetCount } from '../../../data-access/facets';
import { selectRequiredUsers } from '../../../data-access/rows/required-users';
import { toIsoTimestamp, type RowView } from '../../../data-access/rows/view';
import { selectDisputedGroupCount } from './agreement/disputed-groups';
import { selectMissingUsers } from './members/missing-users';

/**
 * SQL condition: the caller is an annotator, and the open job `j` has gold-standard items that annotators must not recognize. Such callers
 * see only their own progress. The progress of the job does not count gold items and would reveal them (ADR 0124).
 */
const hidesGoldFromCaller = sql`(j.gold_rate is not null and not j.done and coalesce(current_setting('console.limited_user', true), '') <> '')`;
const ownDoneCount = sql`(
  select count(*)::int from item_work w where w.job_id = j.id and w.done_at is not null
    and w.user_id = nullif(current_setting('console.limited_user', true), '')::uuid)`;
/** SQL of the number of items. Annotators cannot derive the number of gold items from it. */
const itemCount = sql`case j.type
  when 'image' then ${selectFacetCount('image.job', 'j')}
    - (select count(*)::int from job_item i where i.job_id = j.id and i.gold_id is not null)
  else (select count(*)::int from job_item i where i.job_id = j.id and i.gold_id is null) end`;

export const jobView: RowView<Job> = {
  from: sql`annotation_job j`,
  id: sql`j.id`,
  columns: sql<Job>`
    j.id, j.workspace_id as workspace, j.name, j.description, j.todo_number, j.randomize, j.auto_complete, j.done, j.instructions, j.blind, j.gold_feedback,
    j.extra_threshold, j.max_people, exists (select from auto_acceptance a where a.job_id = j.id) as audit,
    j.flow_id as flow, j.mark_done_label_id as mark_done_label, ${toIsoTimestamp('j.created')} as created, j.version,
    ${itemCount} as item_count,
    case when ${hidesGoldFromCaller} then ${ownDoneCount} else (
      select count(*)::int from job_item i where i.job_id = j.id and i.done_count >= ${selectRequiredUsers()}
        and (not j.blind or i.adopted is not null or j.type <> 'image') and i.gold_id is null) end as item_done_count,
    case when ${hidesGoldFromCaller} then 0 when j.type = 'similarity' then ${selectDisputedGroupCount}
      when j.blind then (
      select count(*)::int from job_item i where i.job_id = j.id and i.done_count >= ${selectRequiredUsers()} and i.adopted is null
        and i.gold_id is null)
      else 0 end as adjudication_count,
    case when ${hidesGoldFromCaller} then null else ${selectMissingUsers} end as missing_people,
    case when coalesce(current_setting('console.limited_user', true), '') = '' then j.gold_rate end as gold_rate,
    coalesce((select json_agg(t.task_id order by t.created, t.task_id) from job_recognition_task t where t.job_id = j.id), '[]') as recognition_tasks,
    coalesce((
      select json_agg(json_build_object('id', u.id, 'username', u.username) order by lower(u.username), u.id)
      from job_assignee s join app_user u on u.id = s.user_id where s.job_id = j.id), '[]') as assignees`,
};
