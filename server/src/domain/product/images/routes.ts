import { IMAGE_FORM, type ProductImage } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import { toLimitOffset } from '../../../platform/http/route/links';
import { route } from '../../../platform/http/route/route';
import type { Scope } from '../../../platform/access/scope';
import { createOwnImageReader } from '../../../platform/images/own-image';
import { withUploadedImage, storeUploadedImage, type StoredImage } from '../../../platform/images/upload';
import { toJsonb, requireCurrentVersion, omitUndefined } from '../../../data-access/rows/partial-update';
import { readPage } from '../../../data-access/rows/view';
import { resolveListWorkspace } from '../../../data-access/rows/references';
import { productImageView, readProductImage, toProductImage } from './queries';

const IMAGE = '/product/v2/image/{id}';
const entityName = 'Image';

/** Binds the routes of product images. Duplicates are allowed: two products may share an image. */
export function bindProductImageRoutes(app: FastifyInstance): void {
  route(app, 'GET /product/v2/image/', async ({ query, db, scope, page, fileUrl }) => {
    const workspaceId = await resolveListWorkspace(scope, [
      { table: 'product', ids: [query.product], field: 'product', entityName: 'Product' },
    ]);
    const where = [sql`i.workspace_id = ${workspaceId}`];
    if (query.product) where.push(sql`i.product_id = ${query.product}`);
    const { count, rows } = await readPage(db, productImageView, { where, order: sql`i.created, i.id`, ...toLimitOffset(query) });
    return page(
      count,
      rows.map((row) => toProductImage(row, fileUrl)),
    );
  });

  route(
    app,
    'POST /product/v2/image/',
    {
      upload: true,
      prepare: async ({ body, scope, files, user, request, afterRollback }): Promise<StoredImage> => {
        await scope.findRow('product', body.product, { entityName: 'Product' });
        const source = { config: app.deps.config, readOwn: createOwnImageReader(app.deps, user) };
        return withUploadedImage(body, source, request.uploadedFiles?.get(IMAGE_FORM.file), (image) =>
          storeUploadedImage(files, image, afterRollback),
        );
      },
    },
    async ({ body, db, scope, prepared: preparedUpload, fileUrl }) => {
      const product = await scope.findRow('product', body.product, { entityName: 'Product' });
      const { content_hash: _, ...imageFields } = preparedUpload;
      const image = await db
        .insertInto('product_image')
        .values({ ...imageFields, workspace_id: product.workspace_id, product_id: product.id, name: body.name })
        .returning('id')
        .executeTakeFirstOrThrow();
      return readProductImage(db, image.id, fileUrl);
    },
  );

  route(app, `GET ${IMAGE}/`, async ({ params, db, scope, fileUrl }) => {
    const image = await scope.findRow('product_image', params.id, { entityName });
    return readProductImage(db, image.id, fileUrl);
  });

  route(app, `PUT ${IMAGE}/`, ({ params, body, db, scope, fileUrl }) => editImage(db, scope, params.id, body, fileUrl));
  route(app, `PATCH ${IMAGE}/`, ({ params, body, db, scope, fileUrl }) => editImage(db, scope, params.id, body, fileUrl));

  route(app, `DELETE ${IMAGE}/`, async ({ params, db, scope }) => {
    const image = await scope.findRow('product_image', params.id, { entityName, lock: true });
    await db.deleteFrom('product_image').where('id', '=', image.id).execute();
    return undefined;
  });
}

interface ImageEdit {
  name?: string;
  product?: string;
  meta_data?: unknown;
  _objects?: unknown;
  version?: number;
}

/**
 * Updates the fields of an image that the request contains. A different `product` moves the image to that product. Marks the image as not
 * synchronized.
 */
async function editImage(
  trx: Db,
  scope: Scope,
  id: string,
  edit: ImageEdit,
  fileUrl: (key: string) => string,
): Promise<ProductImage> {
  const image = await scope.findRow('product_image', id, { entityName, lock: true });
  if (edit.product)
    await scope.requireSameWorkspace('product', [edit.product], image.workspace_id, { field: 'product', entityName: 'Product' });
  await requireCurrentVersion(edit.version, image, () => readProductImage(trx, id, fileUrl));
  await trx
    .updateTable('product_image')
    .set({
      ...omitUndefined({
        name: edit.name,
        product_id: edit.product,
        meta_data: toJsonb(edit.meta_data),
        objects: toJsonb(edit._objects),
      }),
      sync_status: 'TO_SYNC',
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute();
  return readProductImage(trx, id, fileUrl);
}
