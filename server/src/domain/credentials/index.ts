import type { FastifyInstance } from 'fastify';
import { bindApiTokens } from './api-token-routes';
import { bindPasswordChange } from './password-change';
import { bindPasswordReset } from './password-routes';
import { bindSessions } from './session-routes';

/** Binds the routes of links for new passwords, API tokens and sessions. */
export function bindCredentials(app: FastifyInstance): void {
  bindPasswordReset(app);
  bindPasswordChange(app);
  bindApiTokens(app);
  bindSessions(app);
}
