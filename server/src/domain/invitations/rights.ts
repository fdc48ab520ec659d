import { AssignableRole, Role, ROLE_PERMISSIONS, type Permission } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { memberRole } from '../../platform/access/member-role';

/** Whether a member with these permissions may invite users with a role: they must have all permissions of the role. */
export function mayInvite(permissions: readonly Permission[], role: AssignableRole): boolean {
  return permissions.includes('members') && ROLE_PERMISSIONS[role].every((permission) => permissions.includes(permission));
}

/** Pairs `inviter invited`: the role of a member, and a role with which this member may invite users. */
const ROLE_PAIRS = Role.options.flatMap((role) =>
  AssignableRole.options.filter((invited) => mayInvite(ROLE_PERMISSIONS[role], invited)).map((invited) => `${role} ${invited}`),
);

/** SQL: the creator of invitation `i` is a member who may still invite users with its role. */
const isCreatorEntitled = sql`exists (
  select from membership m join workspace w on w.id = m.workspace_id
  where m.workspace_id = i.workspace_id and m.user_id = i.created_by
    and ${memberRole} || ' ' || i.role = any(${ROLE_PAIRS}::text[]))`;

/** SQL: the state of invitation `i`. */
export const invitationState = sql`case
  when i.accepted is not null then 'accepted'
  when i.revoked is not null then 'revoked'
  when i.expires <= clock_timestamp() then 'expired'
  when not ${isCreatorEntitled} then 'revoked'
  else 'open' end`;
