import { access, constants } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { createFileKey } from '../files/file-key';
import type { Deps } from './deps';
import { sendJson } from './body/json';

/** Paths of probes, which usually use an IP address. They accept any Host and return no private data. */
export const PROBE_PATHS: readonly string[] = ['/healthz', '/readyz', '/metrics'];

const TIMEOUT_MS = 2_000;
/** Probes need no authentication, so their results are cached for this time. */
const CACHE_MS = 1_000;

type State = 'ok' | 'away';

/** Serves `GET /healthz` (the process is alive) and `GET /readyz` (200 if the server can work, otherwise 503). */
export function serveHealth(app: FastifyInstance): void {
  app.get('/healthz', { schema: { hide: true } }, async (_request, reply) =>
    sendJson(reply.header('cache-control', 'no-store'), 200, { status: 'ok' }),
  );
  let cached: { at: number; states: Promise<Record<string, State>> } | null = null;
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    if (!cached || performance.now() - cached.at > CACHE_MS) cached = { at: performance.now(), states: checkServices(app.deps) };
    const states = await cached.states;
    const isReady = Object.values(states).every((state) => state === 'ok');
    if (!isReady) reply.header('retry-after', '1');
    return sendJson(reply.header('cache-control', 'no-store'), isReady ? 200 : 503, {
      status: isReady ? 'ok' : 'away',
      ...states,
    });
  });
}

async function checkServices({ db, files, config }: Deps): Promise<Record<string, State>> {
  const [database, store] = await Promise.all([
    checkWithTimeout(sql`select 1`.execute(db)),
    // For a local file, `stat` cannot distinguish a missing file from an unmounted disk, so check the folder.
    checkWithTimeout(config.s3 ? files.stat(createFileKey('application/octet-stream')) : access(config.dataDir, constants.W_OK)),
  ]);
  return { database, files: store };
}

async function checkWithTimeout(work: Promise<unknown>): Promise<State> {
  const done = work.then(
    () => 'ok' as const,
    () => 'away' as const,
  );
  return Promise.race([done, delay(TIMEOUT_MS, 'away' as const, { ref: false })]);
}
