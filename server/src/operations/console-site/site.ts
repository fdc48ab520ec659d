import { createHash, randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { toPublicRegistry, WORKER_FILE, type Registry, type RuntimeConfig } from '@console/shared-contract/federation';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { getCanarySelector, type MembershipCheck, createMembershipCheck, createWorkspaceCheck } from './canary-audience';
import { createVisitReader, startCanaryDecisions, type VisitReader } from './canary-decisions';
import { createDeployRoutes } from './deploy';
import { serveDocs, servePackages } from './docs';
import { MISSING_BUILD_PAGE } from './missing-build';
import { listReleases } from './list-releases';
import { serveReleaseFiles } from './release-files-route';
import { createFolderStore, type ReleaseStore } from '../releases';
import { createDocumentPolicy, WORKER_POLICY } from './security-policy';

export interface ConsoleSiteOptions {
  /** Contains `host/` and, unless `releases` is given, the releases. Missing files are reported when they are requested. */
  buildDir: string;
  /** Default: the build folder. */
  releases?: ReleaseStore;
  /** Base URL from which browsers fetch releases, without a final slash. Empty for this server. */
  releasesUrl?: string;
  /** Served as /config.json. */
  config: RuntimeConfig;
  /** Secret with which CI systems publish and activate remotes. If undefined, no CI system can. */
  deployToken?: string;
  /** Default: uses the application's database. */
  isMember?: MembershipCheck;
  /** Default: uses the application's database. */
  isWorkspace?: (id: string) => Promise<boolean>;
  /** Default: uses the application's database. */
  readVisits?: VisitReader;
}

const HIDDEN_IN_OPENAPI = { schema: { hide: true } };
const NONCE_PLACEHOLDER = /__CSP_NONCE__/g;
/** Matches names such as `name.0123abcd.js`, which change with the content. */
const HASHED_FILE = /\.[0-9a-f]{8,}\.\w+$/;
const TOP_LEVEL_FILE = /^\/([\w.-]+\.\w+)$/;
const NON_HOST_PATHS = /^\/(api|docs|remotes)(\/|$)/;

async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    return undefined;
  }
}

async function isFile(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

function sendJson(request: FastifyRequest, reply: FastifyReply, body: string, cacheControl: string): FastifyReply {
  // The ETag is weak, because the same content is sent compressed or uncompressed.
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  reply.header('cache-control', cacheControl).header('etag', etag);
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  return reply.header('content-type', 'application/json').send(body);
}

/** Returns the registry. Undefined if there is none, or if it cannot be read. */
async function readPublicRegistry(releases: ReleaseStore): Promise<Registry | undefined> {
  try {
    return await releases.readRecent();
  } catch {
    return undefined;
  }
}

/** Returns the registry with absolute entry URLs that start with `base`, the URL of the CDN. */
function addBaseUrl(registry: Registry, base: string): Registry {
  if (base === '') return registry;
  const remotes = Object.entries(registry.remotes).map(([name, remote]) => {
    const versions = Object.entries(remote.versions).map(([version, release]) => {
      const entry = release.entry.startsWith('/') ? base + release.entry : release.entry;
      return [version, { ...release, entry }] as const;
    });
    return [name, { ...remote, versions: Object.fromEntries(versions) }] as const;
  });
  return { ...registry, remotes: Object.fromEntries(remotes) };
}

function serveHost(app: FastifyInstance, options: ConsoleSiteOptions): void {
  const { config, releasesUrl = '' } = options;
  const { apiBase, overridesAllowed } = config;
  const hostDir = path.join(options.buildDir, 'host');

  async function sendDocument(reply: FastifyReply): Promise<FastifyReply> {
    const html = await readText(path.join(hostDir, 'index.html'));
    reply.header('cache-control', 'no-cache').header('content-type', 'text/html; charset=utf-8');
    if (html === undefined) return reply.code(503).send(MISSING_BUILD_PAGE);
    const nonce = randomBytes(16).toString('base64');
    const policy = createDocumentPolicy({ nonce, apiBase, overridesAllowed, releasesUrl });
    return reply.header('content-security-policy', policy).send(html.replace(NONCE_PLACEHOLDER, nonce));
  }

  // Browsers request this icon when an image, a file or an API response is opened directly.
  app.get('/favicon.ico', HIDDEN_IN_OPENAPI, (_, reply) =>
    reply.sendFile('favicon.svg', hostDir, { immutable: false, maxAge: 0 }),
  );

  app.get('/*', HIDDEN_IN_OPENAPI, async (request, reply) => {
    // Do not use `new URL`: it throws for `//` and parses `//name/path` as another host.
    const [pathname = ''] = request.url.split('?', 1);
    if (NON_HOST_PATHS.test(pathname)) return reply.callNotFound();
    if (pathname === '/' || pathname === '/index.html') return sendDocument(reply);
    const name = TOP_LEVEL_FILE.exec(pathname)?.[1];
    if (name !== undefined && (await isFile(path.join(hostDir, name)))) {
      const cacheOptions = HASHED_FILE.test(name) ? { immutable: true, maxAge: '365d' } : { immutable: false, maxAge: 0 };
      return reply.sendFile(name, hostDir, cacheOptions);
    }
    // Only navigations receive the document for client-side routes. A missing script must return 404 instead.
    if (request.headers.accept?.includes('text/html')) return sendDocument(reply);
    return reply.callNotFound();
  });
}

async function serveReleases(app: FastifyInstance, releases: ReleaseStore, hostDir: string): Promise<void> {
  if (releases.folder === undefined) {
    // Registered only for `sendFile`, which sends the files of the host.
    await app.register(fastifyStatic, { root: hostDir, serve: false, suppressWarning: true });
    return serveReleaseFiles(app, releases);
  }
  await app.register(fastifyStatic, {
    root: path.join(releases.folder, 'remotes'),
    prefix: '/remotes/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    setHeaders: (reply, file) => {
      // `file` is the path of the sent file, which may be compressed.
      if (WORKER_FILE.test(file.replace(/\.(br|gz)$/, ''))) reply.header('content-security-policy', WORKER_POLICY);
    },
    index: false,
    dotfiles: 'ignore',
    // Disables Fastify's warning about a missing folder. The page itself reports a missing build.
    suppressWarning: true,
  });
}

/**
 * Serves the console: the host's files, all published remotes (micro-frontends), the registry of their versions, and the runtime
 * configuration.
 */
export function createConsoleSite(options: ConsoleSiteOptions): FastifyPluginAsync {
  const { buildDir, config, releases = createFolderStore(buildDir), releasesUrl = '', deployToken } = options;
  return async (app) => {
    const isMember = options.isMember ?? createMembershipCheck(app);
    const isWorkspace = options.isWorkspace ?? createWorkspaceCheck(app);
    const hostDir = path.join(buildDir, 'host');
    await serveReleases(app, releases, hostDir);
    await serveDocs(app, path.join(buildDir, 'docs'));
    await servePackages(app, path.join(buildDir, 'packages'));
    const configText = JSON.stringify(config);
    app.get('/config.json', HIDDEN_IN_OPENAPI, (request, reply) => sendJson(request, reply, configText, 'no-cache'));
    app.get('/registry.json', HIDDEN_IN_OPENAPI, async (request, reply) => {
      const registry = await readPublicRegistry(releases);
      // Unknown users share one response, which a CDN may cache. Known users get a private response.
      reply.header('vary', 'Authorization, X-Workspace');
      if (!registry)
        return reply
          .code(503)
          .header('retry-after', '1')
          .send({ detail: 'The registry of remotes is missing or cannot be read.' });
      const selectsCanary = await getCanarySelector(app, request, registry, isMember);
      const body = JSON.stringify(addBaseUrl(toPublicRegistry(registry, selectsCanary), releasesUrl));
      return sendJson(request, reply, body, selectsCanary ? 'private, max-age=5' : 'public, max-age=5');
    });
    const readVisits = options.readVisits ?? createVisitReader(app);
    await app.register(createDeployRoutes({ releases, hostDir, deployToken, isWorkspace, readVisits }));
    startCanaryDecisions(app, releases);
    if (app.hasDecorator('deps')) app.deps.listReleases = () => listReleases(releases, readVisits);
    serveHost(app, options);
  };
}
