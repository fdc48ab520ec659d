import type { Job } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { selectFacetCount } from '../../../data-access/facets';
import { selectRequiredPeople } from '../../../data-access/rows/required-people';
import { toIsoTimestamp, type View } from '../../../data-access/rows/view';
import { selectMissingPeople } from './missing-people';

export const jobView: View<Job> = {
  from: sql`annotation_job j`,
  id: sql`j.id`,
  columns: sql<Job>`
    j.id, j.workspace_id as workspace, j.name, j.description, j.todo_number, j.randomize, j.auto_complete, j.done, j.instructions, j.blind,
    j.extra_threshold, j.max_people,
    j.flow_id as flow, j.mark_done_label_id as mark_done_label, ${toIsoTimestamp('j.created')} as created, j.version,
    case j.type when 'image' then ${selectFacetCount('image.job', 'j')} else (select count(*)::int from job_item i where i.job_id = j.id) end as item_count,
    (select count(*)::int from job_item i where i.job_id = j.id and i.done_count >= ${selectRequiredPeople()}
      and (not j.blind or i.adopted is not null)) as item_done_count,
    case when j.blind then (
      select count(*)::int from job_item i where i.job_id = j.id and i.done_count >= ${selectRequiredPeople()} and i.adopted is null)
      else 0 end as adjudication_count,
    ${selectMissingPeople} as missing_people,
    coalesce((select json_agg(t.task_id order by t.created, t.task_id) from job_recognition_task t where t.job_id = j.id), '[]') as recognition_tasks,
    coalesce((
      select json_agg(json_build_object('id', u.id, 'username', u.username) order by lower(u.username), u.id)
      from job_assignee s join app_user u on u.id = s.user_id where s.job_id = j.id), '[]') as assignees`,
};
