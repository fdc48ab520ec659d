import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import { createMissingLayers, switchGroupLayers } from '../../quality/group-layers/create-layers';
import { hasGroupLayers, type GroupJobState } from '../../quality/group-layers/has-layers';
import type { RowValues } from './net-changes';

/** A job before and after the undo has changed it. */
export interface ChangedJob {
  before: RowValues;
  after: RowValues;
}

interface PendingMember {
  layer_id: string;
  workspace_id: string;
  kind: string;
  member_id: string;
  image_id: string | null;
  is_member: boolean;
  created: string;
}

/**
 * Creates the layers of annotators (each annotator's own changes of a group) that were deleted with these job items (ADR 0124). An
 * annotator's changes may have taken effect when the item was removed from the job. If this undo reverts them, they become unfinished
 * changes of the layer again. With several annotators, the changes are lost, because the group does not show who made them.
 */
export async function restoreGroupLayers(trx: Db, items: readonly string[]): Promise<void> {
  const ids = await createMissingLayers(trx, sql`k.item_id = any(${items}::uuid[])`);
  await sql`
    insert into group_layer_member (layer_id, workspace_id, kind, member_id, image_id, is_original, is_member, created)
    select y.id, y.workspace_id, substr(u.kind, 7), u.row::uuid, coalesce(t.id, o.image_id), u.effect = 'deleted', u.effect = 'created', y.created
    from group_layer y join job_item i on i.id = y.item_id and i.gold_id is null
      join undo_change u on u.kind in ('group_image', 'group_object', 'group_group') and u.subject = y.group_id::text
        and u.effect in ('created', 'deleted') and u.reason is null
      left join training_image t on t.id = u.row::uuid left join detection_object o on o.id = u.row::uuid
    where y.id = any(${ids}::uuid[]) and not exists (select from group_layer z where z.item_id = y.item_id and z.id <> y.id)
      and not exists (select from item_work w where w.item_id = y.item_id and w.user_id = y.user_id and w.done_at is not null)
    on conflict (layer_id, member_id) do update set is_member = excluded.is_member`.execute(trx);
}

/**
 * Updates the layers of groups after the undo has reopened or closed jobs in which annotators have layers. If changes of annotators
 * took effect with the completion of a job, and this undo reverts them, they become unfinished changes of the layers again.
 */
export async function updateGroupLayers(trx: Db, jobs: readonly ChangedJob[]): Promise<void> {
  for (const { before, after } of jobs.filter((job) => job.after.type === 'similarity')) {
    const id = String(after.id);
    const { rows: pending } = await sql<PendingMember>`
      select m.layer_id, m.workspace_id, m.kind, m.member_id, m.image_id, m.is_member, m.created
      from group_layer y join job_item i on i.id = y.item_id and i.gold_id is null join group_layer_member m on m.layer_id = y.id
        join undo_change u on u.kind = 'group_' || m.kind and u.subject = y.group_id::text and u.row = m.member_id::text
      where y.job_id = ${id} and u.reason is null and u.effect = case when m.is_member then 'created' else 'deleted' end`.execute(
      trx,
    );
    const isReopened = !hasLayers(before) && hasLayers(after);
    await switchGroupLayers(trx, id, hasLayers(before), hasLayers(after));
    if (isReopened)
      await sql`
        insert into group_layer_member (layer_id, workspace_id, kind, member_id, image_id, is_original, is_member, created)
        select p.layer_id, p.workspace_id, p.kind, p.member_id, p.image_id, false, p.is_member, p.created
        from jsonb_populate_recordset(null::group_layer_member, ${JSON.stringify(pending)}::jsonb) p
        on conflict (layer_id, member_id) do update set is_member = excluded.is_member`.execute(trx);
  }
}

const hasLayers = (job: RowValues): boolean => hasGroupLayers(job as unknown as GroupJobState);
