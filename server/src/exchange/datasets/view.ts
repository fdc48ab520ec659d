import type { Dataset } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { toIsoTimestamp, type RowView } from '../../data-access/rows/view';

const trainedOn = sql.join(
  (['recognition', 'detection', 'segmentation'] as const).map(
    (domain) => sql`
    select ${sql.lit(domain)}::text as domain, m.task_id, t.name, m.id, m.number
    from ${sql.table(`${domain}_model`)} m join ${sql.table(`${domain}_task`)} t on t.id = m.task_id where m.dataset_id = d.id`,
  ),
  sql` union all `,
);

export const datasetView: RowView<Dataset> = {
  from: sql`dataset_version d`,
  id: sql`d.id`,
  columns: sql<Dataset>`
    d.id, d.workspace_id as workspace, d.name, d.state, d.error, d.pictures,
    (select count(*)::int from dataset_picture p left join training_image i on i.id = p.image_id
      where p.dataset_id = d.id and i.id is null) as deleted,
    coalesce(
      (select json_build_object('domain', domain, 'task', task_id, 'task_name', name, 'model', id, 'number', number)
        from (${trainedOn}) m order by number limit 1),
      (d.made_for || '{"model": null, "number": null}')::json) as training,
    ${toIsoTimestamp('d.created')} as created,
    (select json_build_object('id', u.id, 'username', u.username) from app_user u where u.id = d.created_by) as created_by`,
};
