import { z } from 'zod';

/** What a member may do in a workspace, from everything to only reading. */
export const Role = z.enum(['owner', 'manager', 'reviewer', 'annotator', 'viewer']);
export type Role = z.output<typeof Role>;

/** The roles that a member can be given. Ownership is transferred instead. */
export const AssignableRole = Role.exclude(['owner']);
export type AssignableRole = z.output<typeof AssignableRole>;

/**
 * `view`: read, and predict with models. `annotate`: objects, shapes, values and labels of images, flags, metadata, members of
 * groups, verifications, and own items of jobs. `review`: send items back and decide on suspected label errors. `manage`: images,
 * tasks, labels, jobs, products, groups, imports, exports, bulk changes and deletion. `train`: trainings, evaluations, prediction
 * runs and models. `members`: invite, remove and change roles. `own`: settings, ownership and audit log of the workspace.
 */
export const Permission = z.enum(['view', 'annotate', 'review', 'manage', 'train', 'members', 'own']);
export type Permission = z.output<typeof Permission>;

/** The permissions of each role. */
export const ROLE_PERMISSIONS: Record<Role, readonly Permission[]> = {
  owner: Permission.options,
  manager: ['view', 'annotate', 'review', 'manage', 'train', 'members'],
  reviewer: ['view', 'annotate', 'review'],
  annotator: ['view', 'annotate'],
  viewer: ['view'],
};

/** Whether a role includes a permission. */
export function hasPermission(role: Role, permission: Permission): boolean {
  return ROLE_PERMISSIONS[role].includes(permission);
}
