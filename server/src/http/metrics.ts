import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { childFigures } from '../children/pool';
import { bytesLeft } from '../database/supervisor';
import { HttpError } from '../errors';
import { messages } from '../errors/messages';

const DURATIONS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * `GET /metrics` for Prometheus, to whoever has METRICS_TOKEN as a Bearer token; without the setting there is no such
 * address. An address alone would not do: behind a proxy on the same machine every caller comes from loopback.
 */
export function serveMetrics(app: FastifyInstance): void {
  const { metricsToken } = app.deps.config;
  if (metricsToken === null) return;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  countRequests(app, registry);
  gaugeWork(app, registry);
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!isToken(request.headers.authorization, metricsToken))
      throw new HttpError(401, messages.notAuthenticated, {}, { 'www-authenticate': 'Bearer' });
    const text = await registry.metrics();
    return reply.header('cache-control', 'no-store').type(registry.contentType).send(text);
  });
}

function countRequests(app: FastifyInstance, registry: Registry): void {
  const requests = new Counter({
    name: 'console_http_requests_total',
    help: 'Requests that were answered',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'console_http_request_duration_seconds',
    help: 'From the head of a request to the end of its answer',
    labelNames: ['method', 'route'],
    buckets: DURATIONS_SECONDS,
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    // As it was declared, so that there are not as many as there are rows.
    const route = request.routeOptions.url ?? 'none';
    const { method } = request;
    requests.inc({ method, route, status: reply.statusCode });
    durations.observe({ method, route }, reply.elapsedTime / 1000);
  });
}

function gaugeWork(app: FastifyInstance, registry: Registry): void {
  const { db, config } = app.deps;
  const registers = [registry];
  void new Gauge({
    name: 'console_database_up',
    help: '1 while the database answers',
    registers,
    async collect() {
      const isUp = await sql`select 1`.execute(db).then(
        () => true,
        () => false,
      );
      this.set(isUp ? 1 : 0);
    },
  });
  void new Gauge({
    name: 'console_queue_jobs',
    help: 'Jobs of the queue of all servers, by task: running, waiting for their turn, or for a later time',
    labelNames: ['task', 'state'],
    registers,
    async collect() {
      this.reset();
      // What cannot be asked is left out, and not none.
      for (const { task, state, n } of await queueDepth(db).catch(() => [])) this.set({ task, state }, n);
    },
  });
  void new Gauge({
    name: 'console_decoding_pictures',
    help: 'Pictures in the children that decode, and in line for one',
    labelNames: ['state'],
    registers,
    collect() {
      const { working, inLine } = childFigures();
      this.set({ state: 'working' }, working);
      this.set({ state: 'in line' }, inLine);
    },
  });
  void new Gauge({
    name: 'console_decoding_granted_bytes',
    help: 'Memory that the children may take at the moment',
    registers,
    collect() {
      this.set(childFigures().granted);
    },
  });
  void new Gauge({
    name: 'console_disk_free_bytes',
    help: 'Left on the disk of a folder of the server',
    labelNames: ['folder'],
    registers,
    collect() {
      const left = bytesLeft(config.dataDir);
      if (left !== null) this.set({ folder: 'data' }, left);
    },
  });
}

async function queueDepth(db: FastifyInstance['deps']['db']): Promise<{ task: string; state: string; n: number }[]> {
  const { rows } = await sql<{ task: string; state: string; n: number }>`
    select task_identifier as task,
      case when locked_at is not null then 'running' when run_at > now() then 'later' else 'waiting' end as state, count(*)::int as n
    from graphile_worker.jobs group by 1, 2`.execute(db);
  return rows;
}

/** Takes as long for a token that is nearly right as for any other. */
function isToken(given: string | undefined, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(/^Bearer (.+)$/.exec(given ?? '')?.[1] ?? ''), digest(wanted));
}
