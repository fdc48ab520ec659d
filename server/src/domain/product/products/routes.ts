import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import { toLimitOffset } from '../../../platform/http/route/links';
import { route } from '../../../platform/http/route/route';
import type { Scope } from '../../../platform/access/scope';
import { toJsonb, requireCurrentVersion, requireEditedName, omitUndefined } from '../../../data-access/rows/partial-update';
import { resolveListWorkspace } from '../../../data-access/rows/references';
import { listProductReferences, toProductConditions, type CatalogueLocation } from './filter';
import { readProduct, readProductPage } from './queries';

const PRODUCT = '/product/v2/product/{id}';
const entityName = 'Product';

/** Binds the routes of products. */
export function bindProductRoutes(app: FastifyInstance): void {
  route(app, 'GET /product/v2/product/', async ({ query, db, scope, page, fileUrl }) => {
    const workspaceId = await resolveListWorkspace(scope, listProductReferences(query));
    const where = toProductConditions(workspaceId, query);
    const { count, rows } = await readProductPage(db, { where, ordering: query.ordering, ...toLimitOffset(query) }, fileUrl);
    return page(count, rows);
  });

  route(app, 'POST /product/v2/product/', async ({ body, db, scope, fileUrl }) => {
    const workspaceId = await resolveListWorkspace(scope, listProductReferences(body));
    const product = await db
      .insertInto('product')
      .values({
        workspace_id: workspaceId,
        name: body.name,
        collection_id: body.product_collection ?? null,
        product_set_id: body.product_set ?? null,
        ...omitUndefined({ customer_product_id: body.customer_product_id ?? undefined, meta_data: toJsonb(body.meta_data) }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return readProduct(db, product.id, fileUrl);
  });

  route(app, `GET ${PRODUCT}/`, async ({ params, db, scope, fileUrl }) => {
    const product = await scope.findRow('product', params.id, { entityName });
    return readProduct(db, product.id, fileUrl);
  });

  route(app, `PUT ${PRODUCT}/`, ({ params, body, db, scope, fileUrl }) => editProduct(db, scope, params.id, body, fileUrl));
  route(app, `PATCH ${PRODUCT}/`, ({ params, body, db, scope, fileUrl }) => editProduct(db, scope, params.id, body, fileUrl));
  route(app, `POST ${PRODUCT}/verify`, ({ params, db, scope, fileUrl }) =>
    editProduct(db, scope, params.id, { verified: true }, fileUrl),
  );
  route(app, `POST ${PRODUCT}/unverify`, ({ params, db, scope, fileUrl }) =>
    editProduct(db, scope, params.id, { verified: false }, fileUrl),
  );

  route(app, `DELETE ${PRODUCT}/`, async ({ params, db, scope }) => {
    const product = await scope.findRow('product', params.id, { entityName, lock: true });
    await db.deleteFrom('product').where('id', '=', product.id).execute();
    return undefined;
  });
}

interface ProductEdit extends CatalogueLocation {
  name?: string;
  customer_product_id?: string | null;
  meta_data?: unknown;
  verified?: boolean;
  version?: number;
}

async function editProduct(trx: Db, scope: Scope, id: string, edit: ProductEdit, fileUrl: (key: string) => string) {
  const product = await scope.findRow('product', id, { entityName, lock: true });
  for (const { table, ids, field, entityName: referencedName } of listProductReferences(edit)) {
    await scope.requireSameWorkspace(
      table,
      ids.filter((rowId) => rowId !== undefined),
      product.workspace_id,
      { field, entityName: referencedName },
    );
  }
  await requireCurrentVersion(edit.version, product, () => readProduct(trx, id, fileUrl));
  requireEditedName(product, edit.name);
  await trx
    .updateTable('product')
    .set({
      ...omitUndefined({
        name: edit.name,
        customer_product_id: edit.customer_product_id === null ? '' : edit.customer_product_id,
        collection_id: edit.product_collection,
        product_set_id: edit.product_set,
        meta_data: toJsonb(edit.meta_data),
        verified: edit.verified,
      }),
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute();
  return readProduct(trx, id, fileUrl);
}
