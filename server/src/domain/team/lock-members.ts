import { hasPermission, type Permission, type Role } from '@console/shared-contract/api';
import { findMemberRole } from '../../platform/access/member-role';
import type { Scope } from '../../platform/access/scope';
import type { Db } from '../../platform/database/connection';
import { HttpError, notFound } from '../../platform/errors';
import { messages as errorMessages } from '../../platform/errors/messages';

/**
 * Locks the settings and members of a workspace until the transaction ends, and checks access again. Another request may have removed the
 * caller or changed their role after this request loaded the caller. `permission` is required in addition to the permission of the call.
 */
export async function lockMembers(trx: Db, scope: Scope, workspaceId: string, permission: Permission): Promise<void> {
  scope.requireWorkspace(workspaceId);
  scope.requirePermission(workspaceId, permission);
  await lockWorkspaceMembers(trx, workspaceId);
  const role = await findMemberRole(trx, workspaceId, scope.caller.id);
  if (role === null) throw notFound('Workspace');
  if (!hasPermission(role, permission)) throw new HttpError(403, errorMessages.roleNotAllowed);
}

/** Locks the settings and members of a workspace until the transaction ends, without a check of the access. */
export async function lockWorkspaceMembers(trx: Db, workspaceId: string): Promise<void> {
  // Not `for update`, which would wait for all writers of rows that refer to the workspace.
  await trx.selectFrom('workspace').select('id').where('id', '=', workspaceId).forNoKeyUpdate().execute();
}

/** Returns the role of a member. Throws 404 if the user is not a member. Lock the members first. */
export async function requireMember(trx: Db, workspaceId: string, userId: string): Promise<Role> {
  const role = await findMemberRole(trx, workspaceId, userId);
  if (role === null) throw notFound('Member');
  return role;
}
