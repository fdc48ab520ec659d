import { sql } from 'kysely';
import type { Db } from '../../database/connection';
import type { Scope } from '../../access/scope';
import { badField } from '../../errors';
import { lockReferencedRows, lockImages } from '../../facets';
import { isInCircle, oneTreeWriter, type GroupRecord } from './members';
import { messages } from './messages';
import type { MemberIds } from './queries';

/**
 * Moves members from one group to another and answers which: those that somebody else has taken out meanwhile are left alone,
 * so that of two people who move the same member one does. No facet changes: every member stays in a group.
 */
export async function moveMembers(
  trx: Db,
  scope: Scope,
  { from, to }: { from: GroupRecord; to: GroupRecord },
  wanted: MemberIds,
): Promise<MemberIds> {
  if (from.id === to.id) throw badField('to', messages.moveSelf);
  const { images, detection_objects: objects, groups } = wanted;
  if (groups.length > 0) await oneTreeWriter(trx, from.workspace_id);
  await lockReferencedRows(trx, 'similarity_group', [from.id, to.id]);
  const workspaceId = from.workspace_id;
  await scope.requireSameWorkspace('similarity_group', groups, workspaceId, { field: 'groups', entityName: 'Group' });
  await scope.requireSameWorkspace('training_image', images, workspaceId, { field: 'images', entityName: 'Image' });
  const shown = await scope.findRows('detection_object', objects, workspaceId, { field: 'objects', entityName: 'Object' });
  // All at once: of two people who move each other's in two steps each might wait for the other.
  await lockImages(trx, [...new Set([...images, ...shown.map((object) => object.image_id)])]);
  const moved = {
    images: await move(trx, from, to, images, { table: 'group_image', group: 'group_id', member: 'image_id' }),
    detection_objects: await move(trx, from, to, objects, { table: 'group_object', group: 'group_id', member: 'object_id' }),
    groups: await move(trx, from, to, groups, { table: 'group_group', group: 'parent_id', member: 'child_id' }),
  };
  if (moved.groups.length > 0 && (await isInCircle(trx, to.id))) throw badField('groups', messages.circle);
  return moved;
}

interface Links {
  table: string;
  group: string;
  member: string;
}

/** A member that the other group has already leaves this one all the same. */
async function move(trx: Db, from: GroupRecord, to: GroupRecord, ids: readonly string[], links: Links): Promise<string[]> {
  const wanted = ids.filter((id) => id !== to.id);
  if (wanted.length === 0) return [];
  const [table, group, member] = [sql.table(links.table), sql.ref(links.group), sql.ref(links.member)];
  const { rows } = await sql<{ id: string }>`
    with gone as (delete from ${table} where ${group} = ${from.id} and ${member} = any(${wanted}::uuid[]) returning ${member} as id),
    came as (insert into ${table} (${group}, ${member}, workspace_id)
      select ${to.id}, id, ${to.workspace_id} from gone on conflict do nothing)
    select id from gone`.execute(trx);
  return rows.map(({ id }) => id);
}
