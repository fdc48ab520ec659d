import { hasPermission, SERVICE_SLUGS, type AssignableRole, type ServiceSlug } from '@console/shared-contract/api';
import { recordAuditEvent, type AuditEvent } from '../../platform/access/audit';
import type { Db } from '../../platform/database/connection';

interface NewWorkspace {
  name: string;
  services: readonly ServiceSlug[];
  ownerId?: string | null;
  metaData?: Record<string, unknown>;
  blurImages?: boolean;
  actor?: Actor;
}

/** Display names of the services. */
export const SERVICE_NAMES: Record<ServiceSlug, string> = {
  recognition: 'Recognition',
  'custom-recognition': 'Recognition',
  'custom-object-detection': 'Object detection',
  'custom-segmentation': 'Segmentation',
  annotate: 'Annotate',
  flows: 'Flows',
  'custom-similarity': 'Similarity',
  'products-management': 'Products',
};

/** All services without aliases; `custom-recognition` is an alias of `recognition`. */
export const ALL_SERVICES: readonly ServiceSlug[] = SERVICE_SLUGS.filter((slug) => slug !== 'custom-recognition');

/** Creates a workspace with its services and returns its id. */
export async function createWorkspace(
  db: Db,
  { name, services, ownerId = null, metaData = {}, blurImages = false, actor = null }: NewWorkspace,
): Promise<string> {
  const { id } = await db
    .insertInto('workspace')
    .values({ name, owner_id: ownerId, meta_data: JSON.stringify(metaData), blur_images: blurImages })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setServices(db, id, services, actor);
  return id;
}

type Actor = AuditEvent['actor'];

/** Replaces the services of a workspace. */
export async function setServices(
  db: Db,
  workspaceId: string,
  services: readonly ServiceSlug[],
  actor: Actor = null,
): Promise<void> {
  await db.deleteFrom('workspace_service').where('workspace_id', '=', workspaceId).execute();
  const rows = [...new Set(services)].map((slug) => ({ workspace_id: workspaceId, slug }));
  if (rows.length > 0) await db.insertInto('workspace_service').values(rows).execute();
  const subjectId = rows.map(({ slug }) => slug).join(' ');
  await recordAuditEvent(db, [workspaceId], { action: 'services', actor, subject: 'services', subjectId });
}

/**
 * Adds a member with a role. The first workspace of a user becomes the default. Returns false, and changes nothing, if the user is a
 * member already.
 */
export async function addMember(
  db: Db,
  workspaceId: string,
  userId: string,
  role: AssignableRole = 'manager',
  actor: Actor = null,
): Promise<boolean> {
  const membership = await db
    .insertInto('membership')
    .values({ workspace_id: workspaceId, user_id: userId, role })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  if (!membership) return false;
  await db
    .updateTable('app_user')
    .set({ default_workspace_id: workspaceId })
    .where('id', '=', userId)
    .where('default_workspace_id', 'is', null)
    .execute();
  await recordAuditEvent(db, [workspaceId], { action: 'member-added', actor, subject: 'user', subjectId: userId });
  return true;
}

/**
 * Removes a member, and unassigns the member's unfinished job items. If this was the member's default workspace, the member has no default
 * workspace afterwards.
 */
export async function removeMember(db: Db, workspaceId: string, userId: string, actor: Actor = null): Promise<void> {
  await releaseJobItems(db, workspaceId, userId);
  await db.deleteFrom('membership').where('workspace_id', '=', workspaceId).where('user_id', '=', userId).execute();
  await db
    .updateTable('app_user')
    .set({ default_workspace_id: null })
    .where('id', '=', userId)
    .where('default_workspace_id', '=', workspaceId)
    .execute();
  await recordAuditEvent(db, [workspaceId], { action: 'member-removed', actor, subject: 'user', subjectId: userId });
}

/**
 * Changes the role of a member. If the new role does not include annotation, other members can get the member's unfinished job items.
 */
export async function setRole(
  db: Db,
  workspaceId: string,
  userId: string,
  role: AssignableRole,
  actor: Actor = null,
): Promise<void> {
  if (!hasPermission(role, 'annotate')) await releaseJobItems(db, workspaceId, userId);
  await db
    .updateTable('membership')
    .set({ role })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute();
  const subjectId = `${userId} ${role}`;
  await recordAuditEvent(db, [workspaceId], { action: 'role-changed', actor, subject: 'user', subjectId });
}

/** Makes a member the owner. The previous owner becomes a manager.  */
export async function setOwner(db: Db, workspaceId: string, userId: string, actor: Actor = null): Promise<void> {
  const { owner_id: previousOwnerId } = await db
    .selectFrom('workspace')
    .select('owner_id')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  await db.updateTable('workspace').set({ owner_id: userId }).where('id', '=', workspaceId).execute();
  for (const owner of [previousOwnerId, userId].filter((id) => id !== null))
    await db
      .updateTable('membership')
      .set({ role: 'manager' })
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', owner)
      .where('role', '<>', 'manager')
      .execute();
  await recordAuditEvent(db, [workspaceId], { action: 'ownership-transferred', actor, subject: 'user', subjectId: userId });
}

/**
 * Returns the unfinished items of a user to the queues of their jobs, and ends the assignments. Completed items remain assigned to the
 * user.
 */
export async function releaseJobItems(db: Db, workspaceId: string, userId: string): Promise<void> {
  await db
    .deleteFrom('item_work')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('done_at', 'is', null)
    .execute();
  await db.deleteFrom('job_assignee').where('workspace_id', '=', workspaceId).where('user_id', '=', userId).execute();
}
