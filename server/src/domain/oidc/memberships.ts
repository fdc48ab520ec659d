import { AssignableRole } from '@console/shared-contract/api';
import type { GroupMapping } from '../../platform/config';
import { findMemberRole } from '../../platform/access/member-role';
import type { Db } from '../../platform/database/connection';
import { addMember, removeMember, setRole } from '../account/workspaces';

/** The roles, the one with the most rights first. */
const ROLES_BY_RIGHTS = AssignableRole.options;

/**
 * Returns the role that the groups of a user grant in each workspace. If they grant several roles, returns the role with the most rights.
 */
export function toRoles(mappings: readonly GroupMapping[], groups: readonly string[]): Map<string, AssignableRole> {
  const roles = new Map<string, AssignableRole>();
  for (const role of ROLES_BY_RIGHTS) {
    for (const mapping of mappings)
      if (mapping.role === role && groups.includes(mapping.group) && !roles.has(mapping.workspace))
        roles.set(mapping.workspace, role);
  }
  return roles;
}

/**
 * Gives the user the memberships of `roles`, and removes other memberships that groups had granted. Memberships of owners, and memberships
 * that were added by other means, do not change. Returns the workspaces that do not exist.
 */
export async function applyRoles(
  trx: Db,
  user: { id: string; username: string },
  roles: ReadonlyMap<string, AssignableRole>,
): Promise<string[]> {
  const actor = { ...user, origin: 'oidc' } as const;
  const currentMemberships = await trx
    .selectFrom('oidc_membership')
    .select('workspace_id')
    .where('user_id', '=', user.id)
    .execute();
  const unknownWorkspaces: string[] = [];
  // All sign-ins lock workspaces in the same order, so that they cannot deadlock.
  for (const workspaceId of [...new Set([...currentMemberships.map((row) => row.workspace_id), ...roles.keys()])].sort()) {
    if (!(await lockWorkspace(trx, workspaceId))) {
      unknownWorkspaces.push(workspaceId);
      continue;
    }
    const newRole = roles.get(workspaceId);
    const currentRole = await findMemberRole(trx, workspaceId, user.id);
    if (currentRole === null) {
      if (newRole === undefined) continue;
      await addMember(trx, workspaceId, user.id, newRole, actor);
      await trx.insertInto('oidc_membership').values({ user_id: user.id, workspace_id: workspaceId }).execute();
    } else if (currentRole !== 'owner' && (await isGivenByGroup(trx, workspaceId, user.id))) {
      if (newRole === undefined) await removeMember(trx, workspaceId, user.id, actor);
      else if (newRole !== currentRole) await setRole(trx, workspaceId, user.id, newRole, actor);
    }
  }
  return unknownWorkspaces;
}

/** Locks the members of a workspace like the calls that change them. Returns false if the workspace does not exist. */
async function lockWorkspace(trx: Db, id: string): Promise<boolean> {
  const row = await trx.selectFrom('workspace').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  return row !== undefined;
}

/** Whether a group granted the membership. The row is deleted together with the membership. */
async function isGivenByGroup(trx: Db, workspaceId: string, userId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('oidc_membership')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}
