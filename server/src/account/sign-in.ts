import type { FastifyInstance } from 'fastify';
import { recordUserAuditEvent } from '../access/audit';
import { signAccess } from '../http/authenticate';
import { HttpError } from '../errors';
import { route } from '../http/route';
import { messages } from '../errors/messages';
import { countLogin, forgiveLogin } from './login-throttle';
import { passwordMatches } from './password';
import { endSession, openSession, rotate } from './sessions';
import { findUser, normalLogin } from './users';

/** Login, refresh and logout. */
export function bindSignIn(app: FastifyInstance): void {
  const { refreshTtlDays } = app.deps.config;

  route(
    app,
    'POST /account/v2/login/',
    {
      // Checked outside the transaction: hashing takes 20 ms, and a connection should not wait for it.
      prepare: async ({ body, db, request }) => {
        const login = normalLogin(body.email ?? body.username ?? '');
        const wait = await countLogin(db, login, request.ip);
        if (wait > 0) throw new HttpError(429, messages.tooManyLogins, {}, { 'retry-after': String(wait) });
        const user = await findUser(db, login);
        const matches = await passwordMatches(user?.password_hash ?? null, body.password);
        if (user && !matches) await recordUserAuditEvent(db, user.id, 'sign-in-failed', false);
        if (!user || !matches) throw new HttpError(401, messages.loginFailed);
        await forgiveLogin(db, login, request.ip);
        return user;
      },
    },
    async ({ db, prepared: user }) => {
      const { sessionId, refresh } = await openSession(db, user.id, refreshTtlDays);
      await recordUserAuditEvent(db, user.id, 'sign-in', true);
      return { access: signAccess(app, user.id, sessionId), refresh };
    },
  );

  route(app, 'POST /account/v2/jwt/refresh/', async ({ body, db, afterRollback }) => {
    const outcome = await rotate(db, body.refresh, refreshTtlDays);
    if (outcome.kind === 'ok') return { access: signAccess(app, outcome.userId, outcome.sessionId), refresh: outcome.refresh };
    // The refusal rolls this transaction back, and the end of the session must not go with it.
    if (outcome.kind === 'reused') afterRollback(() => endSession(app.deps.db, outcome.sessionId));
    throw new HttpError(401, messages.refreshInvalid);
  });

  route(app, 'GET /account/v2/logout', async ({ db, scope }) => {
    const { id, session_id } = scope.allowCallerOnly();
    if (session_id) {
      await endSession(db, session_id);
      await recordUserAuditEvent(db, id, 'sign-out', true);
    }
    return {};
  });
}
