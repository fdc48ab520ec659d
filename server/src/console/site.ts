import { createHash, randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { toPublicRegistry, type Registry, type RuntimeConfig } from '@console/shared-contract/federation';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { canaryChoiceOf, type MembershipCheck, membershipIn, workspaceIn } from './audience';
import { deployCalls } from './deploy';
import { serveDocs } from './docs';
import { MISSING_BUILD_PAGE } from './missing-build';
import { serveReleaseFiles } from './release-files-route';
import { folderReleases, type ReleaseStore } from './releases';
import { documentPolicy } from './security-policy';

export interface ConsoleSiteOptions {
  /** Has `host/` and, unless they lie elsewhere, the releases. What is missing is said when it is asked for. */
  buildDir: string;
  /** Left out: in the build folder. */
  releases?: ReleaseStore;
  /** Base that browsers fetch releases from; empty: this server. No slash at the end. */
  releasesUrl?: string;
  /** Answered as /config.json. */
  config: RuntimeConfig;
  /** Origins that pictures are served from, where it is neither this one nor the API's. */
  pictureOrigins?: readonly string[];
  /** Of CI systems that publish and activate remotes; undefined: none may. */
  deployToken?: string;
  /** Left out: as the application's database has it. */
  isMember?: MembershipCheck;
  /** Left out: as the application's database has it. */
  isWorkspace?: (id: string) => Promise<boolean>;
}

const HIDE = { schema: { hide: true } };
const NONCE = /__CSP_NONCE__/g;
/** `name.0123abcd.js`: another content is another name. */
const HASHED = /\.[0-9a-f]{8,}\.\w+$/;
const TOP_LEVEL_FILE = /^\/([\w.-]+\.\w+)$/;
const NOT_THE_HOSTS = /^\/(api|docs|remotes)(\/|$)/;

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
  // Weak, for what is sent is compressed or not.
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  reply.header('cache-control', cacheControl).header('etag', etag);
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  return reply.header('content-type', 'application/json').send(body);
}

/** Undefined when there is none that can be read. */
async function readForBrowsers(releases: ReleaseStore): Promise<Registry | undefined> {
  try {
    return await releases.readRecent();
  } catch {
    return undefined;
  }
}

/** The registry with the addresses of entries where browsers fetch them from. */
function withBase(registry: Registry, base: string): Registry {
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

function bindDocuments(app: FastifyInstance, options: ConsoleSiteOptions): void {
  const { config, pictureOrigins = [], releasesUrl = '' } = options;
  const { apiBase, overridesAllowed } = config;
  const hostDir = path.join(options.buildDir, 'host');

  async function sendDocument(reply: FastifyReply): Promise<FastifyReply> {
    const html = await readText(path.join(hostDir, 'index.html'));
    reply.header('cache-control', 'no-cache').header('content-type', 'text/html; charset=utf-8');
    if (html === undefined) return reply.code(503).send(MISSING_BUILD_PAGE);
    const nonce = randomBytes(16).toString('base64');
    const policy = documentPolicy({ nonce, apiBase, overridesAllowed, pictureOrigins, releasesUrl });
    return reply.header('content-security-policy', policy).send(html.replace(NONCE, nonce));
  }

  // Asked for by browsers wherever a picture, a file or an answer of the API is opened by itself, which names no icon.
  app.get('/favicon.ico', HIDE, (_, reply) => reply.sendFile('favicon.svg', hostDir, { immutable: false, maxAge: 0 }));

  app.get('/*', HIDE, async (request, reply) => {
    // Not by URL, which throws on `//` and takes `//name/path` for another server's.
    const [pathname = ''] = request.url.split('?', 1);
    if (NOT_THE_HOSTS.test(pathname)) return reply.callNotFound();
    if (pathname === '/' || pathname === '/index.html') return sendDocument(reply);
    const name = TOP_LEVEL_FILE.exec(pathname)?.[1];
    if (name !== undefined && (await isFile(path.join(hostDir, name)))) {
      const cache = HASHED.test(name) ? { immutable: true, maxAge: '365d' } : { immutable: false, maxAge: 0 };
      return reply.sendFile(name, hostDir, cache);
    }
    // The history's paths are answered to navigations alone: a script that is gone must be a 404, not a document.
    if (request.headers.accept?.includes('text/html')) return sendDocument(reply);
    return reply.callNotFound();
  });
}

async function bindReleases(app: FastifyInstance, releases: ReleaseStore, hostDir: string): Promise<void> {
  if (releases.folder === undefined) {
    // For `sendFile` alone, by which the host's files are sent.
    await app.register(fastifyStatic, { root: hostDir, serve: false, suppressWarning: true });
    return serveReleaseFiles(app, releases);
  }
  await app.register(fastifyStatic, {
    root: path.join(releases.folder, 'remotes'),
    prefix: '/remotes/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
    dotfiles: 'ignore',
    // A build folder that is still empty is said on the page.
    suppressWarning: true,
  });
}

/** The console beside the API: the host's files, every published remote, the registry and the run-time configuration. */
export function consoleSite(options: ConsoleSiteOptions): FastifyPluginAsync {
  const { buildDir, config, releases = folderReleases(buildDir), releasesUrl = '', deployToken } = options;
  return async (app) => {
    const isMember = options.isMember ?? membershipIn(app);
    const isWorkspace = options.isWorkspace ?? workspaceIn(app);
    const hostDir = path.join(buildDir, 'host');
    await bindReleases(app, releases, hostDir);
    await serveDocs(app, path.join(buildDir, 'docs'));
    const configText = JSON.stringify(config);
    app.get('/config.json', HIDE, (request, reply) => sendJson(request, reply, configText, 'no-cache'));
    app.get('/registry.json', HIDE, async (request, reply) => {
      const registry = await readForBrowsers(releases);
      // One document for everyone unknown, for a CDN to keep; another for each person, for their browser alone.
      reply.header('vary', 'Authorization, X-Workspace');
      if (!registry)
        return reply.code(503).header('retry-after', '1').send({ detail: 'There is no registry of remotes that can be read.' });
      const takesCanary = await canaryChoiceOf(app, request, registry, isMember);
      const body = JSON.stringify(withBase(toPublicRegistry(registry, takesCanary), releasesUrl));
      return sendJson(request, reply, body, takesCanary ? 'private, max-age=5' : 'public, max-age=5');
    });
    await app.register(deployCalls({ releases, hostDir, deployToken, isWorkspace }));
    bindDocuments(app, options);
  };
}
