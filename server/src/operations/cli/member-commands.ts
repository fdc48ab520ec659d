import { AssignableRole, Role } from '@console/shared-contract/api';
import { findMemberRole, memberRole } from '../../platform/access/member-role';
import type { Db } from '../../platform/database/connection';
import { addMember, removeMember, setOwner, setRole } from '../../domain/account/workspaces';
import { defineCommand, findUserId, findWorkspaceId, inTransaction, UsageError, type Command } from './command';

const ROLES_USAGE = AssignableRole.options.join('|');

/** The commands that change the members of a workspace. */
export const memberCommands: Record<string, Command> = {
  'add-member': defineCommand({
    usage: `add-member WORKSPACE EMAIL [--role ${ROLES_USAGE}]`,
    description: 'adds a user to a workspace (id or name), by default as a manager',
    argumentCount: 2,
    options: { role: { type: 'string', default: 'manager' } },
    parse: (names, values) => {
      const role = parseRole(AssignableRole.options, values.role);
      return changeMembership(names, async (trx, workspaceId, userId) => {
        if ((await findMemberRole(trx, workspaceId, userId)) !== null) return 'is already a member';
        await addMember(trx, workspaceId, userId, role);
        return `is now a member (${role})`;
      });
    },
  }),
  'set-role': defineCommand({
    usage: `set-role WORKSPACE EMAIL owner|${ROLES_USAGE}`,
    description: 'changes the role of a member; a new owner replaces the previous one, who becomes a manager',
    argumentCount: 3,
    parse: ([workspace = '', email = '', name = '']) => {
      const role = parseRole(Role.options, name);
      return changeMembership([workspace, email], async (trx, workspaceId, userId) => {
        const currentRole = await findMemberRole(trx, workspaceId, userId);
        if (currentRole === null) throw new UsageError(`${email} is not a member of ${workspace}.`);
        if (currentRole === 'owner' && role !== 'owner')
          throw new UsageError(`${email} owns ${workspace}. Set another owner first.`);
        if (role === 'owner') await setOwner(trx, workspaceId, userId);
        else await setRole(trx, workspaceId, userId, role);
        return `is now ${role}`;
      });
    },
  }),
  'remove-member': defineCommand({
    usage: 'remove-member WORKSPACE EMAIL',
    description: 'removes a user from a workspace; others get the open job items of the user',
    argumentCount: 2,
    parse: (names) =>
      changeMembership(names, async (trx, workspaceId, userId) => {
        await removeMember(trx, workspaceId, userId);
        return 'is no longer a member';
      }),
  }),
};

function parseRole<R extends string>(roles: readonly R[], name: string): R {
  const role = roles.find((candidate) => candidate === name);
  if (role === undefined) throw new UsageError(`${name} is not a role. Roles: ${roles.join(', ')}`);
  return role;
}

/** Changes a membership and prints a line that ends with the text that `change` returns. */
function changeMembership(
  [workspace = '', email = '']: string[],
  change: (trx: Db, workspaceId: string, userId: string) => Promise<string>,
) {
  return inTransaction(async (trx) => {
    const changeText = await change(trx, await findWorkspaceId(trx, workspace), await findUserId(trx, email));
    return [`${email} ${changeText} of ${workspace}`];
  });
}

/** Lists the members of all workspaces with their roles, by email. */
export async function listMembers(db: Db): Promise<{ workspace_id: string; name: string }[]> {
  const rows = await db
    .selectFrom('membership as m')
    .innerJoin('workspace as w', 'w.id', 'm.workspace_id')
    .innerJoin('app_user as u', 'u.id', 'm.user_id')
    .select(['m.workspace_id', 'u.email', memberRole.as('role')])
    .orderBy('u.email')
    .execute();
  return rows.map(({ workspace_id, email, role }) => ({ workspace_id, name: `${email} (${role})` }));
}
