import type { ProductCollection } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { HttpError } from '../../platform/errors';
import { toLimitOffset } from '../../platform/http/route/links';
import { route } from '../../platform/http/route/route';
import { requireCurrentVersion, omitUndefined } from '../../data-access/rows/partial-update';
import { containsText, readOne, readPage, type View } from '../../data-access/rows/view';
import { messages } from './messages';

const COLLECTION = '/product/v2/collection/{id}';
const entityName = 'Collection';

/** Joins the product counts of a collection, read with one index scan. */
const countsJoin = sql`
  cross join lateral (select count(*)::int as products_count, (count(*) filter (where p.verified))::int as verified_count
    from product p where p.collection_id = c.id) n`;

const view: View<ProductCollection> = {
  from: sql`product_collection c ${countsJoin}`,
  countFrom: sql`product_collection c`,
  id: sql`c.id`,
  columns: sql<ProductCollection>`
    c.id, c.workspace_id as workspace, c.name, c.type, c.version,
    n.products_count, n.verified_count`,
};

/** Binds the routes of product collections. Their ids are integers. */
export function bindCollectionRoutes(app: FastifyInstance): void {
  route(app, 'GET /product/v2/collection/', async ({ query, db, scope, page }) => {
    const where = [sql`c.workspace_id = ${scope.resolveWorkspace().id}`];
    if (query.search) where.push(sql`${containsText('c.name', query.search)}`);
    const { count, rows } = await readPage(db, view, { where, order: sql`lower(c.name), c.id`, ...toLimitOffset(query) });
    return page(count, rows);
  });

  route(app, 'POST /product/v2/collection/', async ({ body: { name, type }, db, scope }) => {
    const collection = await db
      .insertInto('product_collection')
      .values({ workspace_id: scope.resolveWorkspace().id, name, type })
      .returning('id')
      .executeTakeFirstOrThrow();
    return readOne(db, view, collection.id);
  });

  route(app, `GET ${COLLECTION}`, async ({ params, db, scope }) => {
    const collection = await scope.findRow('product_collection', params.id, { entityName });
    return readOne(db, view, collection.id);
  });

  route(app, `PUT ${COLLECTION}`, async ({ params, body, db, scope }) => {
    const collection = await scope.findRow('product_collection', params.id, { entityName, lock: true });
    await requireCurrentVersion(body.version, collection, () => readOne(db, view, collection.id));
    const { name, type } = body;
    await db
      .updateTable('product_collection')
      .set({ ...omitUndefined({ name, type }), version: sql`version + 1` })
      .where('id', '=', collection.id)
      .execute();
    return readOne(db, view, collection.id);
  });

  route(app, `DELETE ${COLLECTION}`, async ({ params, db, scope }) => {
    const { id } = await scope.findRow('product_collection', params.id, { entityName, lock: true });
    const { rows } = await sql<{ used: boolean }>`
      select exists (select 1 from product where collection_id = ${id}) or exists (select 1 from product_set where collection_id = ${id}) as used`.execute(
      db,
    );
    if (rows[0]?.used) throw new HttpError(409, messages.collectionInUse);
    await db.deleteFrom('product_collection').where('id', '=', id).execute();
    return undefined;
  });
}
