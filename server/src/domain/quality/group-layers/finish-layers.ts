import { sql, type RawBuilder } from 'kysely';
import { lockImages, lockReferencedRows, syncFacets } from '../../../data-access/facets';
import type { Db } from '../../../platform/database/connection';
import { scoreGoldItems } from '../gold/score-items';

/** SQL of the layers `y` of groups that the user has done, with their items `i`. */
const selectDoneLayers = (jobId: string, groupIds: readonly string[], userId: string, isGold: boolean) => sql`
  group_layer y join job_item i on i.id = y.item_id and i.gold_id is ${sql.raw(isGold ? 'not null' : 'null')}
    join item_work w on w.item_id = i.id and w.user_id = y.user_id and w.done_at is not null
  where y.job_id = ${jobId} and y.user_id = ${userId} and y.group_id = any(${groupIds}::uuid[])`;

/**
 * Copies the layers of a user to the groups that they have done, with their verifications. Layers of gold items are compared with
 * the gold members instead. Other groups and users without layers are ignored. The tables must not be limited to jobs.
 */
export async function finishLayers(trx: Db, jobId: string, groupIds: readonly string[], userId: string): Promise<void> {
  await adoptLayers(trx, selectDoneLayers(jobId, groupIds, userId, false));
  await sql`
    insert into item_snapshot (item_id, user_id, job_id, workspace_id, labels, shapes, members)
    select i.id, y.user_id, y.job_id, y.workspace_id, '[]', '[]', coalesce((
      select jsonb_agg(jsonb_build_object('kind', m.kind, 'id', m.member_id)) from group_layer_member m
      where m.layer_id = y.id and m.is_member), '[]')
    from ${selectDoneLayers(jobId, groupIds, userId, true)}
    on conflict (item_id, user_id) do update set members = excluded.members, taken = clock_timestamp()`.execute(trx);
  await scoreGoldItems(trx, jobId, groupIds, userId);
}

/**
 * Copies the unfinished layers of all users to the groups of a job, or to some of them. Users then see and change the groups
 * themselves, so their changes take effect, as in any job without gold items. The tables must not be limited to jobs.
 */
export async function adoptUnfinishedLayers(trx: Db, jobId: string, groupIds: readonly string[] | null = null): Promise<void> {
  await adoptLayers(
    trx,
    sql`
      group_layer y join job_item i on i.id = y.item_id and i.gold_id is null
      where y.job_id = ${jobId} and (${groupIds}::uuid[] is null or y.group_id = any(${groupIds}::uuid[])) and not exists (
        select from item_work w where w.item_id = i.id and w.user_id = y.user_id and w.done_at is not null)`,
  );
}

interface LayerChange {
  layer: string;
  group: string;
  workspace: string;
  kind: 'image' | 'object' | 'group';
  member: string;
  image: string | null;
  is_member: boolean;
}

/**
 * Makes the changes of layers in their groups, and stores the verifications. Changes of other users to other members remain. Members
 * that were deleted meanwhile are skipped.
 * @param layers SQL of the layers `y`, which ends with conditions
 */
async function adoptLayers(trx: Db, layers: RawBuilder<unknown>): Promise<void> {
  const { rows: changes } = await sql<LayerChange>`
    select m.layer_id as layer, c.group_id as group, m.workspace_id as workspace, m.kind, m.member_id as member, m.image_id as image, m.is_member
    from (select y.id, y.group_id from ${layers}) c join group_layer_member m on m.layer_id = c.id
    where m.is_member <> m.is_original`.execute(trx);
  await sql`
    insert into similarity_verification (workspace_id, group_id, user_id)
    select y.workspace_id, y.group_id, y.user_id from ${layers} and y.verified is not null
    on conflict do nothing`.execute(trx);
  if (changes.length === 0) return;
  await lockReferencedRows(trx, 'similarity_group', [...new Set(changes.map(({ group }) => group))].sort());
  await lockImages(trx, [...new Set(changes.flatMap(({ image }) => image ?? []))]);
  await writeMembers(trx, changes, 'image', { table: 'group_image', group: 'group_id', member: 'image_id' });
  await writeMembers(trx, changes, 'object', { table: 'group_object', group: 'group_id', member: 'object_id' });
  await writeMembers(trx, changes, 'group', { table: 'group_group', group: 'parent_id', member: 'child_id' });
  await sql`
    update group_layer_member set is_original = is_member where layer_id = any(${changes.map(({ layer }) => layer)}::uuid[])`.execute(
    trx,
  );
  const listMembers = (kind: LayerChange['kind']) => changes.filter((change) => change.kind === kind).map(({ member }) => member);
  await syncFacets(trx, changes[0]!.workspace, [
    { target: 'image', ids: listMembers('image'), kinds: ['image.grouped'] },
    { target: 'object', ids: listMembers('object'), kinds: ['object.grouped'] },
  ]);
}

const MEMBER_TABLES = { image: 'training_image', object: 'detection_object', group: 'similarity_group' } as const;

async function writeMembers(
  trx: Db,
  changes: readonly LayerChange[],
  kind: LayerChange['kind'],
  columns: { table: string; group: string; member: string },
): Promise<void> {
  const [table, group, member] = [sql.table(columns.table), sql.ref(columns.group), sql.ref(columns.member)];
  for (const isAdded of [false, true]) {
    const selected = changes.filter((change) => change.kind === kind && change.is_member === isAdded);
    if (selected.length === 0) continue;
    const pairs = sql`unnest(${selected.map((change) => change.group)}::uuid[], ${selected.map((change) => change.member)}::uuid[]) as c(g, m)`;
    if (isAdded)
      await sql`
        insert into ${table} (${group}, ${member}, workspace_id)
        select c.g, c.m, e.workspace_id from ${pairs} join ${sql.table(MEMBER_TABLES[kind])} e on e.id = c.m on conflict do nothing`.execute(
        trx,
      );
    else await sql`delete from ${table} t using ${pairs} where t.${group} = c.g and t.${member} = c.m`.execute(trx);
  }
}
