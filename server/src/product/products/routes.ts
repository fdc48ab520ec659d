import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../../database/connection';
import { windowOf } from '../../http/links';
import { route } from '../../http/route';
import type { Scope } from '../../access/scope';
import { asJson, requireFresh, sentOnly } from '../../rows/edit';
import { nameHas, readPage } from '../../rows/view';
import { listWorkspace, type NamedRows } from '../../rows/workspace';
import { productView, readProduct, toProduct } from './queries';

const PRODUCT = '/product/v2/product/{id}';
const what = 'Product';

/** Products of the catalogue. */
export function productRoutes(app: FastifyInstance): void {
  route(app, 'GET /product/v2/product/', async ({ query, db, scope, page, fileUrl }) => {
    const workspaceId = await listWorkspace(scope, placeOf(query));
    const where = [sql`p.workspace_id = ${workspaceId}`];
    if (query.product_collection !== undefined) where.push(sql`p.collection_id = ${query.product_collection}`);
    if (query.product_set) where.push(sql`p.product_set_id = ${query.product_set}`);
    if (query.search) where.push(sql`${nameHas('p.name', query.search)}`);
    if (query.find) where.push(sql`(${nameHas('p.name', query.find)} or ${nameHas('p.customer_product_id', query.find)})`);
    if (query.customer_product_id !== undefined) where.push(sql`p.customer_product_id = ${query.customer_product_id}`);
    if (query.verified !== undefined) where.push(sql`p.verified = ${query.verified}`);
    if (query.empty !== undefined)
      where.push(sql`exists (select 1 from product_image i where i.product_id = p.id) = ${!query.empty}`);
    const { count, rows } = await readPage(db, productView, { where, order: sql`lower(p.name), p.id`, ...windowOf(query) });
    return page(
      count,
      rows.map((row) => toProduct(row, fileUrl)),
    );
  });

  route(app, 'POST /product/v2/product/', async ({ body, db, scope, fileUrl }) => {
    const workspaceId = await listWorkspace(scope, placeOf(body));
    const product = await db
      .insertInto('product')
      .values({
        workspace_id: workspaceId,
        name: body.name,
        collection_id: body.product_collection ?? null,
        product_set_id: body.product_set ?? null,
        ...sentOnly({ customer_product_id: body.customer_product_id ?? undefined, meta_data: asJson(body.meta_data) }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return readProduct(db, product.id, fileUrl);
  });

  route(app, `GET ${PRODUCT}/`, async ({ params, db, scope, fileUrl }) => {
    const product = await scope.findRow('product', params.id, { what });
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

  route(app, `DELETE ${PRODUCT}/`, async ({ params, db, scope, files, afterCommit }) => {
    const product = await scope.findRow('product', params.id, { what, lock: true });
    const images = await db
      .selectFrom('product_image')
      .select(['img_key', 'thumb_key', 'display_key'])
      .where('product_id', '=', product.id)
      .execute();
    await db.deleteFrom('product').where('id', '=', product.id).execute();
    const leftover = images.flatMap((image) => [image.img_key, image.thumb_key, image.display_key ?? []].flat());
    afterCommit(async () => {
      await Promise.all(leftover.map((key) => files.delete(key)));
    });
    return undefined;
  });
}

interface Place {
  product_collection?: number | null;
  product_set?: string | null;
}

interface ProductEdit extends Place {
  name?: string;
  customer_product_id?: string | null;
  meta_data?: unknown;
  verified?: boolean;
  version?: number;
}

async function editProduct(trx: Db, scope: Scope, id: string, edit: ProductEdit, fileUrl: (key: string) => string) {
  const product = await scope.findRow('product', id, { what, lock: true });
  for (const { table, ids, field, what: missing } of placeOf(edit)) {
    await scope.requireSameWorkspace(
      table,
      ids.filter((named) => named !== undefined),
      product.workspace_id,
      { field, what: missing },
    );
  }
  await requireFresh(edit.version, product, () => readProduct(trx, id, fileUrl));
  await trx
    .updateTable('product')
    .set({
      ...sentOnly({
        name: edit.name,
        customer_product_id: edit.customer_product_id === null ? '' : edit.customer_product_id,
        collection_id: edit.product_collection,
        product_set_id: edit.product_set,
        meta_data: asJson(edit.meta_data),
        verified: edit.verified,
      }),
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute();
  return readProduct(trx, id, fileUrl);
}

function placeOf({ product_collection, product_set }: Place): NamedRows[] {
  return [
    { table: 'product_collection', ids: [product_collection ?? undefined], field: 'product_collection', what: 'Collection' },
    { table: 'product_set', ids: [product_set ?? undefined], field: 'product_set', what: 'Set' },
  ];
}
