import type { FastifyInstance } from 'fastify';
import { notFound } from '../../errors';
import { FILE_NAME_KEY } from '@console/shared-contract/limits';
import { route } from '../../http/route';
import { cutBoxes, withAccepted } from '../../pictures/accept';
import { storePicture, type StoredPicture } from '../../pictures/upload';
import { readProductImage } from './queries';

const CROP = 'POST /product/v2/product/{id}/add-crop';
const PRODUCT = { what: 'Product' };
const OBJECT = { field: 'object', what: 'Object' };

/** A cut-out of an object, in every pixel of the stored original, becomes a picture of a product. */
export function cropRoutes(app: FastifyInstance): void {
  route(
    app,
    CROP,
    {
      prepare: async ({ params, body, db, scope, files, afterRollback }): Promise<StoredPicture> => {
        const product = await scope.findRow('product', params.id, PRODUCT);
        await scope.requireSameWorkspace('detection_object', [body.object], product.workspace_id, OBJECT);
        const object = await db
          .selectFrom('detection_object as o')
          .innerJoin('training_image as i', 'i.id', 'o.image_id')
          .select(['o.data', 'i.img_key'])
          .where('o.id', '=', body.object)
          .executeTakeFirst();
        const bytes = object && (await files.read(object.img_key));
        if (!bytes) throw notFound(OBJECT.what);
        const { maxPixels } = app.deps.config;
        const [cut] = await cutBoxes(bytes, [object.data], maxPixels, true);
        if (!cut) throw notFound(OBJECT.what);
        return withAccepted(Buffer.from(cut), { maxPixels }, (picture) => storePicture(files, picture, afterRollback));
      },
    },
    async ({ params, body, db, scope, prepared, fileUrl }) => {
      const product = await scope.findRow('product', params.id, PRODUCT);
      const object = await db
        .selectFrom('detection_object as o')
        .innerJoin('training_image as i', 'i.id', 'o.image_id')
        .select(['o.image_id', 'i.meta_data'])
        .where('o.id', '=', body.object)
        .executeTakeFirst();
      if (!object) throw notFound(OBJECT.what);
      const { content_hash: _, ...picture } = prepared;
      const name = (object.meta_data as Record<string, unknown> | null)?.[FILE_NAME_KEY];
      const image = await db
        .insertInto('product_image')
        .values({
          ...picture,
          workspace_id: product.workspace_id,
          product_id: product.id,
          name: typeof name === 'string' ? name.slice(0, 255) : '',
          meta_data: JSON.stringify({ image: object.image_id, object: body.object }),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return readProductImage(db, image.id, fileUrl);
    },
  );
}
