import { AssignableRole } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import { findMemberRole } from '../../../platform/access/member-role';
import type { Db } from '../../../platform/database/connection';
import { isForgotten } from '../../account/forget-user';
import { addMember, removeMember, setRole } from '../../account/workspaces';
import type { Failure } from './failure';
import { invertUpdate } from './inverse';
import { getIdentity, type NetChange } from './net-changes';

interface MemberUndo {
  workspaceId: string;
  user: { id: string; username: string };
  overwrite: boolean;
  /** SQL condition of the entries `c` to undo. */
  entries: RawBuilder<unknown>;
  /** Fields that other change sets have changed later. */
  laterFields: ReadonlyMap<NetChange, ReadonlySet<string>>;
}

/**
 * Undoes changes of members: adds removed members, sets previous roles and removes added members. Uses the same functions as the
 * calls, which record audit events and release items of jobs. The owner does not change. The caller has locked the members.
 */
export async function undoMemberChanges(
  trx: Db,
  changes: readonly NetChange[],
  undo: MemberUndo,
): Promise<{ undone: NetChange[]; failures: Failure[] }> {
  const undoneChanges: NetChange[] = [];
  const failures: Failure[] = [];
  for (const change of changes) {
    const outcome = await undoMemberChange(trx, change, undo);
    if (outcome === 'undone') undoneChanges.push(change);
    else if (outcome !== 'unchanged') failures.push({ change, ...outcome });
  }
  return { undone: undoneChanges, failures };
}

async function undoMemberChange(
  trx: Db,
  change: NetChange,
  { workspaceId, user, overwrite, entries, laterFields }: MemberUndo,
): Promise<'undone' | 'unchanged' | Omit<Failure, 'change'>> {
  const { effect, before, after } = change;
  const memberId = String(getIdentity(change).user_id);
  const role = await findMemberRole(trx, workspaceId, memberId);
  if (role === null) {
    if (effect === 'created') return 'unchanged';
    if (effect === 'changed' || !(await canJoin(trx, memberId))) return { reason: 'missing' };
    if (await hasLeft(trx, memberId, entries)) return { reason: 'left' };
    await addMember(trx, workspaceId, memberId, toRole(before.role), user);
    return 'undone';
  }
  if (effect === 'deleted' && role === toRole(before.role)) return 'unchanged';
  if (role === 'owner') return { reason: 'owner' };
  if (effect === 'changed') {
    const { values, conflicts } = invertUpdate(
      change,
      { role },
      { overwrite, laterFields: laterFields.get(change) ?? new Set() },
    );
    if (conflicts.length > 0) return { reason: 'changed', fields: conflicts };
    if (!('role' in values)) return 'unchanged';
    await setRole(trx, workspaceId, memberId, toRole(values.role), user);
    return 'undone';
  }
  const loggedRole = toRole(effect === 'created' ? after.role : before.role);
  if (effect === 'deleted' || (role !== loggedRole && !overwrite))
    return { reason: 'changed', fields: [{ field: 'role', before: null, after: loggedRole, current: role }] };
  await removeMember(trx, workspaceId, memberId, user);
  return 'undone';
}

/** Members without a logged role were members before roles existed. They became managers. */
const toRole = (role: unknown): AssignableRole => (role === undefined ? 'manager' : AssignableRole.parse(role));

/** Whether the account exists and has not been closed by `forget-user`. */
async function canJoin(trx: Db, userId: string): Promise<boolean> {
  const row = await trx.selectFrom('app_user').select('email').where('id', '=', userId).forKeyShare().executeTakeFirst();
  return row !== undefined && !isForgotten(row.email);
}

/**
 * Whether the member left the workspace voluntarily, or the identity provider ended the membership. An undo must not restore such a
 * membership.
 */
async function hasLeft(trx: Db, userId: string, entries: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ hasLeft: boolean }>`
    select s.user_id is not distinct from ${userId}::uuid as "hasLeft" from change c join change_set s on s.id = c.change_set_id
    where ${entries} and c.relation = 'membership' and c.row_id = ${userId} and c.operation = 'delete'
    order by c.id desc limit 1`.execute(trx);
  return rows[0]?.hasLeft ?? false;
}
