import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import type { Scope } from '../../../platform/access/scope';
import { createFieldError } from '../../../platform/errors';
import { lockReferencedRows, lockImages } from '../../../data-access/facets';
import { addLayerMembers, findGroupLayer, removeLayerMembers, type GroupLayer } from '../../quality/group-layers/own-layer';
import { isInCycle, isVisibleMember, lockGroupTree, type GroupRecord, type MemberTable } from './members';
import { messages } from './messages';
import type { MemberIds } from './queries';

/**
 * Moves members from one group to another and returns those that moved. Members that another user has removed meanwhile are skipped, so
 * only one of two concurrent moves succeeds. The search index does not change, because every member stays in a group.
 */
export async function moveMembers(
  trx: Db,
  scope: Scope,
  { from: sourceGroup, to: targetGroup }: { from: GroupRecord; to: GroupRecord },
  members: MemberIds,
): Promise<MemberIds> {
  if (sourceGroup.id === targetGroup.id) throw createFieldError('to', messages.alreadyInGroup);
  const { images, detection_objects: objects, groups } = members;
  if (groups.length > 0) await lockGroupTree(trx, sourceGroup.workspace_id);
  await lockReferencedRows(trx, 'similarity_group', [sourceGroup.id, targetGroup.id]);
  const workspaceId = sourceGroup.workspace_id;
  await scope.requireSameWorkspace('similarity_group', groups, workspaceId, { field: 'groups', entityName: 'Group' });
  await scope.requireSameWorkspace('training_image', images, workspaceId, { field: 'images', entityName: 'Image' });
  const memberObjects = await scope.findRows('detection_object', objects, workspaceId, {
    field: 'objects',
    entityName: 'Object',
  });
  // One statement locks all images: two concurrent moves with separate statements could deadlock.
  await lockImages(trx, [...new Set([...images, ...memberObjects.map((object) => object.image_id)])]);
  const [fromLayer, toLayer] = [await findGroupLayer(trx, sourceGroup.id), await findGroupLayer(trx, targetGroup.id)];
  if (fromLayer && toLayer) return moveInLayers(trx, { from: fromLayer, to: toLayer }, members);
  if (fromLayer || toLayer) throw createFieldError('to', messages.moveInGoldJob);
  const movedMembers = {
    images: await moveMembersOfTable(trx, sourceGroup, targetGroup, images, {
      table: 'group_image',
      group: 'group_id',
      member: 'image_id',
    }),
    detection_objects: await moveMembersOfTable(trx, sourceGroup, targetGroup, objects, {
      table: 'group_object',
      group: 'group_id',
      member: 'object_id',
    }),
    groups: await moveMembersOfTable(trx, sourceGroup, targetGroup, groups, {
      table: 'group_group',
      group: 'parent_id',
      member: 'child_id',
    }),
  };
  if (movedMembers.groups.length > 0 && (await isInCycle(trx, targetGroup.id)))
    throw createFieldError('groups', messages.groupContainsItself);
  return movedMembers;
}

async function moveInLayers(
  trx: Db,
  { from: sourceLayer, to: targetLayer }: { from: GroupLayer; to: GroupLayer },
  members: MemberIds,
): Promise<MemberIds> {
  if (members.groups.length > 0) throw createFieldError('groups', messages.groupsInGoldJob);
  const images = await removeLayerMembers(trx, sourceLayer, members.images);
  const objects = await removeLayerMembers(trx, sourceLayer, members.detection_objects);
  await addLayerMembers(trx, targetLayer, 'image', images);
  await addLayerMembers(trx, targetLayer, 'object', objects);
  return { images, detection_objects: objects, groups: [] };
}

/** Moves members of one kind. A member that the target group already has is only removed from the source group. */
async function moveMembersOfTable(
  trx: Db,
  sourceGroup: GroupRecord,
  targetGroup: GroupRecord,
  ids: readonly string[],
  memberTable: MemberTable,
): Promise<string[]> {
  const memberIds = ids.filter((id) => id !== targetGroup.id);
  if (memberIds.length === 0) return [];
  const [table, group, member] = [
    sql.table(`public.${memberTable.table}`),
    sql.ref(memberTable.group),
    sql.ref(memberTable.member),
  ];
  const { rows } = await sql<{ id: string }>`
    with removed as (
      delete from ${table} m where ${group} = ${sourceGroup.id} and ${member} = any(${memberIds}::uuid[]) and ${isVisibleMember(memberTable)}
      returning ${member} as id),
    added as (insert into ${table} (${group}, ${member}, workspace_id)
      select ${targetGroup.id}, id, ${targetGroup.workspace_id} from removed on conflict do nothing)
    select id from removed`.execute(trx);
  return rows.map(({ id }) => id);
}
