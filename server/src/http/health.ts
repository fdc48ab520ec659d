import { access, constants } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { newFileKey } from '../files/file-key';
import type { Deps } from './deps';
import { sendJson } from './json';

/** Asked by address, from inside: they are answered whatever the Host, and say nothing that is anybody's. */
export const PROBES: readonly string[] = ['/healthz', '/readyz', '/metrics'];

const PATIENCE_MS = 2_000;
/** Anyone may ask: what it costs is asked once in this time. */
const KEPT_MS = 1_000;

type State = 'ok' | 'away';

/** `GET /healthz`: the process lives. `GET /readyz`: it can do its work, 503 while it cannot. */
export function serveHealth(app: FastifyInstance): void {
  app.get('/healthz', { schema: { hide: true } }, async (_request, reply) =>
    sendJson(reply.header('cache-control', 'no-store'), 200, { status: 'ok' }),
  );
  let kept: { at: number; states: Promise<Record<string, State>> } | null = null;
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    if (!kept || performance.now() - kept.at > KEPT_MS) kept = { at: performance.now(), states: look(app.deps) };
    const states = await kept.states;
    const isReady = Object.values(states).every((state) => state === 'ok');
    if (!isReady) reply.header('retry-after', '1');
    return sendJson(reply.header('cache-control', 'no-store'), isReady ? 200 : 503, {
      status: isReady ? 'ok' : 'away',
      ...states,
    });
  });
}

async function look({ db, files, config }: Deps): Promise<Record<string, State>> {
  const [database, store] = await Promise.all([
    inTime(sql`select 1`.execute(db)),
    // A folder answers that a file is not there also when it is gone itself, as an unmounted disk is.
    inTime(config.s3 ? files.stat(newFileKey('application/octet-stream')) : access(config.dataDir, constants.W_OK)),
  ]);
  return { database, files: store };
}

async function inTime(work: Promise<unknown>): Promise<State> {
  const done = work.then(
    () => 'ok' as const,
    () => 'away' as const,
  );
  return Promise.race([done, delay(PATIENCE_MS, 'away' as const, { ref: false })]);
}
