import type { ServiceSlug } from '@console/shared-contract/api';
import { isServiceGranted, SERVICE_SLUGS } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../platform/access/caller';
import { route } from '../../platform/http/route/route';
import { bindAuditLog } from './audit-log';
import { bindConsoleFaults } from './console-faults';
import { bindPageVisits } from './page-visits';
import { readWorkspaces } from './read-workspaces';
import { bindSignIn } from './sign-in';
import { SERVICE_NAMES } from './workspaces';

/** Binds the account routes: sign-in, the current user, workspaces, and services of workspaces. */
export function bindAccount(app: FastifyInstance): void {
  bindSignIn(app);
  bindAuditLog(app);
  bindConsoleFaults(app);
  bindPageVisits(app);
  route(app, 'GET /account/v2/release/', async ({ scope }) => {
    scope.resolveWorkspace();
    return { results: (await app.deps.listReleases?.()) ?? [] };
  });
  route(app, 'GET /account/v2/details/', async ({ scope }) => toDetails(scope.allowCallerOnly()));
  route(app, 'GET /account/v2/user', async ({ scope }) => toDetails(scope.allowCallerOnly()));

  route(app, 'GET /account/v2/token/', async ({ db, scope }) => {
    const { id } = scope.allowCallerOnly();
    const row = await db.selectFrom('app_user').select('api_token').where('id', '=', id).executeTakeFirstOrThrow();
    return { token: row.api_token };
  });

  route(app, 'GET /account/v2/workspace/', async ({ db, scope }) => {
    const caller = scope.allowCallerOnly();
    const workspaces = await readWorkspaces(db, caller.id, toDetails(caller).default_workspace);
    // An API token may be restricted to one workspace.
    return workspaces.filter(({ id }) => caller.workspaces.some((workspace) => workspace.id === id));
  });

  route(app, 'GET /account/v2/resource', async ({ scope }) => {
    const { services } = scope.resolveWorkspace();
    const results = services
      .filter(isService)
      .sort()
      .map((slug) => ({ service: { slug, name: SERVICE_NAMES[slug] } }));
    return { count: results.length, next: null, previous: null, results };
  });

  route(app, 'GET /account/v2/member/', async ({ db, scope }) => {
    const results = await db
      .selectFrom('membership')
      .innerJoin('app_user', 'app_user.id', 'membership.user_id')
      .select(['app_user.id', 'app_user.username'])
      .where('membership.workspace_id', '=', scope.resolveWorkspace().id)
      .orderBy((eb) => eb.fn('lower', ['app_user.username']))
      .orderBy('app_user.id')
      .execute();
    return { count: results.length, next: null, previous: null, results };
  });

  route(app, 'POST /authorization/v2/authorize', async ({ body, scope, user }) => {
    const { services } = scope.resolveWorkspace();
    const isAuthorized = isService(body.service) && isServiceGranted(services, body.service);
    return {
      authorized: isAuthorized,
      service: body.service,
      call_type: body.call_type ?? null,
      ...(isAuthorized && { user_id: user.id }),
    };
  });
}

function toDetails(caller: Caller) {
  const { id, username, email, default_workspace_id, can_download_model, has_password } = caller;
  const isMember = caller.workspaces.some((workspace) => workspace.id === default_workspace_id);
  return {
    id,
    username,
    email,
    default_workspace: isMember ? default_workspace_id : (caller.workspaces[0]?.id ?? null),
    can_download_model,
    has_password,
  };
}

function isService(slug: string): slug is ServiceSlug {
  return SERVICE_SLUGS.some((knownSlug) => knownSlug === slug);
}
