import type { FastifyInstance } from 'fastify';
import { HttpError, notFound } from '../errors';
import { messages } from '../errors/messages';
import { parseRange } from '../files/range';
import type { AddressSignature, FileAddresses } from '../files/signed-address';

/**
 * Throws 403 for an address that was never given out so, and 410 for one that has ended: before anything is looked up, so that
 * neither tells whether there is such a file. Answers for how many seconds a browser may keep what is there.
 */
export function requireGoodAddress(addresses: FileAddresses, name: string, signature: AddressSignature): number {
  const state = addresses.judge(name, signature);
  const headers = { 'cache-control': 'no-store' };
  if (state === 'wrong') throw new HttpError(403, messages.addressUnsigned, {}, headers);
  if (state === 'ended') throw new HttpError(410, messages.addressEnded, {}, headers);
  return addresses.keptFor(signature);
}

/** `GET /files/{key}`: the address is the permission, so that an `<img>` can load it. */
export function serveFiles(app: FastifyInstance): void {
  app.route<{ Params: { key: string }; Querystring: AddressSignature }>({
    method: ['GET', 'HEAD'],
    url: '/files/:key',
    schema: { hide: true },
    handler: async (request, reply) => {
      const { files, addresses } = app.deps;
      const { key } = request.params;
      const seconds = requireGoodAddress(addresses, key, request.query);
      const file = await files.stat(key);
      if (!file) throw notFound('File');
      const etag = `"${key.slice(0, 48)}"`;
      reply.headers({
        'content-type': file.contentType,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        // Bytes under a key never change; private, for the pictures are the customer's.
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
