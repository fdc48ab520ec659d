import type { FastifyInstance } from 'fastify';
import { HttpError, notFound } from '../errors';
import { messages } from '../errors/messages';
import { parseRange } from '../files/range';
import type { UrlSignature, FileUrlSigner } from '../files/signed-url';

/**
 * Verifies a URL and returns for how many seconds a browser may cache the file. Throws 403 for an invalid signature and 410 for an expired
 * signature. The check runs before any look-up, so that the response does not reveal whether the file exists.
 */
export function getSignedUrlMaxAge(fileUrlSigner: FileUrlSigner, name: string, signature: UrlSignature): number {
  const signatureState = fileUrlSigner.verify(name, signature);
  const headers = { 'cache-control': 'no-store' };
  if (signatureState === 'invalid') throw new HttpError(403, messages.invalidUrlSignature, {}, headers);
  if (signatureState === 'expired') throw new HttpError(410, messages.expiredUrl, {}, headers);
  return fileUrlSigner.getMaxAge(signature);
}

/** Serves `GET /files/{key}`. Whoever has the URL may read the file, because an `<img>` cannot send a token. */
export function serveFiles(app: FastifyInstance): void {
  app.route<{ Params: { key: string }; Querystring: UrlSignature }>({
    method: ['GET', 'HEAD'],
    url: '/files/:key',
    schema: { hide: true },
    handler: async (request, reply) => {
      const { files, fileUrlSigner } = app.deps;
      const { key } = request.params;
      const maxAge = getSignedUrlMaxAge(fileUrlSigner, key, request.query);
      const file = await files.stat(key);
      if (!file) throw notFound('File');
      const etag = `"${key.slice(0, 48)}"`;
      reply.headers({
        'content-type': file.contentType,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        // The bytes of a key never change. They are private because the images belong to the customer.
        'cache-control': `private, max-age=${maxAge}, immutable`,
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
