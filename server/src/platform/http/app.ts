import compress from '@fastify/compress';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import jwt from '@fastify/jwt';
import fastify, { LogController, type FastifyInstance, type FastifyPluginAsync } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { Metric } from 'prom-client';
import { stopIdleChildren } from '../children/pool';
import { isServedHost } from '../config/names';
import { getTracer } from '../tracing/tracer';
import { HttpError } from '../errors';
import { messages } from '../errors/messages';
import { serveFiles } from './files-route';
import type { Deps } from './deps';
import { handleError, handleUnknownPath } from './error-handler';
import { recordRequest } from './activity';
import { drainRefusedBodies } from './body/drain';
import { acceptJsonBodies } from './body/json';
import { PROBE_PATHS, serveHealth } from './health';
import { serveMetrics } from './metrics';
import { describeApi } from './openapi';
import { logRequests, logResponse, readRequestId, REQUEST_ID_HEADER } from './request-log';
import { createServiceStates } from './service-state';
import { traceRequests } from './trace-requests';

/** The module of a domain. It registers the domain's routes on the given instance. */
export type ApiModule = (app: FastifyInstance) => void;

export interface AppOptions extends Deps {
  jwtSecret: string;
  modules: readonly ApiModule[];
  /** Metrics of other parts of the server. */
  metrics?: readonly Metric[];
  /** Receives the lines of the log. Default: standard output. */
  logStream?: { write: (line: string) => void };
  /** Serves the console in addition to the API. */
  site?: FastifyPluginAsync;
}

/** Maximum size of a JSON body in bytes. The longest list of ids that a call accepts fits into it. */
const BODY_LIMIT = 2_000_000;
/** Maximum duration of a request. It suffices for the largest upload over a slow connection. */
const REQUEST_TIMEOUT_MS = 300_000;

/** Builds the application: the API under /api and optionally the console. It does not listen yet. */
export async function buildApp({
  jwtSecret,
  modules,
  site,
  logStream,
  metrics = [],
  ...deps
}: AppOptions): Promise<FastifyInstance> {
  const { config } = deps;
  const tracer = getTracer();
  const app = fastify({
    logger: {
      level: config.logLevel,
      ...(logStream && { stream: logStream }),
      ...(tracer && { mixin: () => ({ trace_id: tracer.getTraceId() }) }),
    },
    // `logRequests` replaces Fastify's two lines per request, which contain the URL with its query.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: readRequestId,
    trustProxy: config.trustProxy,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    // Errors of the framework run no hooks, so send them here.
    frameworkErrors: (error, request, reply) => {
      reply.raw.once('finish', () => logResponse(request, reply));
      handleError(error, request, reply.header(REQUEST_ID_HEADER, request.id));
    },
  });
  app.decorate('deps', deps);
  app.decorate('registeredCalls', new Set<never>());
  app.decorate('routeTable', new Set<string>());
  app.addHook('onRoute', ({ method, url }) => {
    for (const routeMethod of [method].flat()) app.routeTable.add(`${routeMethod} ${url}`);
  });
  app.decorateRequest('caller', null);
  app.decorateRequest('scope', null);
  logRequests(app);
  traceRequests(app);
  app.addHook('onClose', async () => stopIdleChildren());
  app.addHook('onRequest', async () => recordRequest());
  // The Host check runs first, so that a request with a foreign host name does not even learn which paths exist.
  app.addHook('onRequest', async (request) => {
    if (!isServedHost(config, request.host) && !PROBE_PATHS.includes(request.url)) throw new HttpError(421, messages.notServed);
  });
  drainRefusedBodies(app);
  acceptJsonBodies(app);
  app.setErrorHandler(handleError);
  app.setNotFoundHandler(handleUnknownPath);
  await app.register(helmet, {
    // The console sets its own policy for documents. The API's policy must not apply to worker scripts.
    contentSecurityPolicy: false,
    // HSTS affects a complete domain. The operator therefore sets it at the proxy, which has the certificate.
    strictTransportSecurity: false,
    // Consoles at other origins, which the configuration allows, load images from this server.
    crossOriginResourcePolicy: { policy: config.corsOrigins.length > 0 ? 'cross-origin' : 'same-origin' },
  });
  if (config.corsOrigins.length > 0)
    await app.register(cors, {
      origin: config.corsOrigins,
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: [REQUEST_ID_HEADER],
      maxAge: 600,
    });
  // Compression matters for lists: a page of images is 36 kB of JSON and 3 kB compressed. Images are already compressed, and the build
  // compresses the console's files. The plugin always compresses the types that mime-db lists as compressible. `customTypes` replaces its
  // additional default types, which include octet streams and would therefore compress models.
  await app.register(compress, { customTypes: /^application\/json/, globalDecompression: false });
  await app.register(jwt, {
    secret: jwtSecret,
    sign: { algorithm: 'HS256', expiresIn: config.accessTtlSeconds },
    verify: { algorithms: ['HS256'] },
  });
  const states = createServiceStates(deps);
  serveHealth(app, states);
  serveMetrics(app, states, metrics);
  await app.register(async (api) => registerApi(api, modules), { prefix: '/api' });
  if (site) await app.register(site);
  await app.ready();
  return app;
}

async function registerApi(api: FastifyInstance, modules: readonly ApiModule[]): Promise<void> {
  api.setValidatorCompiler(validatorCompiler);
  // `route` sends serialized text. The response schemas are only used for the OpenAPI document.
  api.setSerializerCompiler(() => JSON.stringify);
  api.addHook('onRequest', async (_request, reply) => {
    // Responses are private to one user. Files and crops never change and set their own cache headers.
    reply.header('cache-control', 'private, no-cache');
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
  });
  await describeApi(api);
  serveFiles(api);
  for (const registerRoutes of modules) registerRoutes(api);
}
