import { SERVICE_SLUGS, type ServiceSlug } from '@console/shared-contract/api';
import { recordAuditEvent } from '../../platform/access/audit';
import type { Db } from '../../platform/database/connection';

export interface NewWorkspace {
  name: string;
  services: readonly ServiceSlug[];
  ownerId?: string | null;
  metaData?: Record<string, unknown>;
  blurImages?: boolean;
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
  { name, services, ownerId = null, metaData = {}, blurImages = false }: NewWorkspace,
): Promise<string> {
  const { id } = await db
    .insertInto('workspace')
    .values({ name, owner_id: ownerId, meta_data: JSON.stringify(metaData), blur_images: blurImages })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setServices(db, id, services);
  return id;
}

/** Replaces the services of a workspace. */
export async function setServices(db: Db, workspaceId: string, services: readonly ServiceSlug[]): Promise<void> {
  await db.deleteFrom('workspace_service').where('workspace_id', '=', workspaceId).execute();
  const rows = [...new Set(services)].map((slug) => ({ workspace_id: workspaceId, slug }));
  if (rows.length > 0) await db.insertInto('workspace_service').values(rows).execute();
  const subjectId = rows.map(({ slug }) => slug).join(' ');
  await recordAuditEvent(db, [workspaceId], { action: 'services', actor: null, subject: 'services', subjectId });
}

/** Adds a member. The first workspace of a user becomes the default workspace. */
export async function addMember(db: Db, workspaceId: string, userId: string): Promise<void> {
  await db
    .insertInto('membership')
    .values({ workspace_id: workspaceId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .updateTable('app_user')
    .set({ default_workspace_id: workspaceId })
    .where('id', '=', userId)
    .where('default_workspace_id', 'is', null)
    .execute();
  await recordAuditEvent(db, [workspaceId], { action: 'member-added', actor: null, subject: 'user', subjectId: userId });
}

/** Removes a member, and the workspace as their default workspace. */
export async function removeMember(db: Db, workspaceId: string, userId: string): Promise<void> {
  await db.deleteFrom('membership').where('workspace_id', '=', workspaceId).where('user_id', '=', userId).execute();
  await db
    .updateTable('app_user')
    .set({ default_workspace_id: null })
    .where('id', '=', userId)
    .where('default_workspace_id', '=', workspaceId)
    .execute();
  await recordAuditEvent(db, [workspaceId], { action: 'member-removed', actor: null, subject: 'user', subjectId: userId });
}
