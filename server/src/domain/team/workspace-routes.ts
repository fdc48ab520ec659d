import { isServiceGranted, type ServiceSlug } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { recordAuditEvent } from '../../platform/access/audit';
import { setStatisticsVisibility } from '../../platform/access/statistics-visibility';
import type { Db } from '../../platform/database/connection';
import { createFieldError, HttpError, notFound } from '../../platform/errors';
import { route } from '../../platform/http/route/route';
import { readWorkspaces } from '../account/read-workspaces';
import { addMember, createWorkspace, setServices } from '../account/workspaces';
import { lockMembers } from './lock-members';
import { messages } from './messages';
import { readSettings } from './read-settings';

/** Maximum number of workspaces that a user can own through the API. */
const MAX_OWNED_WORKSPACES = 100;
const WORKSPACE = '/account/v2/workspace/{id}';

/** Registers the routes that create workspaces, and read and change their settings. */
export function bindWorkspaces(app: FastifyInstance): void {
  const { config } = app.deps;

  route(app, 'POST /account/v2/workspace/', async ({ body, db, scope }) => {
    const caller = scope.allowCallerOnly();
    if (!config.createWorkspaces) throw new HttpError(403, messages.workspaceCreationDisabled);
    const services = body.services ?? config.workspaceServices;
    requireAvailableServices(services, config.workspaceServices);
    await requireFreeName(db, caller.id, body.name);
    const id = await createWorkspace(db, { name: body.name, services, ownerId: caller.id, actor: caller });
    await recordAuditEvent(db, [id], { action: 'workspace-created', actor: caller, subject: 'workspace', subjectId: id });
    await addMember(db, id, caller.id, 'manager', caller);
    const [workspace] = await readWorkspaces(db, caller.id, caller.workspaces.length === 0 ? id : null, id);
    if (!workspace) throw notFound('Workspace');
    return workspace;
  });

  route(app, `GET ${WORKSPACE}/settings/`, ({ params, db, scope }) =>
    readSettings(db, config, scope.requireWorkspace(params.id).id),
  );

  route(app, `PATCH ${WORKSPACE}/`, async ({ params: { id }, body, db, scope, user }) => {
    await lockMembers(db, scope, id, 'own');
    const { name, services, statistics_visibility: visibility, annotator_access: access } = body;
    const currentSettings = await readSettings(db, config, id);
    if (name !== undefined && name !== currentSettings.name) {
      await requireFreeName(db, user.id, name, id);
      await db.updateTable('workspace').set({ name }).where('id', '=', id).execute();
      await recordAuditEvent(db, [id], { action: 'name', actor: user, subject: 'name', subjectId: name });
    }
    if (visibility !== undefined) await setStatisticsVisibility(db, id, visibility, user);
    if (access !== undefined && access !== currentSettings.annotator_access) {
      await db.updateTable('workspace').set({ annotator_access: access }).where('id', '=', id).execute();
      await recordAuditEvent(db, [id], {
        action: 'annotator-access',
        actor: user,
        subject: 'annotator-access',
        subjectId: access,
      });
    }
    if (services !== undefined && !areSameServices(services, currentSettings.services)) {
      requireAvailableServices(services, [...config.workspaceServices, ...currentSettings.services]);
      await setServices(db, id, services, user);
    }
    return readSettings(db, config, id);
  });
}

/** Throws 400 unless all services are available. */
function requireAvailableServices(services: readonly ServiceSlug[], availableServices: readonly ServiceSlug[]): void {
  const missingService = services.find((service) => !isServiceGranted(availableServices, service));
  if (missingService !== undefined) throw createFieldError('services', messages.serviceNotAvailable(missingService));
}

/** Throws 400 if the owner has another workspace with this name. Locks the owner, so that two requests cannot use the same name. */
async function requireFreeName(db: Db, ownerId: string, name: string, exceptId: string | null = null): Promise<void> {
  await db.selectFrom('app_user').select('id').where('id', '=', ownerId).forNoKeyUpdate().execute();
  const { rows } = await sql<{ isTaken: boolean }>`
    select lower(name) = lower(${name}) as "isTaken" from workspace
    where owner_id = ${ownerId} and id is distinct from ${exceptId}::uuid`.execute(db);
  if (rows.some(({ isTaken }) => isTaken)) throw createFieldError('name', messages.nameTaken);
  if (exceptId === null && rows.length >= MAX_OWNED_WORKSPACES)
    throw new HttpError(409, messages.tooManyWorkspaces(MAX_OWNED_WORKSPACES));
}

function areSameServices(services: readonly string[], otherServices: readonly string[]): boolean {
  const serviceSet = new Set(services);
  return serviceSet.size === new Set(otherServices).size && otherServices.every((service) => serviceSet.has(service));
}
