import { hasPermission, Role, type ChangedKind, type Permission, type ServiceSlug } from '@console/shared-contract/api';
import type { Scope } from '../../../platform/access/scope';
import type { Db } from '../../../platform/database/connection';
import { SHAPE_TABLES } from '../../../platform/database/tables/shapes';
import { lockMembers } from '../../team/lock-members';

/** Kinds of rows, with the service that the API requires for changing them. Other kinds require no service. */
const SERVICES: readonly (readonly [RegExp, ServiceSlug])[] = [
  [/^(recognition_.*|image_label|object_label)$/, 'recognition'],
  [/^detection_(task|label|model).*$/, 'custom-object-detection'],
  [/^segmentation_.*$/, 'custom-segmentation'],
  [/^(similarity|group)_/, 'custom-similarity'],
  [/^flow$/, 'flows'],
  [/^(annotation_job|job_|item_work|item_adjudication|quality_settings|quality_target|training_rule)/, 'annotate'],
  [/^(product|price|grade_company)/, 'products-management'],
];

/** Kinds of rows with operations, and the permission that the API requires for this change. All other changes require `manage`. */
const PERMISSIONS: readonly (readonly [RegExp, Permission])[] = [
  [new RegExp(`^(${SHAPE_TABLES.join('|')}|object_label|image_label|image_verification) `), 'annotate'],
  [/^(group_image|group_object|group_group|similarity_verification|item_work) /, 'annotate'],
  // Annotators change flags and metadata. Only managers upload and delete images.
  [/^training_image update$/, 'annotate'],
  [/^(job_remark|item_adjudication) /, 'review'],
  // When annotators finish an item, their work is copied to the image, and the item is updated. Only managers add and remove items.
  [/^job_item update$/, 'annotate'],
  // Comments that were deleted with a shape are restored together with it. Only reviewers may undo other changes of comments.
  [/^comment(_thread)? delete$/, 'annotate'],
  [/^comment(_thread)? /, 'review'],
  [/^((recognition|detection|segmentation)_model|training_rule) /, 'train'],
  [/^membership /, 'members'],
];

/** A change that an undo reverts. The operation is null if the change log does not contain it, for example for imports. */
export interface LoggedChange {
  kind: ChangedKind;
  operation: 'insert' | 'update' | 'delete' | null;
}

/**
 * Throws 403 if the workspace lacks a service, or the caller a permission, that these changes need. If one of the changes concerns
 * members, locks the members of the workspace, as the calls that change them do. Returns the permissions.
 */
export async function requireAccess(
  db: Db,
  scope: Scope,
  workspaceId: string,
  changes: readonly LoggedChange[],
): Promise<Permission[]> {
  for (const [pattern, service] of SERVICES)
    if (changes.some(({ kind }) => pattern.test(kind))) scope.requireWorkspace(workspaceId, service);
  const permissions = [...new Set(changes.map(getRequiredPermission))];
  for (const permission of permissions) scope.requirePermission(workspaceId, permission);
  if (changes.some(({ kind }) => kind === 'membership')) await lockMembers(db, scope, workspaceId, 'members');
  return permissions;
}

/** Returns the permission that is required to undo these changes. If there are several, returns the one that the fewest roles have. */
export function getUndoPermission(changes: readonly LoggedChange[]): Permission {
  const countRoles = (permission: Permission) => Role.options.filter((role) => hasPermission(role, permission)).length;
  return changes.map(getRequiredPermission).reduce((a, b) => (countRoles(b) < countRoles(a) ? b : a), 'annotate');
}

function getRequiredPermission({ kind, operation }: LoggedChange): Permission {
  const changeName = `${kind} ${operation}`;
  return PERMISSIONS.find(([pattern]) => pattern.test(changeName))?.[1] ?? 'manage';
}

/** Lists the changes of a user action from its kinds of rows, and its counts by kind and operation. */
export function listChanges(kinds: readonly ChangedKind[], counts: Readonly<Record<string, number>>): LoggedChange[] {
  return kinds.flatMap((kind): LoggedChange[] => {
    const operations = (['insert', 'update', 'delete'] as const).filter((operation) => `${kind} ${operation}` in counts);
    return operations.length > 0 ? operations.map((operation) => ({ kind, operation })) : [{ kind, operation: null }];
  });
}

/** Lists the deletions in a change set, which are reverted when rows are restored from the trash. */
export const listDeletions = ({
  relations,
  counts,
}: {
  relations: readonly ChangedKind[];
  counts: Readonly<Record<string, number>>;
}) => listChanges(relations, counts).filter(({ operation }) => operation === null || operation === 'delete');
