// This file does not import zod, so that the browser can check roles without loading the schemas of the API.

/** Roles of a member of a workspace, from owner (may do everything) to viewer (may only read). */
export const ROLES = ['owner', 'manager', 'reviewer', 'annotator', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/**
 * Permissions that roles include. `view`: read data and predict with models. `annotate`: change shapes, labels, values, flags, metadata and
 * group members, verify, and complete job items. `review`: send items back and decide on suspected label errors. `manage`: change images,
 * tasks, labels, jobs, products and groups, import, export, change in bulk and delete. `train`: train and evaluate models and run
 * predictions. `members`: invite and remove members and change roles. `own`: settings, ownership and audit log of the workspace.
 */
export const PERMISSIONS = ['view', 'annotate', 'review', 'manage', 'train', 'members', 'own'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** The permissions of each role. */
export const ROLE_PERMISSIONS: Record<Role, readonly Permission[]> = {
  owner: PERMISSIONS,
  manager: ['view', 'annotate', 'review', 'manage', 'train', 'members'],
  reviewer: ['view', 'annotate', 'review'],
  annotator: ['view', 'annotate'],
  viewer: ['view'],
};

/** Setting that limits annotators: they can access the complete workspace, or only the content of jobs on which they may work. */
export const ANNOTATOR_ACCESS = ['workspace', 'jobs'] as const;
export type AnnotatorAccess = (typeof ANNOTATOR_ACCESS)[number];

/** Returns what a member can access. The setting `annotatorAccess` limits only annotators. */
export function getMemberAccess(role: Role, annotatorAccess: AnnotatorAccess): AnnotatorAccess {
  return role === 'annotator' ? annotatorAccess : 'workspace';
}

/** Whether a role includes a permission. */
export function hasPermission(role: Role, permission: Permission): boolean {
  return ROLE_PERMISSIONS[role].includes(permission);
}

/** `detail` of the 404 response to a user who is not a member of the workspace. The console recognises the response by this text. */
export const WORKSPACE_NOT_FOUND = 'Workspace not found.';
