// This file does not import zod, so that the browser can check roles without loading the schemas of the API.

/** What a member may do in a workspace, from everything to only reading. */
export const ROLES = ['owner', 'manager', 'reviewer', 'annotator', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/**
 * What a role may do. `view`: read, and predict with models. `annotate`: objects, shapes, values and labels of images, flags, metadata,
 * members of groups, verifications, and own items of jobs. `review`: send items back and decide on suspected label errors. `manage`:
 * images, tasks, labels, jobs, products, groups, imports, exports, bulk changes and deletion. `train`: trainings, evaluations, prediction
 * runs and models. `members`: invite, remove and change roles. `own`: settings, ownership and audit log of the workspace.
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

/** What annotators of a workspace can access: all of it, or only the content of the jobs on which they may work. */
export const ANNOTATOR_ACCESS = ['workspace', 'jobs'] as const;
export type AnnotatorAccess = (typeof ANNOTATOR_ACCESS)[number];

/** Returns what a member can access in a workspace with this setting. The setting concerns only annotators. */
export function getMemberAccess(role: Role, annotatorAccess: AnnotatorAccess): AnnotatorAccess {
  return role === 'annotator' ? annotatorAccess : 'workspace';
}

/** Whether a role includes a permission. */
export function hasPermission(role: Role, permission: Permission): boolean {
  return ROLE_PERMISSIONS[role].includes(permission);
}

/** Detail of the 404 response to a user who is not a member of the workspace. The console compares this text. */
export const WORKSPACE_NOT_FOUND = 'Workspace not found.';
