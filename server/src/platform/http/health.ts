import type { FastifyInstance } from 'fastify';
import { sendJson } from './body/json';
import type { ServiceStates } from './service-state';

/** Paths of probes, which usually use an IP address. They accept any Host and return no private data. */
export const PROBE_PATHS: readonly string[] = ['/healthz', '/readyz', '/metrics'];

/**
 * Serves `GET /healthz` (the process is alive) and `GET /readyz` (503 if the server cannot serve any request). A missing file store does
 * not cause 503 and is only reported in the body: all servers share the store, so another server could not do better.
 */
export function serveHealth(app: FastifyInstance, states: ServiceStates): void {
  app.get('/healthz', { schema: { hide: true } }, async (_request, reply) =>
    sendJson(reply.header('cache-control', 'no-store'), 200, { status: 'ok' }),
  );
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const [database, files] = await Promise.all([states.database(), states.files()]);
    const isReady = database === 'ok';
    if (!isReady) reply.header('retry-after', '1');
    const status = !isReady ? 'away' : files === 'ok' ? 'ok' : 'partial';
    return sendJson(reply.header('cache-control', 'no-store'), isReady ? 200 : 503, { status, database, files });
  });
}
