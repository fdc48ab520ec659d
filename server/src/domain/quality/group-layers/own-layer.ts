import { sql } from 'kysely';
import { withoutLimits } from '../../../platform/access/job-access';
import type { Db } from '../../../platform/database/connection';
import { finishGroups } from './finish-layers';
import { hasOpenLayers } from './has-layers';

/** The layer of an annotator: the members of a group as only this annotator sees them (ADR 0124). */
export interface GroupLayer {
  id: string;
  job: string;
  todo_number: number;
  group: string;
  user: string;
  workspace: string;
}

/** SQL of the layers of the caller. Only annotators who are limited to their jobs have layers. */
const callerLayers = sql`
  select y.id, y.job_id as job, j.todo_number, y.group_id as group, y.user_id as user, y.workspace_id as workspace
  from group_layer y join public.annotation_job j on j.id = y.job_id
  where y.user_id = nullif(current_setting('console.limited_user', true), '')::uuid and ${hasOpenLayers}`;

/** Returns the caller's layer of a group. Undefined if the caller sees and changes the group itself. */
export async function findGroupLayer(db: Db, groupId: string): Promise<GroupLayer | undefined> {
  const { rows } = await sql<GroupLayer>`${callerLayers} and y.group_id = ${groupId}`.execute(db);
  return rows[0];
}

/** Adds images or objects to a layer. Returns the ids of the added members. The members must be visible to the caller. */
export async function addLayerMembers(
  trx: Db,
  layer: GroupLayer,
  kind: 'image' | 'object',
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into group_layer_member (layer_id, workspace_id, kind, member_id, image_id, is_original, is_member)
    select ${layer.id}, ${layer.workspace}, ${kind}, id, image_id, false, true
    from (${
      kind === 'image'
        ? sql`select id, id as image_id from public.training_image`
        : sql`select id, image_id from public.detection_object`
    }) m where id = any(${ids}::uuid[])
    on conflict (layer_id, member_id) do update set is_member = true where not group_layer_member.is_member
    returning member_id as id`.execute(trx);
  await applyIfDone(trx, layer);
  return rows.map(({ id }) => id);
}

/** Removes members from a layer. Returns the ids of the removed members. */
export async function removeLayerMembers(trx: Db, layer: GroupLayer, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update group_layer_member set is_member = false where layer_id = ${layer.id} and member_id = any(${ids}::uuid[]) and is_member
    returning member_id as id`.execute(trx);
  await applyIfDone(trx, layer);
  return rows.map(({ id }) => id);
}

/** Applies a change at once if the group is already marked as done, because no other mark follows. */
const applyIfDone = (trx: Db, { job, todo_number, group, user }: GroupLayer) =>
  withoutLimits(trx, () => finishGroups(trx, { id: job, todo_number }, [group], user));

/** Verifies the layer of a group. The group itself is verified when it is marked as done. */
export async function verifyLayer(trx: Db, layer: GroupLayer): Promise<Date> {
  const { verified } = await trx
    .updateTable('group_layer')
    .set({ verified: sql<Date>`coalesce(verified, clock_timestamp())` })
    .where('id', '=', layer.id)
    .returning(sql<Date>`verified`.as('verified'))
    .executeTakeFirstOrThrow();
  await applyIfDone(trx, layer);
  return verified;
}

/**
 * Returns the caller's verified layer with this id. The id of the layer is also the id of its verification, because `verifyLayer` creates
 * no row.
 */
export async function findVerifiedLayer(db: Db, id: string): Promise<GroupLayer | undefined> {
  const { rows } = await sql<GroupLayer>`${callerLayers} and y.id = ${id} and y.verified is not null`.execute(db);
  return rows[0];
}

/** Removes the verifications of a layer and of its group. */
export async function withdrawLayerVerification(trx: Db, layer: GroupLayer): Promise<void> {
  await trx.updateTable('group_layer').set({ verified: null }).where('id', '=', layer.id).execute();
  await withoutLimits(trx, () =>
    trx.deleteFrom('similarity_verification').where('group_id', '=', layer.group).where('user_id', '=', layer.user).execute(),
  );
}
