import type { Import, ImportItem } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { toIsoTimestamp, type RowView } from '../../data-access/rows/view';

/** An import as the API returns it. Speed and remaining time are available once the current work has run for two seconds. */
export const importView: RowView<Import> = {
  from: sql`data_import i left join long_work w on w.id = i.work_id left join app_user u on u.id = i.created_by`,
  countFrom: sql`data_import i`,
  id: sql`i.id`,
  columns: sql<Import>`
    i.id, i.workspace_id as workspace, i.name, i.state, i.source, i.plan, i.choices, i.result, i.error,
    (select count(*)::int from import_file f where f.import_id = i.id) as files,
    (select coalesce(sum(f.size), 0)::float8 from import_file f where f.import_id = i.id) as bytes,
    case when w.id is not null then (
      select json_build_object('id', w.id, 'status', w.state, 'done', w.progress_done, 'total', w.progress_total, 'per_second', s.speed,
        'cut_off', greatest(w.attempt - 1, 0),
        'seconds_left', case when s.speed > 0 and w.state = 'running' then (w.progress_total - w.progress_done) / s.speed end)
      from (select case when e.seconds >= 2 then w.progress_done / e.seconds end as speed
        from (select extract(epoch from coalesce(w.finished, clock_timestamp()) - i.began)::float8 as seconds) e) s) end as work,
    ${toIsoTimestamp('i.created')} as created,
    case when u.id is not null then json_build_object('id', u.id, 'username', u.username) end as created_by`,
};

export const importItemView: RowView<ImportItem> = {
  from: sql`import_item t`,
  id: sql`t.n`,
  columns: sql<ImportItem>`t.n as number, t.path, t.outcome, t.reason, t.image_id as image`,
};
