import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { messages } from '../../errors/messages';
import { hasApiTokenFormat } from '../../access/api-token';
import { loadCaller, type Caller } from '../../access/caller';
import { hashSecret } from '../../access/secret';
import { HttpError } from '../../errors';

const AccessClaims = z.object({ sub: z.uuid(), sid: z.uuid(), use: z.literal('access') });
const API_TOKEN = /^[0-9A-Za-z]{40}$/;

/** Signs an access token for a user's session. The configuration sets its lifetime. */
export function signAccessToken(app: FastifyInstance, userId: string, sessionId: string): string {
  return app.jwt.sign({ sub: userId, sid: sessionId, use: 'access' });
}

/** Identifies the caller by the `Bearer`, `JWT` or `Token` value of the Authorization header. Throws 401. */
export async function authenticate(app: FastifyInstance, request: FastifyRequest): Promise<Caller> {
  const caller = await findCaller(app, ...readAuthorization(request));
  if (!caller) throw new HttpError(401, messages.notAuthenticated, {}, { 'www-authenticate': 'Bearer' });
  return caller;
}

/**
 * Reads the caller of an accepted request again, in case their access has changed. An expired access token is accepted, because
 * its session may have been renewed meanwhile. Returns null if the session has ended, or if the API token is no longer valid.
 */
export async function authenticateAgain(app: FastifyInstance, request: FastifyRequest): Promise<Caller | null> {
  const { caller } = request;
  if (caller?.session_id) return loadCaller(app.deps.db, { userId: caller.id, sessionId: caller.session_id });
  const [scheme, value] = readAuthorization(request);
  return findCaller(app, scheme, value);
}

function readAuthorization({ headers }: FastifyRequest): [scheme: string, value: string] {
  const [scheme = '', value = ''] = (headers.authorization ?? '').trim().split(/\s+/, 2);
  return [scheme.toLowerCase(), value];
}

async function findCaller(app: FastifyInstance, scheme: string, value: string): Promise<Caller | null> {
  if ((scheme === 'token' || scheme === 'bearer') && hasApiTokenFormat(value))
    return loadCaller(app.deps.db, { tokenHash: hashSecret(value) });
  if (scheme === 'token') return API_TOKEN.test(value) ? loadCaller(app.deps.db, { apiToken: value }) : null;
  if (scheme !== 'bearer' && scheme !== 'jwt') return null;
  const claims = verifyToken(app, value);
  return claims ? loadCaller(app.deps.db, { userId: claims.sub, sessionId: claims.sid }) : null;
}

function verifyToken(app: FastifyInstance, token: string): z.output<typeof AccessClaims> | null {
  try {
    return AccessClaims.safeParse(app.jwt.verify(token)).data ?? null;
  } catch {
    return null;
  }
}
