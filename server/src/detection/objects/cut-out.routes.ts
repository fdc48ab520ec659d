import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { notFound } from '../../errors';
import type { AddressSignature } from '../../files/signed-address';
import { requireGoodAddress } from '../../http/files-route';
import { cutOutKey } from '../../pictures/cut-out';

const Token = z.uuid();

/**
 * `GET /files/objects/{token}`: sends on to the file of an object's cut-out, which is made when first asked for. As with
 * files, the address is the permission.
 */
export function cutOutRoute(app: FastifyInstance): void {
  const url = '/files/objects/:token';
  app.get<{ Params: { token: string }; Querystring: AddressSignature }>(
    url,
    { schema: { hide: true } },
    async (request, reply) => {
      const { addresses } = app.deps;
      const seconds = requireGoodAddress(addresses, `objects/${request.params.token}`, request.query);
      const token = Token.safeParse(request.params.token).data;
      const key = token && (await cutOutKey(app.deps, token));
      if (!key) throw notFound('File');
      // The address that this leads to is good for at least as long.
      reply.header('cache-control', `private, max-age=${seconds}, immutable`);
      // Relative, so that it holds behind any proxy.
      return reply.redirect(`../${addresses.of(key)}`, 302);
    },
  );
}
