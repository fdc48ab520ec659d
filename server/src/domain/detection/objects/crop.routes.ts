import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { notFound } from '../../../platform/errors';
import type { UrlSignature } from '../../../platform/files/signed-url';
import { getSignedUrlMaxAge } from '../../../platform/http/files-route';
import { getCropKey } from '../../../platform/images/crops';

const Token = z.uuid();

/**
 * Binds `GET /files/objects/{token}`, which redirects to the file of an object's crop. The crop is created on first request. A valid
 * signature of the URL grants access.
 */
export function bindCropFileRoute(app: FastifyInstance): void {
  const url = '/files/objects/:token';
  app.get<{ Params: { token: string }; Querystring: UrlSignature }>(url, { schema: { hide: true } }, async (request, reply) => {
    const { fileUrlSigner } = app.deps;
    const seconds = getSignedUrlMaxAge(fileUrlSigner, `objects/${request.params.token}`, request.query);
    const token = Token.safeParse(request.params.token).data;
    const key = token && (await getCropKey(app.deps, token));
    if (!key) throw notFound('File');
    // The response may be cached until the requested URL expires, because the target URL is valid for at least as long.
    reply.header('cache-control', `private, max-age=${seconds}, immutable`);
    // A relative URL works behind any proxy.
    return reply.redirect(`../${fileUrlSigner.sign(key)}`, 302);
  });
}
