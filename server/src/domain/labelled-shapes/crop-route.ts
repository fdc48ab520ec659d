import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { LABELLED_KINDS } from '../../data-access/shape-kinds/registry';
import type { Db } from '../../platform/database/connection';
import { notFound } from '../../platform/errors';
import type { UrlSignature } from '../../platform/files/signed-url';
import { getSignedUrlMaxAge } from '../../platform/http/files-route';
import { getRegionCrop, type Region } from '../../platform/images/region-crops';
import { toCropRegion } from './crop-region';

const REGION = /^(\d{1,6})-(\d{1,6})-(\d{1,6})-(\d{1,6})$/;

/** Returns the path of the crop of a region, to be signed like the key of a file. */
export const toCropPath = (imageKey: string, region: Region): string => `regions/${imageKey}/${region.join('-')}`;

/**
 * Binds `GET /files/regions/{key}/{region}`, the crop of a region of an image. As with files, the signed URL grants access. On
 * servers without signed URLs, everybody who knows the random key of the image has access.
 */
export function bindCropRoute(app: FastifyInstance): void {
  app.get<{ Params: { key: string; region: string }; Querystring: UrlSignature }>(
    '/files/regions/:key/:region',
    { schema: { hide: true } },
    async (request, reply) => {
      const { key, region: text } = request.params;
      const { db, files, config, fileUrlSigner } = app.deps;
      const seconds = getSignedUrlMaxAge(fileUrlSigner, `regions/${key}/${text}`, request.query);
      const region = REGION.exec(text)?.slice(1).map(Number) as unknown as Region | undefined;
      const image = await findImage(db, key);
      if (!region || !image || !isInside(region, image)) throw notFound('File');
      const crop = await getRegionCrop({ files, config, listRegions: () => listRegions(db, image) }, key, region);
      if (!crop) throw notFound('File');
      reply.headers({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        // The bytes of an image never change, so its crops never change.
        'cache-control': `private, max-age=${seconds}, immutable`,
      });
      return reply.send(Buffer.from(crop));
    },
  );
}

interface ImageRow {
  id: string;
  img_width: number;
  img_height: number;
}

const findImage = (db: Db, key: string): Promise<ImageRow | undefined> =>
  db.selectFrom('training_image').select(['id', 'img_width', 'img_height']).where('img_key', '=', key).executeTakeFirst();

const isInside = ([left, top, right, bottom]: Region, { img_width: width, img_height: height }: ImageRow): boolean =>
  left < right && right <= width && top < bottom && bottom <= height;

async function listRegions(db: Db, image: ImageRow): Promise<Region[]> {
  const boxes = LABELLED_KINDS.map(
    ({ table, boxColumn }) =>
      sql`select ${sql.ref(`s.${boxColumn}`)} as box from ${sql.table(table)} s where s.image_id = ${image.id}`,
  );
  const { rows } = await sql<{ box: number[] }>`${sql.join(boxes, sql` union all `)}`.execute(db);
  return rows.map(({ box }) => toCropRegion(box, image));
}
