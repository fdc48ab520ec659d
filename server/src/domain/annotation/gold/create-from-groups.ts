import type { GoldCreation } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import type { ItemAnnotations, WorkMember } from '../../quality/gold/gold-work';
import { createGoldItems } from '../../quality/gold/store-gold';

interface GroupGoldSelection {
  workspaceId: string;
  taskId: string;
  groupIds: readonly string[];
  userId: string;
  /** 1 / probability with which a random sample contains each group. Absent if a user has selected the groups. */
  weights?: ReadonlyMap<string, number>;
}

/** SQL condition: a reviewer has decided on the members of the group `s`. */
const IS_ADJUDICATED = sql<boolean>`exists (
  select from job_item t join item_adjudication a on a.item_id = t.id where t.group_id = s.id)`;

/**
 * Turns those groups that are verified or decided by a reviewer into gold-standard items of a similarity task, or only counts the groups.
 * Groups without a type of the task are left out. The groups must be locked, and belong to the workspace of the task.
 */
export async function createGoldFromGroups(
  trx: Db,
  { workspaceId, taskId, groupIds, userId, weights }: GroupGoldSelection,
  { isPreview }: { isPreview: boolean },
): Promise<GoldCreation> {
  const { rows } = await sql<{
    id: string;
    is_of_task: boolean;
    is_verified: boolean;
    is_adjudicated: boolean;
    is_gold: boolean;
  }>`
    select s.id, exists (select from similarity_task_type t where t.task_id = ${taskId} and t.type_id = s.type_id) as is_of_task,
      ${IS_ADJUDICATED} as is_adjudicated,
      (exists (select from similarity_verification v where v.group_id = s.id) or ${IS_ADJUDICATED}) as is_verified,
      exists (select from gold_item g where g.group_id = s.id and g.task_id = ${taskId} and g.retired is null) as is_gold
    from similarity_group s where s.id = any(${groupIds}::uuid[])`.execute(trx);
  const candidates = rows.filter((row) => !row.is_gold);
  const typedCandidates = candidates.filter((row) => row.is_of_task);
  const eligibleGroups = typedCandidates.filter((row) => row.is_verified);
  if (!isPreview)
    for (const isAdjudicated of [true, false]) {
      const ids = eligibleGroups.flatMap((row) => (row.is_adjudicated === isAdjudicated ? row.id : []));
      const annotations = (await readGroupWork(trx, ids)).map((work) => ({ ...work, weight: weights?.get(work.groupId) ?? 1 }));
      const source = weights ? 'sample' : isAdjudicated ? 'adjudication' : 'selection';
      await createGoldItems(trx, { workspaceId, domain: 'similarity', taskId, source, userId }, annotations);
    }
  return {
    created: eligibleGroups.length,
    already_gold: rows.length - candidates.length,
    not_verified: typedCandidates.length - eligibleGroups.length,
    other_type: candidates.length - typedCandidates.length,
  };
}

/** Reads the current members and the types of groups. */
export async function readGroupWork(db: Db, groupIds: readonly string[]): Promise<(ItemAnnotations & { groupId: string })[]> {
  const { rows } = await sql<{ groupId: string; type: string | null; members: WorkMember[] }>`
    select s.id as "groupId", s.type_id as type, coalesce((
      select jsonb_agg(jsonb_build_object('kind', m.kind, 'id', m.id)) from (
        select 'image' as kind, image_id as id from group_image where group_id = s.id
        union all select 'object', object_id from group_object where group_id = s.id
        union all select 'group', child_id from group_group where parent_id = s.id) m), '[]') as members
    from similarity_group s where s.id = any(${groupIds}::uuid[])`.execute(db);
  return rows.map(({ groupId, type, members }) => ({
    groupId,
    members,
    shapes: [],
    labels: type === null ? [] : [{ label: type, value: null }],
  }));
}
