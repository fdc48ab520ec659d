import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { notFound } from '../../errors';
import { cutOutObjects } from './cut-out';

const Token = z.uuid();

/**
 * `GET /files/objects/{token}`: sends on to the file of an object's cut-out, which is made when first asked for. As with
 * files, the address is the permission.
 */
export function cutOutRoute(app: FastifyInstance): void {
  const underWay = new Map<string, Promise<void>>();
  const cutOnce = (image: { id: string; img_key: string }) => {
    const running =
      underWay.get(image.id) ??
      cutOutObjects(app.deps.db, app.deps.files, image, app.deps.config.maxPixels).finally(() => underWay.delete(image.id));
    underWay.set(image.id, running);
    return running;
  };

  app.get<{ Params: { token: string } }>('/files/objects/:token', { schema: { hide: true } }, async (request, reply) => {
    const token = Token.safeParse(request.params.token).data;
    const found = token && (await findObject(app, token));
    if (!found) throw notFound('File');
    if (found.thumb_key === null) await cutOnce({ id: found.image_id, img_key: found.img_key });
    const key = found.thumb_key ?? (await findObject(app, token))?.thumb_key;
    if (!key) throw notFound('File');
    reply.header('cache-control', 'private, max-age=31536000, immutable');
    // Relative, so that it holds behind any proxy.
    return reply.redirect(`../${key}`, 302);
  });
}

function findObject(app: FastifyInstance, token: string) {
  return app.deps.db
    .selectFrom('detection_object as o')
    .innerJoin('training_image as i', 'i.id', 'o.image_id')
    .select(['o.thumb_key', 'o.image_id', 'i.img_key'])
    .where('o.thumb_token', '=', token)
    .executeTakeFirst();
}
