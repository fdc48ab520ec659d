import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import { lockReferencedRows, lockImages, syncFacets } from '../../../data-access/facets';
import { badField } from '../../../platform/errors';
import type { Scope, ScopedRow } from '../../../platform/access/scope';
import { messages } from './messages';

export type GroupRecord = ScopedRow<'similarity_group'>;

interface IdRow {
  id: string;
}
const getIds = (rows: readonly IdRow[]) => rows.map(({ id }) => id);

// All functions below that add or remove members return the ids of the members that were really added or removed.

export async function addImages(trx: Db, scope: Scope, group: GroupRecord, ids: readonly string[]): Promise<string[]> {
  await lockGroupAndImages(trx, scope, group, ids);
  const { rows } = await sql<IdRow>`
    insert into group_image (group_id, image_id, workspace_id)
    select ${group.id}, id, ${group.workspace_id} from unnest(${ids}::uuid[]) as id group by id on conflict do nothing
    returning image_id as id`.execute(trx);
  await syncFacets(trx, group.workspace_id, [{ target: 'image', ids, kinds: ['image.grouped'] }]);
  return getIds(rows);
}

export async function removeImages(trx: Db, scope: Scope, group: GroupRecord, ids: readonly string[]): Promise<string[]> {
  await lockGroupAndImages(trx, scope, group, ids);
  const { rows } = await sql<IdRow>`
    delete from group_image where group_id = ${group.id} and image_id = any(${ids}::uuid[]) returning image_id as id`.execute(
    trx,
  );
  await syncFacets(trx, group.workspace_id, [{ target: 'image', ids, kinds: ['image.grouped'] }]);
  return getIds(rows);
}

export async function addObjects(trx: Db, scope: Scope, group: GroupRecord, ids: readonly string[]): Promise<string[]> {
  await lockGroupAndObjects(trx, scope, group, ids);
  const { rows } = await sql<IdRow>`
    insert into group_object (group_id, object_id, workspace_id)
    select ${group.id}, id, ${group.workspace_id} from unnest(${ids}::uuid[]) as id group by id on conflict do nothing
    returning object_id as id`.execute(trx);
  await syncFacets(trx, group.workspace_id, [{ target: 'object', ids, kinds: ['object.grouped'] }]);
  return getIds(rows);
}

export async function removeObjects(trx: Db, scope: Scope, group: GroupRecord, ids: readonly string[]): Promise<string[]> {
  await lockGroupAndObjects(trx, scope, group, ids);
  const { rows } = await sql<IdRow>`
    delete from group_object where group_id = ${group.id} and object_id = any(${ids}::uuid[]) returning object_id as id`.execute(
    trx,
  );
  await syncFacets(trx, group.workspace_id, [{ target: 'object', ids, kinds: ['object.grouped'] }]);
  return getIds(rows);
}

/** Adds groups to a group. Throws 400 if the group would then contain itself, directly or indirectly. */
export async function addGroups(trx: Db, scope: Scope, group: GroupRecord, ids: readonly string[]): Promise<string[]> {
  await lockGroupTree(trx, group.workspace_id);
  await scope.requireSameWorkspace('similarity_group', ids, group.workspace_id, { field: 'groups', entityName: 'Group' });
  const { rows } = await sql<IdRow>`
    insert into group_group (parent_id, child_id, workspace_id)
    select ${group.id}, id, ${group.workspace_id} from unnest(${ids.filter((id) => id !== group.id)}::uuid[]) as id group by id on conflict do nothing
    returning child_id as id`.execute(trx);
  if (ids.includes(group.id) || (await isInCycle(trx, group.id))) throw badField('groups', messages.cycle);
  return getIds(rows);
}

export async function removeGroups(trx: Db, scope: Scope, group: GroupRecord, ids: readonly string[]): Promise<string[]> {
  await scope.requireSameWorkspace('similarity_group', ids, group.workspace_id, { field: 'groups', entityName: 'Group' });
  const { rows } = await sql<IdRow>`
    delete from group_group where parent_id = ${group.id} and child_id = any(${ids}::uuid[]) returning child_id as id`.execute(
    trx,
  );
  return getIds(rows);
}

/** Locks the group tree of a workspace. Otherwise two users could add two groups to each other at the same time. */
export async function lockGroupTree(trx: Db, workspaceId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`group tree ${workspaceId}`}, 0))`.execute(trx);
}

/** Whether the group contains itself, directly or indirectly. */
export async function isInCycle(trx: Db, groupId: string): Promise<boolean> {
  const { rows } = await sql<{ circle: boolean }>`
    with recursive below as (
      select child_id from group_group where parent_id = ${groupId}
      union select m.child_id from below b join group_group m on m.parent_id = b.child_id)
    select exists (select 1 from below where child_id = ${groupId}) as circle`.execute(trx);
  return rows[0]?.circle === true;
}

async function lockGroupAndImages(trx: Db, scope: Scope, group: GroupRecord, ids: readonly string[]): Promise<void> {
  await lockReferencedRows(trx, 'similarity_group', [group.id]);
  await scope.findRows('training_image', ids, group.workspace_id, { field: 'images', entityName: 'Image', lock: true });
}

async function lockGroupAndObjects(trx: Db, scope: Scope, group: GroupRecord, ids: readonly string[]): Promise<void> {
  await lockReferencedRows(trx, 'similarity_group', [group.id]);
  const objects = await scope.findRows('detection_object', ids, group.workspace_id, { field: 'objects', entityName: 'Object' });
  await lockImages(trx, [...new Set(objects.map((object) => object.image_id))]);
}
