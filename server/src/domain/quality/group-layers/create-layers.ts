import { randomInt } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { memberRole } from '../../../platform/access/member-role';
import type { Db } from '../../../platform/database/connection';
import { copyUnfinishedLayers } from './finish-layers';
import { hasOpenLayers } from './has-layers';

/**
 * Maximum number of wrong members that are added to an annotator's layer (own version) of a gold-standard item, and maximum ratio of wrong
 * to correct members.
 */
const MAX_WRONG_MEMBERS = 5;
const MAX_WRONG_RATIO = 1 / 3;
/** Maximum number of other groups from which wrong members of one gold item come. */
const MAX_SOURCE_GROUPS = 5;

interface NewLayer {
  id: string;
  /** Null if the group is not a gold item. */
  gold: string | null;
}

/**
 * Creates layers (an annotator's own versions of groups) when an annotator gets groups from a job with gold items. The layer of an ordinary
 * group has the members of the group. The layer of a gold item has the gold members and at least one wrong member from another group.
 * Existing layers of open jobs remain. Does nothing for users who are not limited to jobs, because they work on the groups themselves. The
 * transaction must see the complete tables instead of the views of annotators.
 */
export async function createGroupLayers(trx: Db, jobId: string, userId: string, groupIds: readonly string[]): Promise<void> {
  const { rows: limitedUsers } = await sql<{ user: string | null }>`
    select current_setting('console.limited_user', true) as user`.execute(trx);
  if (limitedUsers[0]?.user !== userId || groupIds.length === 0) return;
  await insertLayers(
    trx,
    sql`select id, ${userId}::uuid from job_item where job_id = ${jobId} and group_id = any(${groupIds}::uuid[]) order by group_id`,
  );
}

/**
 * Creates the missing layers of groups that annotators have got from open jobs with gold items. Without a layer, the group would be hidden
 * from its annotator, for example if the annotator did the group before gold items were turned on. Returns the ids of the new layers.
 * @param workCondition SQL condition of the work `k` on items
 */
export async function createMissingLayers(trx: Db, workCondition: RawBuilder<unknown>): Promise<string[]> {
  const ids = await insertLayers(
    trx,
    sql`
      select k.item_id, k.user_id from item_work k join annotation_job j on j.id = k.job_id and ${hasOpenLayers}
        join workspace w on w.id = k.workspace_id join membership m on m.workspace_id = w.id and m.user_id = k.user_id
      where ${workCondition} and ${memberRole} = 'annotator'`,
  );
  await copyVerifications(trx, sql`y.id = any(${ids}::uuid[])`);
  return ids;
}

/**
 * Creates layers for items of groups and their users, unless they exist in an open job. Returns the ids of the new layers.
 * @param itemRows SQL of the rows: item, user
 */
async function insertLayers(trx: Db, itemRows: RawBuilder<unknown>): Promise<string[]> {
  await sql`
    delete from group_layer y using (${itemRows}) n(item_id, user_id), job_item i
    where i.id = n.item_id and y.group_id = i.group_id and y.user_id = n.user_id
      and not exists (select from annotation_job j where j.id = y.job_id and ${hasOpenLayers})`.execute(trx);
  const { rows: layers } = await sql<NewLayer>`
    with added as (
      insert into group_layer (workspace_id, job_id, item_id, group_id, user_id)
      select i.workspace_id, i.job_id, i.id, i.group_id, n.user_id from (${itemRows}) n(item_id, user_id) join job_item i on i.id = n.item_id
      where i.group_id is not null on conflict (group_id, user_id) do nothing returning id, item_id)
    select a.id, i.gold_id as gold from added a join job_item i on i.id = a.item_id`.execute(trx);
  const ids = layers.map(({ id }) => id);
  await copyMembers(trx, ids);
  for (const { id, gold: goldId } of layers) if (goldId !== null) await addWrongMembers(trx, id);
  return ids;
}

/**
 * Applies the changes of unfinished layers to the groups when a job stops serving gold items. When the job serves gold items again, copies
 * the groups to existing layers, because the groups can have changed. Layers of gold items remain. The job must be locked.
 */
export async function switchGroupLayers(trx: Db, jobId: string, wasServingGold: boolean, isServingGold: boolean): Promise<void> {
  if (wasServingGold && !isServingGold) await copyUnfinishedLayers(trx, jobId);
  if (wasServingGold || !isServingGold) return;
  const ids = await copyVerifications(trx, sql`y.job_id = ${jobId}`);
  await sql`delete from group_layer_member where layer_id = any(${ids}::uuid[])`.execute(trx);
  await copyMembers(trx, ids);
  await createMissingLayers(trx, sql`k.job_id = ${jobId}`);
}

/** Copies the verifications of ordinary groups to the layers `y` that meet the condition. Returns the ids of these layers. */
async function copyVerifications(trx: Db, condition: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update group_layer y set verified = (
      select v.created from similarity_verification v where v.group_id = y.group_id and v.user_id = y.user_id)
    from job_item i where i.id = y.item_id and i.gold_id is null and ${condition} returning y.id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Copies the members of groups, or of their gold items, to empty layers. Deleted members are left out. */
async function copyMembers(trx: Db, layerIds: readonly string[]): Promise<void> {
  await sql`
    insert into group_layer_member (layer_id, workspace_id, kind, member_id, image_id, is_original, is_member, created)
    select y.id, y.workspace_id, m.kind, m.id, m.image_id, true, true, m.created
    from group_layer y join job_item i on i.id = y.item_id cross join lateral (
      select 'image' as kind, image_id as id, image_id, created from group_image where group_id = y.group_id and i.gold_id is null
      union all select 'object', o.id, o.image_id, g.created
        from group_object g join detection_object o on o.id = g.object_id where g.group_id = y.group_id and i.gold_id is null
      union all select 'group', child_id, null, created from group_group where parent_id = y.group_id and i.gold_id is null
      union all select e ->> 'kind', coalesce(t.id, o.id, c.id), coalesce(t.id, o.image_id), coalesce(
          (select created from group_image where group_id = y.group_id and image_id = t.id),
          (select created from group_object where group_id = y.group_id and object_id = o.id), y.created)
        from gold_item g cross join jsonb_array_elements(g.members) e
          left join training_image t on e ->> 'kind' = 'image' and t.id = (e ->> 'id')::uuid
          left join detection_object o on e ->> 'kind' = 'object' and o.id = (e ->> 'id')::uuid
          left join similarity_group c on e ->> 'kind' = 'group' and c.id = (e ->> 'id')::uuid
        where g.id = i.gold_id and coalesce(t.id, o.id, c.id) is not null) m
    where y.id = any(${layerIds}::uuid[])`.execute(trx);
}

/**
 * Adds random members of other groups to the layer of a gold item, of the kind that most of its members have. Groups of the same
 * type come first, because other members would be conspicuous. Among them, groups in no open job come first, because the
 * annotator could see members of groups in open jobs twice.
 */
async function addWrongMembers(trx: Db, layerId: string): Promise<void> {
  const { rows } = await sql<{ images: number; objects: number }>`
    select count(*) filter (where kind = 'image')::int as images, count(*) filter (where kind = 'object')::int as objects
    from group_layer_member where layer_id = ${layerId}`.execute(trx);
  const { images = 0, objects = 0 } = rows[0] ?? {};
  const maxWrongMembers = Math.min(MAX_WRONG_MEMBERS, Math.max(1, Math.floor((images + objects) * MAX_WRONG_RATIO)));
  const candidateMembers =
    objects > images
      ? sql`select 'object' as kind, c.group_id, o.id, o.image_id from group_object c join detection_object o on o.id = c.object_id`
      : sql`select 'image' as kind, c.group_id, c.image_id as id, c.image_id from group_image c`;
  const isNotMember = sql`not exists (select from group_layer_member k where k.layer_id = y.id and k.member_id = m.id)
    and not exists (select from group_image x where x.group_id = y.group_id and x.image_id = m.id)
    and not exists (select from group_object x where x.group_id = y.group_id and x.object_id = m.id)`;
  const isUsed = sql`exists (
    select from job_item i join annotation_job j on j.id = i.job_id where i.group_id = s.id and not j.done)`;
  const { rows: sourceGroups } = await sql<{ id: string }>`
    select s.id from group_layer y join similarity_group g on g.id = y.group_id join similarity_group s on s.workspace_id = y.workspace_id
    where y.id = ${layerId} and s.id <> y.group_id and exists (select from (${candidateMembers}) m where m.group_id = s.id and ${isNotMember})
    order by s.type_id is distinct from g.type_id, ${isUsed}, random() limit ${MAX_SOURCE_GROUPS}`.execute(trx);
  const sourceIds = sql`${sourceGroups.map(({ id }) => id)}::uuid[]`;
  // A wrong member gets the creation time of another member. Members are sorted by this time, so a later time would reveal wrong members.
  await sql`
    insert into group_layer_member (layer_id, workspace_id, kind, member_id, image_id, is_original, is_member, created)
    select y.id, y.workspace_id, m.kind, m.id, m.image_id, false, true, coalesce((
      select created from group_layer_member where layer_id = y.id order by md5(member_id::text || m.id::text) limit 1), y.created)
    from group_layer y join (${candidateMembers}) m on m.group_id = any(${sourceIds}) and ${isNotMember} where y.id = ${layerId}
    order by array_position(${sourceIds}, m.group_id), random() limit ${randomInt(1, maxWrongMembers + 1)}
    on conflict do nothing`.execute(trx);
}
