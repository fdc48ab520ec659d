import { sql, type Kysely } from 'kysely';

/**
 * Creates a notice for the user who requested an export when its files are complete. All other notices are created as in migration 0054.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function create_notices_of_events() returns trigger language plpgsql as $$
    begin
      insert into notice (user_id, workspace_id, kind, actor_id, entity_kind, entity_id, data)
      select m.user_id, e.workspace_id, e.notice_kind, e.actor_id, e.entity_kind, e.entity_id, jsonb_strip_nulls(e.data)
      from (
        select workspace_id, user_id, 'import_finished' as notice_kind, null::uuid as actor_id, 'import' as entity_kind, entity_id,
            jsonb_build_object('name', data -> 'name', 'failed', data ->> 'state' = 'failed') as data
          from new_rows where kind = 'import.finished' and data ->> 'state' <> 'cancelled'
        union all
        select workspace_id, user_id, 'export_finished', null, 'export', entity_id,
            jsonb_build_object('name', 'export-' || (data ->> 'format') || '.zip')
          from new_rows where kind = 'export.finished'
        union all
        select n.workspace_id, n.user_id, 'training_finished', null, (n.data ->> 'domain') || '_task', (n.data ->> 'task')::uuid,
            jsonb_build_object('name', coalesce(r.name, d.name, s.name), 'failed', n.kind = 'training.failed')
          from new_rows n
            left join recognition_task r on r.id = (n.data ->> 'task')::uuid
            left join detection_task d on d.id = (n.data ->> 'task')::uuid
            left join segmentation_task s on s.id = (n.data ->> 'task')::uuid
          where n.kind in ('training.finished', 'training.failed')
        union all
        select n.workspace_id, j.created_by, 'job_completed', n.user_id,
            case j.type when 'image' then 'image_job' else 'similarity_job' end, j.id, jsonb_build_object('name', j.name)
          from new_rows n join annotation_job j on j.id = n.entity_id
          where n.kind = 'job.completed' and j.created_by is distinct from n.user_id
      ) e join membership m on m.workspace_id = e.workspace_id and m.user_id = e.user_id
      where e.entity_id is not null
        and not exists (select from muted_notice o where o.user_id = m.user_id and o.kind = e.notice_kind);
      return null;
    end $$`.execute(db);
}
