import compress from '@fastify/compress';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import jwt from '@fastify/jwt';
import fastify, { LogController, type FastifyInstance, type FastifyPluginAsync } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { endIdleChildren } from '../children/pool';
import { isServedHost } from '../config/names';
import { HttpError } from '../errors';
import { messages } from '../errors/messages';
import { serveFiles } from './files-route';
import type { Deps } from './deps';
import { handleError, handleUnknownPath } from './error-handler';
import { requestCame } from './activity';
import { acceptJsonBodies } from './json';
import { PROBES, serveHealth } from './health';
import { serveMetrics } from './metrics';
import { describeApi } from './openapi';

/** A domain's module: binds its calls on the instance it is given. */
export type ApiModule = (app: FastifyInstance) => void;

export interface AppOptions extends Deps {
  jwtSecret: string;
  modules: readonly ApiModule[];
  /** What is served besides the API: the console. */
  site?: FastifyPluginAsync;
}

/** The most ids that a call takes are 2 MB. */
const BODY_LIMIT = 2_000_000;
/** The largest upload over a slow line. */
const REQUEST_PATIENCE_MS = 300_000;

/** The application, not listening yet: the API under /api and, where given, the console beside it. */
export async function buildApp({ jwtSecret, modules, site, ...deps }: AppOptions): Promise<FastifyInstance> {
  const { config } = deps;
  const app = fastify({
    logger: { level: config.logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_PATIENCE_MS,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    frameworkErrors: (error, request, reply) => void handleError(error, request, reply),
  });
  app.decorate('deps', deps);
  app.decorate('boundCalls', new Set<never>());
  app.decorate('routeTable', new Set<string>());
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) app.routeTable.add(`${each} ${url}`);
  });
  app.decorateRequest('caller', null);
  app.addHook('onClose', async () => endIdleChildren());
  app.addHook('onRequest', async () => requestCame());
  // Before all else: also what is not there is not told to a name that is not ours.
  app.addHook('onRequest', async (request) => {
    if (!isServedHost(config, request.host) && !PROBES.includes(request.url)) throw new HttpError(421, messages.notServed);
  });
  acceptJsonBodies(app);
  app.setErrorHandler(handleError);
  app.setNotFoundHandler(handleUnknownPath);
  await app.register(helmet, {
    // The console's documents have one of their own, and a worker script must not be held to the API's.
    contentSecurityPolicy: false,
    // A promise about a whole domain is the operator's to give, at the proxy that holds its certificate.
    strictTransportSecurity: false,
    // A console of another origin that the configuration names loads pictures too.
    crossOriginResourcePolicy: { policy: config.corsOrigins.length > 0 ? 'cross-origin' : 'same-origin' },
  });
  if (config.corsOrigins.length > 0)
    await app.register(cors, { origin: config.corsOrigins, methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], maxAge: 600 });
  // Lists and the registry: a page of images is 36 kB of JSON, 3 kB compressed. Pictures are compressed in themselves, and
  // the console's files by its build. The types named here come on top of what mime-db calls compressible; the plugin's own
  // have octet streams, which models are.
  await app.register(compress, { customTypes: /^application\/json/, globalDecompression: false });
  await app.register(jwt, {
    secret: jwtSecret,
    sign: { algorithm: 'HS256', expiresIn: config.accessTtlSeconds },
    verify: { algorithms: ['HS256'] },
  });
  serveHealth(app);
  serveMetrics(app);
  await app.register(async (api) => registerApi(api, modules), { prefix: '/api' });
  if (site) await app.register(site);
  await app.ready();
  return app;
}

async function registerApi(api: FastifyInstance, modules: readonly ApiModule[]): Promise<void> {
  api.setValidatorCompiler(validatorCompiler);
  // The binder sends finished text; the response schemas are there for the OpenAPI document.
  api.setSerializerCompiler(() => JSON.stringify);
  api.addHook('onRequest', async (_request, reply) => {
    // Answers are one person's; files and cut-outs, which never change, say so themselves.
    reply.header('cache-control', 'private, no-cache');
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
  });
  await describeApi(api);
  serveFiles(api);
  for (const bind of modules) bind(api);
}
