import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import { hasOpenLayers } from './has-layers';

/**
 * Stores the members of groups of a job when a user completes them, and compares them with the members that other users kept. If the user
 * has a layer (an own version of the group), stores the members of the layer.
 */
export async function saveGroupSnapshots(trx: Db, jobId: string, groupIds: readonly string[], userId: string): Promise<void> {
  const { rows } = await sql<{ item_id: string }>`
    insert into item_snapshot (item_id, user_id, job_id, workspace_id, labels, shapes, members)
    select i.id, w.user_id, i.job_id, i.workspace_id, '[]', '[]', coalesce((
      select jsonb_agg(jsonb_build_object('kind', m.kind, 'id', m.id) order by m.id) from (
        select kind, member_id as id from group_layer_member where layer_id = y.id and is_member
        union all select 'image', image_id from group_image where group_id = i.group_id and y.id is null
        union all select 'object', object_id from group_object where group_id = i.group_id and y.id is null
        union all select 'group', child_id from group_group where parent_id = i.group_id and y.id is null) m), '[]')
    from job_item i join annotation_job j on j.id = i.job_id
      join item_work w on w.item_id = i.id and w.user_id = ${userId} and w.done_at is not null
      left join group_layer y on y.item_id = i.id and y.user_id = w.user_id and ${hasOpenLayers}
    where i.job_id = ${jobId} and i.group_id = any(${groupIds}::uuid[])
    on conflict (item_id, user_id) do update set members = excluded.members, taken = clock_timestamp()
    returning item_id`.execute(trx);
  const items = sql`${rows.map((row) => row.item_id)}::uuid[]`;
  await sql`delete from item_comparison where item_id = any(${items}) and ${userId} in (first_id, second_id)`.execute(trx);
  // Members are compared like shapes. Each member is a unit, with the value "kept" or "removed" for each user. Only layers record which
  // members both users removed.
  await sql`
    insert into item_comparison (item_id, first_id, second_id, job_id, workspace_id, same_labels, all_labels, same_shapes, all_shapes, label_pairs)
    select s.item_id, o.user_id, s.user_id, s.job_id, s.workspace_id, 0, 0, c.both, c.both + c.first + c.second, jsonb_build_array(
      jsonb_build_array('kept', 'kept', c.both), jsonb_build_array('kept', 'removed', c.first),
      jsonb_build_array('removed', 'kept', c.second), jsonb_build_array('removed', 'removed', (
        select count(*) from group_layer y join group_layer_member m on m.layer_id = y.id and not m.is_member
          join group_layer_member n on n.member_id = m.member_id and not n.is_member join group_layer z on z.id = n.layer_id
        where y.item_id = s.item_id and y.user_id = s.user_id and z.item_id = s.item_id and z.user_id = o.user_id)))
    from item_snapshot s join job_item i on i.id = s.item_id and i.gold_id is null
      join item_snapshot o on o.item_id = s.item_id and o.user_id <> s.user_id cross join lateral (
        select (count(*) filter (where a.id = b.id))::int as both, (count(*) filter (where b.id is null))::int as first,
          (count(*) filter (where a.id is null))::int as second
        from jsonb_to_recordset(o.members) a(id uuid) full join jsonb_to_recordset(s.members) b(id uuid) on a.id = b.id) c
    where s.item_id = any(${items}) and s.user_id = ${userId}`.execute(trx);
}
