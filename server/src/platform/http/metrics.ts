import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry, type Metric } from 'prom-client';
import { getChildMetrics } from '../children/pool';
import { PRODUCT_VERSION } from '../config/product-version';
import { getPoolUsage } from '../database/connection';
import { listAppliedMigrations, listKnownMigrations } from '../database/migrate';
import { getDiskSpace } from '../database/supervisor';
import { HttpError } from '../errors';
import { messages } from '../errors/messages';
import { bucketErrors, bucketRequestDuration } from '../files/s3/bucket-metrics';
import { isBearerToken } from './route/bearer-token';
import type { ServiceStates } from './service-state';

const DURATION_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * Serves `GET /metrics` for Prometheus to callers with METRICS_TOKEN as Bearer token. Without the setting there is no route. A check of
 * the IP address would not suffice: behind a proxy on the same machine, every request comes from loopback. `metrics` are served in
 * addition to the metrics of this file.
 */
export function serveMetrics(app: FastifyInstance, states: ServiceStates, metrics: readonly Metric[]): void {
  const { metricsToken } = app.deps.config;
  if (metricsToken === null) return;
  const registry = new Registry();
  registerConnectionPool(app, registry);
  collectDefaultMetrics({ register: registry });
  countRequests(app, registry);
  registerServiceStates(states, registry);
  registerGauges(app, registry);
  registerDatabase(app, registry);
  for (const metric of [...metrics, bucketRequestDuration, bucketErrors]) registry.registerMetric(metric);
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
    if (!request.routeOptions.config.isStream) durations.observe({ method, route }, reply.elapsedTime / 1000);
  });
}

function registerServiceStates(states: ServiceStates, registry: Registry): void {
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

/** Registers the version of the product and the migrations of the database. */
function registerDatabase({ deps: { db } }: FastifyInstance, registry: Registry): void {
  const registers = [registry];
  new Gauge({ name: 'console_build_info', help: 'Version of the server. Always 1', labelNames: ['version'], registers }).set(
    { version: PRODUCT_VERSION },
    1,
  );
  void new Gauge({
    name: 'console_database_migrations',
    help: 'Migrations by state: known to this server, or applied to the database',
    labelNames: ['state'],
    registers,
    async collect() {
      this.reset();
      this.set({ state: 'known' }, listKnownMigrations().length);
      const appliedMigrations = await listAppliedMigrations(db).catch(() => null);
      if (appliedMigrations) this.set({ state: 'applied' }, appliedMigrations.length);
    },
  });
}

/**
 * Registers the use of the connection pool. Call it before the metrics that need a connection, so that their own connections are not
 * counted.
 */
function registerConnectionPool({ deps: { db } }: FastifyInstance, registry: Registry): void {
  const registers = [registry];
  void new Gauge({
    name: 'console_database_pool_connections',
    help: 'Database connections of requests and work by state: used, idle, or the configured max',
    labelNames: ['state'],
    registers,
    collect() {
      const usage = getPoolUsage(db);
      for (const state of ['used', 'idle', 'max'] as const) if (usage) this.set({ state }, usage[state]);
    },
  });
  void new Gauge({
    name: 'console_database_pool_waiting',
    help: 'Requests and work that wait for a database connection',
    registers,
    collect() {
      this.set(getPoolUsage(db)?.waiting ?? 0);
    },
  });
}

function registerGauges(app: FastifyInstance, registry: Registry): void {
  const { config, live } = app.deps;
  const registers = [registry];
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
    name: 'console_live_streams',
    help: 'Open live streams: visible browser tabs, and API clients that follow changes',
    registers,
    collect() {
      this.set(live?.count ?? 0);
    },
  });
  for (const [name, help, field] of [
    ['console_disk_free_bytes', 'Free space on the disk of a folder of the server', 'freeBytes'],
    ['console_disk_size_bytes', 'Size of the disk of a folder of the server', 'sizeBytes'],
  ] as const) {
    void new Gauge({
      name,
      help,
      labelNames: ['folder'],
      registers,
      collect() {
        const space = getDiskSpace(config.dataDir);
        if (space) this.set({ folder: 'data' }, space[field]);
      },
    });
  }
}
