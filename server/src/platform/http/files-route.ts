import type { FastifyInstance } from 'fastify';
import { HttpError, notFound } from '../errors';
import { messages } from '../errors/messages';
import { parseRange } from '../files/range';
import type { UrlSignature, FileUrls } from '../files/signed-url';

/**
 * Returns for how many seconds a browser may cache the file. Throws 403 for an invalid signature and 410 for an expired one.
 * The check runs before any look-up, so that the response does not reveal whether the file exists.
 */
export function requireValidSignature(fileUrls: FileUrls, name: string, signature: UrlSignature): number {
  const state = fileUrls.verify(name, signature);
  const headers = { 'cache-control': 'no-store' };
  if (state === 'wrong') throw new HttpError(403, messages.invalidUrlSignature, {}, headers);
  if (state === 'expired') throw new HttpError(410, messages.expiredUrl, {}, headers);
  return fileUrls.getMaxAge(signature);
}

/** Serves `GET /files/{key}`. The URL itself is the permission, because an `<img>` cannot send a token. */
export function serveFiles(app: FastifyInstance): void {
  app.route<{ Params: { key: string }; Querystring: UrlSignature }>({
    method: ['GET', 'HEAD'],
    url: '/files/:key',
    schema: { hide: true },
    handler: async (request, reply) => {
      const { files, fileUrls } = app.deps;
      const { key } = request.params;
      const seconds = requireValidSignature(fileUrls, key, request.query);
      const file = await files.stat(key);
      if (!file) throw notFound('File');
      const etag = `"${key.slice(0, 48)}"`;
      reply.headers({
        'content-type': file.contentType,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        // The bytes of a key never change. They are private because the images belong to the customer.
        'cache-control': `private, max-age=${seconds}, immutable`,
        'accept-ranges': 'bytes',
        etag,
      });
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      const range = parseRange(request.headers.range, file.size);
      if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${file.size}`).send();
      if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
      reply.header('content-length', range ? range.end - range.start + 1 : file.size);
      if (request.method === 'HEAD') return reply.send();
      const stream = await files.open(key, range ?? undefined);
      if (!stream) throw notFound('File');
      return reply.send(stream);
    },
  });
}
