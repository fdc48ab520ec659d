import { sql, type RawBuilder } from 'kysely';
import { addExtraUsers } from '../../../data-access/rows/required-users';
import { lockImages, lockReferencedRows, syncFacets } from '../../../data-access/facets';
import type { Db } from '../../../platform/database/connection';
import { scoreGoldItems } from '../gold/score-items';
import { saveGroupSnapshots } from './group-snapshots';

/** A job whose groups several users can do. */
interface GroupJob {
  id: string;
  /** Number of users of each group. */
  todo_number: number;
}

/**
 * Stores the members of groups that a user has done, and compares them with the members of other users' work and of gold items. Copies
 * layers (users' own versions of groups) to their groups if all required users agree. The transaction must see the complete tables instead
 * of the views of annotators.
 */
export async function finishGroups(trx: Db, job: GroupJob, groupIds: readonly string[], userId: string): Promise<void> {
  await saveGroupSnapshots(trx, job.id, groupIds, userId);
  await copyAgreedLayers(trx, job, sql`i.group_id = any(${groupIds}::uuid[])`);
  await scoreGoldItems(trx, job.id, groupIds, userId);
}

/**
 * Copies the layers of groups that all required users have done to the groups, with their verifications, if all users have kept the
 * same members. Other groups wait for a reviewer.
 * @param itemCondition SQL condition of the items `i`
 */
export async function copyAgreedLayers(trx: Db, job: GroupJob, itemCondition: RawBuilder<unknown>): Promise<void> {
  await copyLayers(
    trx,
    sql`
      group_layer y join job_item i on i.id = y.item_id and i.gold_id is null
        join item_work w on w.item_id = i.id and w.user_id = y.user_id and w.done_at is not null
      where y.job_id = ${job.id} and ${itemCondition} and i.done_count >= ${addExtraUsers(job)}
        and not exists (select from item_comparison c where c.item_id = i.id and c.same_shapes < c.all_shapes)
        and not exists (select from item_adjudication a where a.item_id = i.id)`,
  );
}

/**
 * Copies the unfinished layers of all users to the groups of a job, or to some of them. Users then see and change the groups
 * themselves, so their changes take effect, as in any job without gold items. The transaction must see the complete tables
 * instead of the views of annotators.
 */
export async function copyUnfinishedLayers(trx: Db, jobId: string, groupIds: readonly string[] | null = null): Promise<void> {
  await copyLayers(
    trx,
    sql`
      group_layer y join job_item i on i.id = y.item_id and i.gold_id is null
      where y.job_id = ${jobId} and (${groupIds}::uuid[] is null or y.group_id = any(${groupIds}::uuid[])) and not exists (
        select from item_work w where w.item_id = i.id and w.user_id = y.user_id and w.done_at is not null)`,
  );
}

/** A member that a group gets or loses. */
export interface MemberChange {
  group: string;
  workspace: string;
  kind: 'image' | 'object' | 'group';
  member: string;
  /** The image, or the image of an object. */
  image: string | null;
  is_member: boolean;
}

/**
 * Applies the changes of layers to their groups, and stores the verifications. Changes of other users to other members remain.
 * Members that were deleted meanwhile are skipped.
 * @param selectedLayers SQL of the layers `y`, which ends with conditions
 */
async function copyLayers(trx: Db, selectedLayers: RawBuilder<unknown>): Promise<void> {
  const { rows: changes } = await sql<MemberChange & { layer: string }>`
    select m.layer_id as layer, c.group_id as group, m.workspace_id as workspace, m.kind, m.member_id as member, m.image_id as image, m.is_member
    from (select y.id, y.group_id from ${selectedLayers}) c join group_layer_member m on m.layer_id = c.id
    where m.is_member <> m.is_original`.execute(trx);
  await sql`
    insert into similarity_verification (workspace_id, group_id, user_id)
    select y.workspace_id, y.group_id, y.user_id from ${selectedLayers} and y.verified is not null
    on conflict do nothing`.execute(trx);
  await changeMembers(trx, changes);
  await sql`
    update group_layer_member set is_original = is_member where layer_id = any(${changes.map(({ layer }) => layer)}::uuid[])`.execute(
    trx,
  );
}

/** Adds members to groups and removes members from groups. */
export async function changeMembers(trx: Db, changes: readonly MemberChange[]): Promise<void> {
  if (changes.length === 0) return;
  await lockReferencedRows(trx, 'similarity_group', [...new Set(changes.map(({ group }) => group))].sort());
  await lockImages(trx, [...new Set(changes.flatMap(({ image }) => image ?? []))]);
  await writeMembers(trx, changes, 'image', { table: 'group_image', group: 'group_id', member: 'image_id' });
  await writeMembers(trx, changes, 'object', { table: 'group_object', group: 'group_id', member: 'object_id' });
  await writeMembers(trx, changes, 'group', { table: 'group_group', group: 'parent_id', member: 'child_id' });
  const listMemberIds = (kind: MemberChange['kind']) =>
    changes.filter((change) => change.kind === kind).map(({ member }) => member);
  await syncFacets(trx, changes[0]!.workspace, [
    { target: 'image', ids: listMemberIds('image'), kinds: ['image.grouped'] },
    { target: 'object', ids: listMemberIds('object'), kinds: ['object.grouped'] },
  ]);
}

const MEMBER_TABLES = { image: 'training_image', object: 'detection_object', group: 'similarity_group' } as const;

async function writeMembers(
  trx: Db,
  changes: readonly MemberChange[],
  kind: MemberChange['kind'],
  columns: { table: string; group: string; member: string },
): Promise<void> {
  const [table, group, member] = [sql.table(columns.table), sql.ref(columns.group), sql.ref(columns.member)];
  for (const isAdded of [false, true]) {
    const selectedChanges = changes.filter((change) => change.kind === kind && change.is_member === isAdded);
    if (selectedChanges.length === 0) continue;
    const pairs = sql`unnest(${selectedChanges.map((change) => change.group)}::uuid[], ${selectedChanges.map((change) => change.member)}::uuid[]) as c(g, m)`;
    if (isAdded)
      await sql`
        insert into ${table} (${group}, ${member}, workspace_id)
        select c.g, c.m, e.workspace_id from ${pairs} join ${sql.table(MEMBER_TABLES[kind])} e on e.id = c.m on conflict do nothing`.execute(
        trx,
      );
    else await sql`delete from ${table} t using ${pairs} where t.${group} = c.g and t.${member} = c.m`.execute(trx);
  }
}
