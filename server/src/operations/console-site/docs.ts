import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

/**
 * Content-Security-Policy of the documentation. It allows no other origins and no inline scripts. The API reference uses icons as data:
 * URLs, and calls this server's API when a reader tries a call.
 */
const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

function addHeaders(reply: FastifyReply): FastifyReply {
  return reply.header('content-security-policy', DOCS_POLICY).header('cache-control', 'no-cache');
}

const FINAL_SLASH = /^(\/docs\/[^?]*[^/?])\/+(?=\?|$)/;

/**
 * Serves the built guides and the API reference at /docs. Pages are files and not folders. A URL with a final slash is therefore
 * redirected to the URL without the slash.
 */
export async function serveDocs(app: FastifyInstance, docsDir: string): Promise<void> {
  await app.register(async (pages) => {
    // The router ignores a final slash, so a route could not distinguish the two forms.
    pages.addHook('onRequest', async (request, reply) => {
      if (FINAL_SLASH.test(request.url)) return reply.redirect(request.url.replace(FINAL_SLASH, '$1'), 301);
    });
    await pages.register(fastifyStatic, {
      root: docsDir,
      prefix: '/docs/',
      decorateReply: false,
      preCompressed: true,
      extensions: ['html'],
      dotfiles: 'ignore',
      // Disables Fastify's warning about a missing folder. The page itself reports a missing build.
      suppressWarning: true,
      setHeaders: (reply) => void addHeaders(reply),
    });
  });
  app.get('/docs', { schema: { hide: true } }, async (_request, reply) =>
    addHeaders(reply).sendFile('index.html', docsDir, { cacheControl: false }),
  );
}

/**
 * Serves the packages with which remotes outside this repository are built. They are served under /docs, because a remote may have any
 * other path.
 */
export async function servePackages(app: FastifyInstance, packagesDir: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: packagesDir,
    prefix: '/docs/packages/',
    decorateReply: false,
    index: false,
    suppressWarning: true,
    setHeaders: (reply) => void addHeaders(reply),
  });
}
