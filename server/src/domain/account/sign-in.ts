import type { FastifyInstance } from 'fastify';
import { recordUserAuditEvent } from '../../platform/access/audit';
import { signAccessToken } from '../../platform/http/route/authenticate';
import { HttpError } from '../../platform/errors';
import { route } from '../../platform/http/route/route';
import { messages } from '../../platform/errors/messages';
import { getIdentityProvider } from '../../platform/oidc/identity-provider';
import { countLogin, recordLoginSuccess } from './login-throttle';
import { verifyPassword } from './password';
import { requirePasswordSignIn } from './password-sign-in';
import { endSession, openSession, rotateRefreshToken } from './sessions';
import { findUser, normalizeLogin } from './users';

/** Binds the routes for login, token refresh and logout. */
export function bindSignIn(app: FastifyInstance): void {
  const { refreshTtlDays } = app.deps.config;

  route(
    app,
    'POST /account/v2/login/',
    {
      // The password is verified outside the transaction. Hashing takes 20 ms and would otherwise occupy a database connection.
      prepare: async ({ body, db, request }) => {
        const login = normalizeLogin(body.email ?? body.username ?? '');
        const waitSeconds = await countLogin(db, login, request.ip);
        if (waitSeconds > 0) throw new HttpError(429, messages.tooManyLogins, {}, { 'retry-after': String(waitSeconds) });
        const user = await findUser(db, login);
        const isPasswordCorrect = await verifyPassword(user?.password_hash ?? null, body.password);
        if (user && !isPasswordCorrect) await recordUserAuditEvent(db, user.id, 'sign-in-failed', false);
        requirePasswordSignIn(app.deps.config, isPasswordCorrect ? user : null);
        if (!user || !isPasswordCorrect) throw new HttpError(401, messages.loginFailed);
        await recordLoginSuccess(db, login, request.ip);
        return user;
      },
    },
    async ({ db, request, prepared: user }) => {
      const { sessionId, refresh } = await openSession(db, user.id, refreshTtlDays, request.headers['user-agent']);
      await recordUserAuditEvent(db, user.id, 'sign-in', true);
      return { access: signAccessToken(app, user.id, sessionId), refresh };
    },
  );

  route(app, 'POST /account/v2/jwt/refresh/', async ({ body, db, afterRollback }) => {
    const outcome = await rotateRefreshToken(db, body.refresh, refreshTtlDays);
    if (outcome.kind === 'ok')
      return { access: signAccessToken(app, outcome.userId, outcome.sessionId), refresh: outcome.refresh };
    // The error rolls back this transaction, so the session is ended in a separate one.
    if (outcome.kind === 'reused') afterRollback(() => endSession(app.deps.db, outcome.sessionId));
    throw new HttpError(401, messages.refreshInvalid);
  });

  route(app, 'GET /account/v2/logout', async ({ db, scope }) => {
    const { id, session_id } = scope.allowCallerOnly();
    if (!session_id) return {};
    const session = await db.selectFrom('session').select('id_token').where('id', '=', session_id).executeTakeFirst();
    await endSession(db, session_id);
    await recordUserAuditEvent(db, id, 'sign-out', true);
    const url = session?.id_token ? await getIdentityProvider(app.deps.config)?.createLogoutUrl(session.id_token) : null;
    return url ? { provider_url: url } : {};
  });
}
