import { createHash, randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { type CanaryChoice, publicRegistry, Registry, type RuntimeConfig } from '@console/shared-contract/federation';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { canaryFor } from './audience';
import { deployCalls } from './deploy';
import { MISSING_BUILD_PAGE } from './missing-build';
import { documentPolicy } from './security-policy';

export interface ConsoleSiteOptions {
  /** Has `host/`, `remotes/` and `registry.json`. What is missing is said when it is asked for. */
  buildDir: string;
  /** Answered as /config.json. */
  config: RuntimeConfig;
  /** Origins that pictures are served from, where it is neither this one nor the API's. */
  pictureOrigins?: readonly string[];
  /** Of CI systems that publish and activate remotes; undefined: none may. */
  deployToken?: string;
}

const HIDE = { schema: { hide: true } };
const NONCE = /__CSP_NONCE__/g;
/** `name.0123abcd.js`: another content is another name. */
const HASHED = /\.[0-9a-f]{8,}\.\w+$/;
const TOP_LEVEL_FILE = /^\/([\w.-]+\.\w+)$/;
const NOT_THE_HOSTS = /^\/(api|remotes)(\/|$)/;

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
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  reply.header('cache-control', cacheControl).header('etag', etag);
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  return reply.header('content-type', 'application/json').send(body);
}

/** The registry as browsers get it, or undefined when there is none that can be read. */
async function registryText(file: string, takesCanary: CanaryChoice | undefined): Promise<string | undefined> {
  const text = await readText(file);
  if (text === undefined) return undefined;
  try {
    const parsed = Registry.safeParse(JSON.parse(text));
    return parsed.success ? JSON.stringify(publicRegistry(parsed.data, takesCanary)) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Which canaries whoever asks is offered; undefined for someone unknown. A token that has run out still says who it is,
 * and that is all it is used for: every published version is there for all to fetch.
 */
function canaryChoiceOf(app: FastifyInstance, request: FastifyRequest): CanaryChoice | undefined {
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined || !app.hasDecorator('jwt')) return undefined;
  try {
    const { sub } = app.jwt.verify<{ sub?: unknown }>(token, { ignoreExpiration: true });
    const workspaceId = request.headers['x-workspace']?.toString();
    return typeof sub === 'string' ? canaryFor({ userId: sub, workspaceId }) : undefined;
  } catch {
    return undefined;
  }
}

function bindDocuments(app: FastifyInstance, { buildDir, config, pictureOrigins = [] }: ConsoleSiteOptions): void {
  const hostDir = path.join(buildDir, 'host');

  async function sendDocument(reply: FastifyReply): Promise<FastifyReply> {
    const html = await readText(path.join(hostDir, 'index.html'));
    reply.header('cache-control', 'no-cache').header('content-type', 'text/html; charset=utf-8');
    if (html === undefined) return reply.code(503).send(MISSING_BUILD_PAGE);
    const nonce = randomBytes(16).toString('base64');
    const policy = documentPolicy({ nonce, apiBase: config.apiBase, overridesAllowed: config.overridesAllowed, pictureOrigins });
    return reply.header('content-security-policy', policy).send(html.replace(NONCE, nonce));
  }

  app.get('/*', HIDE, async (request, reply) => {
    const { pathname } = new URL(request.url, 'http://console');
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

/** The console beside the API: the host's files, every published remote, the registry and the run-time configuration. */
export function consoleSite(options: ConsoleSiteOptions): FastifyPluginAsync {
  const { buildDir, config } = options;
  return async (app) => {
    await app.register(fastifyStatic, {
      root: path.join(buildDir, 'remotes'),
      prefix: '/remotes/',
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
      index: false,
      dotfiles: 'ignore',
      // A build folder that is still empty is said on the page.
      suppressWarning: true,
    });
    const configText = JSON.stringify(config);
    app.get('/config.json', HIDE, (request, reply) => sendJson(request, reply, configText, 'no-cache'));
    app.get('/registry.json', HIDE, async (request, reply) => {
      const takesCanary = canaryChoiceOf(app, request);
      const text = await registryText(path.join(buildDir, 'registry.json'), takesCanary);
      // One document for everyone unknown, for a CDN to keep; another for each person, for their browser alone.
      reply.header('vary', 'Authorization, X-Workspace');
      if (text === undefined) return reply.code(503).send({ detail: 'There is no registry of remotes that can be read.' });
      return sendJson(request, reply, text, takesCanary ? 'private, max-age=5' : 'public, max-age=5');
    });
    await app.register(deployCalls(options));
    bindDocuments(app, options);
  };
}
