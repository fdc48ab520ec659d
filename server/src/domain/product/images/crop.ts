import type { FastifyInstance } from 'fastify';
import { notFound } from '../../../platform/errors';
import { route } from '../../../platform/http/route/route';
import type { StoredImage } from '../../../platform/images/upload';
import { insertCrop, storeCrop } from './store-crop';
import { readProductImage } from './queries';

const CROP_CALL = 'POST /product/v2/product/{id}/add-crop';
const PRODUCT = { entityName: 'Product' };
const OBJECT = { field: 'object', entityName: 'Object' };

/** Binds the route that adds the crop of an object as a product image. */
export function bindCropRoute(app: FastifyInstance): void {
  route(
    app,
    CROP_CALL,
    {
      prepare: async ({ params, body, db, scope, files, afterRollback }): Promise<StoredImage> => {
        const product = await scope.findRow('product', params.id, PRODUCT);
        await scope.requireSameWorkspace('detection_object', [body.object], product.workspace_id, OBJECT);
        const object = await db
          .selectFrom('detection_object as o')
          .innerJoin('training_image as i', 'i.id', 'o.image_id')
          .select(['o.data', 'i.img_key'])
          .where('o.id', '=', body.object)
          .executeTakeFirst();
        const { maxPixels } = app.deps.config;
        const storedCrop = object && (await storeCrop(object, { files, maxPixels, onRollback: afterRollback }));
        if (!storedCrop) throw notFound(OBJECT.entityName);
        return storedCrop;
      },
    },
    async ({ params, body, db, scope, prepared: preparedCrop, fileUrl }) => {
      const product = await scope.findRow('product', params.id, PRODUCT);
      const object = await db
        .selectFrom('detection_object as o')
        .innerJoin('training_image as i', 'i.id', 'o.image_id')
        .select(['o.id', 'o.image_id', 'i.name as image_name'])
        .where('o.id', '=', body.object)
        .executeTakeFirst();
      if (!object) throw notFound(OBJECT.entityName);
      const id = await insertCrop(db, { product, object, stored: preparedCrop });
      return readProductImage(db, id, fileUrl);
    },
  );
}
