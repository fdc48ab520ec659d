import { sql } from 'kysely';
import type { Db } from '../../database/connection';
import { lockImages, syncFacets } from '../../facets';
import { badField } from '../../errors';
import type { Scope } from '../../access/scope';
import { messages } from './messages';
import { isInCircle, oneTreeWriter, type GroupRecord } from './members';

/** Deletes a locked group; its members stay. */
export async function deleteGroup(trx: Db, group: GroupRecord): Promise<void> {
  const images = await trx.selectFrom('group_image').select('image_id').where('group_id', '=', group.id).execute();
  const objects = await trx
    .selectFrom('group_object as m')
    .innerJoin('detection_object as o', 'o.id', 'm.object_id')
    .select(['o.id', 'o.image_id'])
    .where('m.group_id', '=', group.id)
    .execute();
  await lockImages(trx, [...new Set([...images, ...objects].map((row) => row.image_id))]);
  await trx.deleteFrom('similarity_group').where('id', '=', group.id).execute();
  await syncFacets(trx, group.workspace_id, [
    { of: 'image', ids: images.map((row) => row.image_id), kinds: ['image.grouped'] },
    { of: 'object', ids: objects.map((row) => row.id), kinds: ['object.grouped'] },
  ]);
}

/** Moves the members of other groups into this locked one and deletes them. No facet changes: every member stays in a group. */
export async function mergeGroups(trx: Db, scope: Scope, group: GroupRecord, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  if (ids.includes(group.id)) throw badField('groups', messages.mergeSelf);
  await oneTreeWriter(trx, group.workspace_id);
  await scope.findRows('similarity_group', ids, group.workspace_id, { field: 'groups', what: 'Group', lock: true });
  await sql`
    insert into group_image (group_id, image_id, workspace_id) select distinct ${group.id}::uuid, image_id, workspace_id
    from group_image where group_id = any(${ids}::uuid[]) on conflict do nothing`.execute(trx);
  await sql`
    insert into group_object (group_id, object_id, workspace_id) select distinct ${group.id}::uuid, object_id, workspace_id
    from group_object where group_id = any(${ids}::uuid[]) on conflict do nothing`.execute(trx);
  await sql`
    insert into group_group (parent_id, child_id, workspace_id) select distinct ${group.id}::uuid, child_id, workspace_id
    from group_group where parent_id = any(${ids}::uuid[]) and child_id <> ${group.id} and child_id <> all(${ids}::uuid[]) on conflict do nothing`.execute(
    trx,
  );
  await trx
    .deleteFrom('similarity_group')
    .where('id', 'in', [...ids])
    .execute();
  if (await isInCircle(trx, group.id)) throw badField('groups', messages.circle);
}
