import type { FastifyInstance, FastifyRequest } from 'fastify';
import { recordUserAuditEvent } from '../../platform/access/audit';
import { declareWriter } from '../../platform/database/change-log';
import type { Db } from '../../platform/database/connection';
import { HttpError } from '../../platform/errors';
import { signAccessToken } from '../../platform/http/route/authenticate';
import { route } from '../../platform/http/route/route';
import {
  createChecks,
  getIdentityProvider,
  type IdentityProvider,
  type SignInChecks,
} from '../../platform/oidc/identity-provider';
import { messages as providerMessages } from '../../platform/oidc/messages';
import type { ProviderAccount } from '../../platform/oidc/provider-account';
import { countAttempt } from '../account/login-throttle';
import { openSession } from '../account/sessions';
import { createLinkedAccount, findLinkedAccount, linkAccountByEmail, type LinkedAccount } from './accounts';
import { ensureBrowserSecret, readBrowserSecret, sendBrowserCookies } from './browser-cookie';
import { applyRoles, toRoles } from './memberships';
import { messages } from './messages';
import { storeSignIn, consumeSignIn } from './pending-sign-ins';

/** Binds the routes of sign-ins at an identity provider (ADR 0096). */
export function bindOidc(app: FastifyInstance): void {
  const provider = getIdentityProvider(app.deps.config);
  void app.register(async (instance) => {
    sendBrowserCookies(instance);
    bindRoutes(instance, provider);
  });
}

function bindRoutes(app: FastifyInstance, provider: IdentityProvider | null): void {
  const { refreshTtlDays } = app.deps.config;

  route(app, 'GET /account/v2/oidc/', async () => ({ available: (await provider?.isAvailable()) ?? false }));

  route(
    app,
    'POST /account/v2/oidc/start',
    {
      // The provider may respond slowly, so no connection to the database should be occupied.
      prepare: async () => {
        const checks = createChecks();
        return { checks, url: await requireProvider(provider).createAuthorizationUrl(checks) };
      },
    },
    async ({ db, request, prepared: { checks, url } }) => {
      await storeSignIn(db, checks, ensureBrowserSecret(request));
      return { url };
    },
  );

  route(
    app,
    'POST /account/v2/oidc/finish',
    {
      prepare: async ({ body, db, request }) => {
        const { settings, exchangeCode } = requireProvider(provider);
        const user = await exchangeCode(body.query, await consumeRateLimitedSignIn(db, body.query, request));
        const account = await syncAccount(db, user, requireProvider(provider), request);
        if (!account) throw new HttpError(403, messages.notInMappedGroup(settings.name));
        return { account, idToken: user.idToken, sessionHours: settings.sessionHours };
      },
    },
    async ({ db, request, prepared: { account, idToken, sessionHours } }) => {
      const userAgent = request.headers['user-agent'];
      const { sessionId, refresh } = await openSession(db, account.id, refreshTtlDays, userAgent, { idToken, sessionHours });
      await recordUserAuditEvent(db, account.id, 'sign-in', true);
      return { access: signAccessToken(app, account.id, sessionId), refresh };
    },
  );
}

function requireProvider(provider: IdentityProvider | null): IdentityProvider {
  if (!provider) throw new HttpError(409, messages.noProvider);
  return provider;
}

/**
 * Returns the stored checks of a sign-in that this browser has started, and deletes them. Counts unknown states like failed sign-ins.
 * Throws 410 or 429.
 */
async function consumeRateLimitedSignIn(db: Db, query: string, request: FastifyRequest): Promise<SignInChecks> {
  const state = new URLSearchParams(query).get('state') ?? '';
  const browserSecret = readBrowserSecret(request);
  const cancelAttempt = await countAttempt(db, `oidc ${state}`, request.ip);
  const signInChecks = browserSecret === null ? null : await consumeSignIn(db, state, browserSecret);
  if (!signInChecks) throw new HttpError(410, providerMessages.ended);
  await cancelAttempt();
  return signInChecks;
}

/**
 * Finds, links or creates the account, and applies the groups of the user to its memberships. Returns null if the user has no access. The
 * changes are committed even then, because a group that was removed at the provider must no longer give access.
 */
function syncAccount(
  db: Db,
  user: ProviderAccount,
  { settings }: IdentityProvider,
  request: FastifyRequest,
): Promise<LinkedAccount | null> {
  const roles = toRoles(settings.groups ?? [], user.groups);
  return db.transaction().execute(async (trx) => {
    const existingAccount = (await findLinkedAccount(trx, user)) ?? (await linkAccountByEmail(trx, user, settings));
    // Create no account for a user without access.
    if (!existingAccount && settings.groups && roles.size === 0) return null;
    const account = existingAccount ?? (await createLinkedAccount(trx, user, settings));
    await declareWriter(trx, {
      userId: account.id,
      origin: 'oidc',
      action: 'POST /account/v2/oidc/finish',
      requestId: request.id,
    });
    const unknownWorkspaces = await applyRoles(trx, account, roles);
    if (unknownWorkspaces.length > 0)
      request.log.warn({ workspaces: unknownWorkspaces }, 'OIDC_GROUPS contains workspaces that do not exist');
    if (account.isNew) await recordUserAuditEvent(trx, account.id, 'account-created', false, 'oidc');
    return (await hasAccess(trx, account.id, settings.groups !== null)) ? account : null;
  });
}

/** Whether the user may sign in. If the settings map groups to workspaces, only members of a workspace may. */
async function hasAccess(trx: Db, userId: string, needsMembership: boolean): Promise<boolean> {
  if (!needsMembership) return true;
  const membership = await trx
    .selectFrom('membership')
    .select('user_id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return membership !== undefined;
}
