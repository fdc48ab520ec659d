import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SIGN_IN_MINUTES } from './pending-sign-ins';

const SECRET_PATTERN = /^[\w-]{43}$/;
const newSecrets = new WeakMap<FastifyRequest, string>();

/**
 * Returns the name of the cookie. Browsers accept a cookie with the prefix `__Host-` only from this host over HTTPS, so that a
 * neighboring domain cannot set it. Without HTTPS, browsers refuse the prefix.
 */
const getCookieName = (publicUrl: string | null) =>
  publicUrl?.startsWith('https:') ? '__Host-console-sign-in' : 'console-sign-in';

/** Returns the secret in the cookie of a browser that has started a sign-in, or null. */
export function readBrowserSecret(request: FastifyRequest): string | null {
  const name = getCookieName(request.server.deps.config.publicUrl);
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  const value = pairs.find(([key]) => key === name)?.[1] ?? '';
  return SECRET_PATTERN.test(value) ? value : null;
}

/** Returns the secret that identifies the browser when it returns from the identity provider. The response stores it in a cookie. */
export function ensureBrowserSecret(request: FastifyRequest): string {
  // Reuse the secret if another tab has started a sign-in, too.
  const secret = readBrowserSecret(request) ?? randomBytes(32).toString('base64url');
  newSecrets.set(request, secret);
  return secret;
}

/** Adds the cookie to the responses of a Fastify instance whose handlers call `ensureBrowserSecret`. */
export function sendBrowserCookies(app: FastifyInstance): void {
  const { publicUrl } = app.deps.config;
  const attributes = `Path=/; Max-Age=${SIGN_IN_MINUTES * 60}; HttpOnly; SameSite=Strict${publicUrl?.startsWith('https:') ? '; Secure' : ''}`;
  app.addHook('onSend', async (request, reply) => {
    const secret = newSecrets.get(request);
    if (secret !== undefined) reply.header('set-cookie', `${getCookieName(publicUrl)}=${secret}; ${attributes}`);
  });
}
