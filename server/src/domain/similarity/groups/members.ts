import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import { lockReferencedRows, lockImages, syncFacets } from '../../../data-access/facets';
import { createFieldError } from '../../../platform/errors';
import type { Scope, ScopedRow } from '../../../platform/access/scope';
import { addLayerMembers, findGroupLayer, removeLayerMembers } from '../../quality/group-layers/own-layer';
import { messages } from './messages';

export type GroupRecord = ScopedRow<'similarity_group'>;

interface IdRow {
  id: string;
}
const getIds = (rows: readonly IdRow[]) => rows.map(({ id }) => id);

// All functions below that add or remove members return the ids of the members that were really added or removed. Annotators of
// jobs with gold-standard items change their own copy of the members instead (a layer, ADR 0124). For them, a table name without a schema
// means a view of this copy. The statements below change the shared members, so they name the schema.

const MEMBER_TABLES = {
  image: { table: 'group_image', column: 'image_id', facets: { target: 'image', kinds: ['image.grouped'] } },
  object: { table: 'group_object', column: 'object_id', facets: { target: 'object', kinds: ['object.grouped'] } },
} as const;

/** Adds images or objects to a group. */
export async function addMembers(
  trx: Db,
  scope: Scope,
  group: GroupRecord,
  kind: keyof typeof MEMBER_TABLES,
  ids: readonly string[],
): Promise<string[]> {
  const { table, column, facets } = MEMBER_TABLES[kind];
  await lockGroupAndMembers(trx, scope, group, kind, ids);
  const layer = await findGroupLayer(trx, group.id);
  if (layer) return addLayerMembers(trx, layer, kind, ids);
  const { rows } = await sql<IdRow>`
    insert into ${sql.table(`public.${table}`)} (group_id, ${sql.ref(column)}, workspace_id)
    select ${group.id}, id, ${group.workspace_id} from unnest(${ids}::uuid[]) as id group by id on conflict do nothing
    returning ${sql.ref(column)} as id`.execute(trx);
  await syncFacets(trx, group.workspace_id, [{ ...facets, ids }]);
  return getIds(rows);
}

/** Removes images or objects from a group. */
export async function removeMembers(
  trx: Db,
  scope: Scope,
  group: GroupRecord,
  kind: keyof typeof MEMBER_TABLES,
  ids: readonly string[],
): Promise<string[]> {
  const { table, column, facets } = MEMBER_TABLES[kind];
  await lockGroupAndMembers(trx, scope, group, kind, ids);
  const layer = await findGroupLayer(trx, group.id);
  if (layer) return removeLayerMembers(trx, layer, ids);
  const { rows } = await sql<IdRow>`
    delete from ${sql.table(`public.${table}`)} m where group_id = ${group.id} and ${sql.ref(column)} = any(${ids}::uuid[])
      and ${isVisibleMember({ table, group: 'group_id', member: column })}
    returning ${sql.ref(column)} as id`.execute(trx);
  await syncFacets(trx, group.workspace_id, [{ ...facets, ids }]);
  return getIds(rows);
}

/** Adds groups to a group. Throws 400 if the group would then contain itself, directly or indirectly. */
export async function addGroups(trx: Db, scope: Scope, group: GroupRecord, ids: readonly string[]): Promise<string[]> {
  if (await findGroupLayer(trx, group.id)) throw createFieldError('groups', messages.groupsInGoldJob);
  await lockGroupTree(trx, group.workspace_id);
  await scope.requireSameWorkspace('similarity_group', ids, group.workspace_id, { field: 'groups', entityName: 'Group' });
  const { rows } = await sql<IdRow>`
    insert into public.group_group (parent_id, child_id, workspace_id)
    select ${group.id}, id, ${group.workspace_id} from unnest(${ids.filter((id) => id !== group.id)}::uuid[]) as id group by id on conflict do nothing
    returning child_id as id`.execute(trx);
  if (ids.includes(group.id) || (await isInCycle(trx, group.id))) throw createFieldError('groups', messages.groupContainsItself);
  return getIds(rows);
}

export async function removeGroups(trx: Db, scope: Scope, group: GroupRecord, ids: readonly string[]): Promise<string[]> {
  await scope.requireSameWorkspace('similarity_group', ids, group.workspace_id, { field: 'groups', entityName: 'Group' });
  const layer = await findGroupLayer(trx, group.id);
  if (layer) return removeLayerMembers(trx, layer, ids);
  const { rows } = await sql<IdRow>`
    delete from public.group_group where parent_id = ${group.id} and child_id = any(${ids}::uuid[]) returning child_id as id`.execute(
    trx,
  );
  return getIds(rows);
}

/** SQL condition: the caller sees the row `m` of a table of members. */
export const isVisibleMember = ({ table, group, member }: MemberTable) => sql`exists (
  select from ${sql.table(table)} v where v.${sql.ref(group)} = m.${sql.ref(group)} and v.${sql.ref(member)} = m.${sql.ref(member)})`;

/** A table of members, and its columns. */
export interface MemberTable {
  table: string;
  group: string;
  member: string;
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

/** Locks the group, and the images of the members. Throws 404 for members that do not exist. */
async function lockGroupAndMembers(
  trx: Db,
  scope: Scope,
  group: GroupRecord,
  kind: keyof typeof MEMBER_TABLES,
  ids: readonly string[],
): Promise<void> {
  await lockReferencedRows(trx, 'similarity_group', [group.id]);
  if (kind === 'image') {
    await scope.findRows('training_image', ids, group.workspace_id, { field: 'images', entityName: 'Image', lock: true });
    return;
  }
  const objects = await scope.findRows('detection_object', ids, group.workspace_id, { field: 'objects', entityName: 'Object' });
  await lockImages(trx, [...new Set(objects.map((object) => object.image_id))]);
}
