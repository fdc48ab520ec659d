import { sql } from 'kysely';
import type { Db } from '../../database/connection';
import { badField } from '../../errors';
import { holdRows, lockImages } from '../../facets';
import { isInCircle, oneTreeWriter, type GroupRecord } from './members';
import { messages } from './messages';
import type { MemberIds } from './queries';

/**
 * Moves members from one group to another and answers which: those that somebody else has taken out meanwhile are left alone,
 * so that of two people who move the same member one does. No facet changes: every member stays in a group.
 */
export async function moveMembers(trx: Db, from: GroupRecord, to: GroupRecord, wanted: MemberIds): Promise<MemberIds> {
  if (from.id === to.id) throw badField('to', messages.moveSelf);
  const { images, detection_objects: objects, groups } = wanted;
  if (groups.length > 0) await oneTreeWriter(trx, from.workspace_id);
  await holdRows(trx, 'similarity_group', [from.id, to.id]);
  const shown = await sql<{ id: string }>`
    select image_id as id from group_image where group_id = ${from.id} and image_id = any(${images}::uuid[])
    union select o.image_id from group_object m join detection_object o on o.id = m.object_id
    where m.group_id = ${from.id} and m.object_id = any(${objects}::uuid[])`.execute(trx);
  await lockImages(
    trx,
    shown.rows.map(({ id }) => id),
  );
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
