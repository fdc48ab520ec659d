import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { getChildMetrics } from '../children/pool';
import { getFreeBytes } from '../database/supervisor';
import { HttpError } from '../errors';
import { messages } from '../errors/messages';
import { isBearerToken } from './route/bearer-token';
import type { ServiceStates } from './service-state';

const DURATION_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * Serves `GET /metrics` for Prometheus to callers with METRICS_TOKEN as Bearer token. Without the setting there is no route.
 * A check of the IP address would not suffice: behind a proxy on the same machine every caller comes from loopback.
 */
export function serveMetrics(app: FastifyInstance, states: ServiceStates): void {
  const { metricsToken } = app.deps.config;
  if (metricsToken === null) return;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  countRequests(app, registry);
  registerStates(states, registry);
  registerGauges(app, registry);
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!isBearerToken(request.headers.authorization, metricsToken))
      throw new HttpError(401, messages.notAuthenticated, {}, { 'www-authenticate': 'Bearer' });
    const text = await registry.metrics();
    return reply.header('cache-control', 'no-store').type(registry.contentType).send(text);
  });
}

function countRequests(app: FastifyInstance, registry: Registry): void {
  const requests = new Counter({
    name: 'console_http_requests_total',
    help: 'HTTP requests with a response',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'console_http_request_duration_seconds',
    help: 'Time from the header of a request to the end of its response',
    labelNames: ['method', 'route'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    // Use the route pattern: URLs would create one series per row.
    const route = request.routeOptions.url ?? 'none';
    const { method } = request;
    requests.inc({ method, route, status: reply.statusCode });
    durations.observe({ method, route }, reply.elapsedTime / 1000);
  });
}

function registerStates(states: ServiceStates, registry: Registry): void {
  for (const [service, help] of [
    ['database', '1 if the database responds, otherwise 0'],
    ['files', '1 if the bucket or folder of the files responds, otherwise 0'],
  ] as const) {
    void new Gauge({
      name: `console_${service}_up`,
      help,
      registers: [registry],
      async collect() {
        this.set((await states[service]()) === 'ok' ? 1 : 0);
      },
    });
  }
}

function registerGauges(app: FastifyInstance, registry: Registry): void {
  const { db, config } = app.deps;
  const registers = [registry];
  void new Gauge({
    name: 'console_queue_jobs',
    help: 'Jobs in the queue of all servers by task and state: running, waiting, or scheduled for later',
    labelNames: ['task', 'state'],
    registers,
    async collect() {
      this.reset();
      // If the query fails, omit the figures instead of reporting zero.
      for (const { task, state, n } of await countQueueJobs(db).catch(() => [])) this.set({ task, state }, n);
    },
  });
  void new Gauge({
    name: 'console_decoding_pictures',
    help: 'Images being decoded in child processes, and images waiting for one',
    labelNames: ['state'],
    registers,
    collect() {
      const { working, queued } = getChildMetrics();
      this.set({ state: 'working' }, working);
      this.set({ state: 'in line' }, queued);
    },
  });
  void new Gauge({
    name: 'console_decoding_granted_bytes',
    help: 'Memory that is currently granted to the child processes',
    registers,
    collect() {
      this.set(getChildMetrics().granted);
    },
  });
  void new Gauge({
    name: 'console_disk_free_bytes',
    help: 'Free space on the disk of a folder of the server',
    labelNames: ['folder'],
    registers,
    collect() {
      const freeBytes = getFreeBytes(config.dataDir);
      if (freeBytes !== null) this.set({ folder: 'data' }, freeBytes);
    },
  });
}

async function countQueueJobs(db: FastifyInstance['deps']['db']): Promise<{ task: string; state: string; n: number }[]> {
  const { rows } = await sql<{ task: string; state: string; n: number }>`
    select task_identifier as task,
      case when locked_at is not null then 'running' when run_at > now() then 'later' else 'waiting' end as state, count(*)::int as n
    from graphile_worker.jobs group by 1, 2`.execute(db);
  return rows;
}
