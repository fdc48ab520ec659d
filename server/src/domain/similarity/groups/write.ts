import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import { lockImages, syncFacets } from '../../../data-access/facets';
import { createFieldError } from '../../../platform/errors';
import type { Scope } from '../../../platform/access/scope';
import { omitUndefined } from '../../../data-access/rows/partial-update';
import { messages } from './messages';
import { isInCycle, lockGroupTree, type GroupRecord } from './members';
import { NO_MEMBERS, type MemberIds } from './queries';

export interface NewGroup {
  name: string;
  description?: string;
  type?: string | null;
  test_group?: boolean;
}

/** Creates a group and returns its id. The caller has checked that its type belongs to the workspace. */
export async function createGroup(
  trx: Db,
  workspaceId: string,
  { name, description, type, test_group }: NewGroup,
): Promise<string> {
  const { id } = await trx
    .insertInto('similarity_group')
    .values({ workspace_id: workspaceId, name, type_id: type ?? null, ...omitUndefined({ description, test_group }) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Deletes locked groups of one workspace. Their members remain. */
export async function deleteGroups(trx: Db, workspaceId: string, ids: readonly string[]): Promise<void> {
  const members = await lockMembers(trx, ids);
  await sql`delete from similarity_group where id = any(${ids}::uuid[])`.execute(trx);
  await syncGroupedFacets(trx, workspaceId, members);
}

interface LockedMembers {
  images: string[];
  objects: string[];
}

async function lockMembers(trx: Db, groups: readonly string[]): Promise<LockedMembers> {
  const images = await sql<{ image_id: string }>`
    select distinct image_id from group_image where group_id = any(${groups}::uuid[])`.execute(trx);
  const objects = await sql<{ id: string; image_id: string }>`
    select distinct o.id, o.image_id from group_object m join detection_object o on o.id = m.object_id
    where m.group_id = any(${groups}::uuid[])`.execute(trx);
  await lockImages(trx, [...new Set([...images.rows, ...objects.rows].map((row) => row.image_id))]);
  return { images: images.rows.map((row) => row.image_id), objects: objects.rows.map((row) => row.id) };
}

async function syncGroupedFacets(trx: Db, workspaceId: string, { images, objects }: LockedMembers): Promise<void> {
  await syncFacets(trx, workspaceId, [
    { target: 'image', ids: images, kinds: ['image.grouped'] },
    { target: 'object', ids: objects, kinds: ['object.grouped'] },
  ]);
}

/**
 * Moves the members of other groups into this locked group, deletes the other groups, and returns the changes. The search index does not
 * change, because every member stays in a group.
 */
export async function mergeGroups(
  trx: Db,
  scope: Scope,
  group: GroupRecord,
  ids: readonly string[],
): Promise<{ added: MemberIds; removed: Partial<MemberIds> }> {
  if (ids.length === 0) return { added: NO_MEMBERS, removed: {} };
  if (ids.includes(group.id)) throw createFieldError('groups', messages.mergedIntoItself);
  await lockGroupTree(trx, group.workspace_id);
  await scope.findRows('similarity_group', ids, group.workspace_id, { field: 'groups', entityName: 'Group', lock: true });
  const nestedGroups = await sql<{ id: string }>`
    select child_id as id from group_group where parent_id = ${group.id} and child_id = any(${ids}::uuid[])`.execute(trx);
  const images = await sql<{ id: string }>`
    insert into group_image (group_id, image_id, workspace_id) select distinct ${group.id}::uuid, image_id, workspace_id
    from group_image where group_id = any(${ids}::uuid[]) on conflict do nothing returning image_id as id`.execute(trx);
  const objects = await sql<{ id: string }>`
    insert into group_object (group_id, object_id, workspace_id) select distinct ${group.id}::uuid, object_id, workspace_id
    from group_object where group_id = any(${ids}::uuid[]) on conflict do nothing returning object_id as id`.execute(trx);
  const groups = await sql<{ id: string }>`
    insert into group_group (parent_id, child_id, workspace_id) select distinct ${group.id}::uuid, child_id, workspace_id
    from group_group where parent_id = any(${ids}::uuid[]) and child_id <> ${group.id} and child_id <> all(${ids}::uuid[])
    on conflict do nothing returning child_id as id`.execute(trx);
  await trx
    .deleteFrom('similarity_group')
    .where('id', 'in', [...ids])
    .execute();
  if (await isInCycle(trx, group.id)) throw createFieldError('groups', messages.groupContainsItself);
  const getIds = ({ rows }: { rows: readonly { id: string }[] }) => rows.map(({ id }) => id);
  return {
    added: { images: getIds(images), detection_objects: getIds(objects), groups: getIds(groups) },
    removed: { groups: getIds(nestedGroups) },
  };
}
