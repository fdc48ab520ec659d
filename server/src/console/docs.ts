import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

/**
 * Nothing comes from elsewhere and no script is inline. The API reference has its icons as data: and asks this server's
 * API, also when a reader tries a call.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

function withHeaders(reply: FastifyReply): FastifyReply {
  return reply.header('content-security-policy', POLICY).header('cache-control', 'no-cache');
}

const FINAL_SLASH = /^(\/docs\/[^?]*[^/?])\/+(?=\?|$)/;

/**
 * The pages that the build has made of the guides, and the API reference, at /docs. Pages are files and not folders: an
 * address with a final slash leads to the one without.
 */
export async function serveDocs(app: FastifyInstance, docsDir: string): Promise<void> {
  await app.register(async (pages) => {
    // The router ignores a final slash, so that no route of its own could tell the two forms apart.
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
      // A build folder that is still empty is said on the page.
      suppressWarning: true,
      setHeaders: (reply) => void withHeaders(reply),
    });
  });
  app.get('/docs', { schema: { hide: true } }, async (_request, reply) =>
    withHeaders(reply).sendFile('index.html', docsDir, { cacheControl: false }),
  );
}
