import type { ProductCollection } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { HttpError } from '../../platform/errors';
import { route } from '../../platform/http/route/route';
import { Resource } from '../../data-access/rows/resource';
import type { RowView } from '../../data-access/rows/view';
import { messages } from './messages';

const COLLECTION = '/product/v2/collection/{id}';

/** Joins the product counts of a collection, read with one index scan. */
const countsJoin = sql`
  cross join lateral (select count(*)::int as products_count, (count(*) filter (where p.verified))::int as verified_count
    from product p where p.collection_id = c.id) n`;

const collectionView: RowView<ProductCollection> = {
  from: sql`product_collection c ${countsJoin}`,
  countFrom: sql`product_collection c`,
  id: sql`c.id`,
  columns: sql<ProductCollection>`
    c.id, c.workspace_id as workspace, c.name, c.type, c.version,
    n.products_count, n.verified_count`,
};

const collections = new Resource({ table: 'product_collection', entityName: 'Collection', view: collectionView, alias: 'c' });

/** Binds the routes of product collections. Their ids are integers. */
export function bindCollectionRoutes(app: FastifyInstance): void {
  route(app, 'GET /product/v2/collection/', async (call) => collections.list(call, call.scope.resolveWorkspace().id));
  route(app, 'POST /product/v2/collection/', (call) => {
    const { name, type } = call.body;
    return collections.create(call, { name, type });
  });
  route(app, `GET ${COLLECTION}`, (call) => collections.read(call));
  route(app, `PUT ${COLLECTION}`, (call) => {
    const { name, type } = call.body;
    return collections.update(call, { name, type });
  });

  route(app, `DELETE ${COLLECTION}`, async ({ params, db, scope }) => {
    const { id } = await collections.lock({ params, scope });
    const { rows } = await sql<{ used: boolean }>`
      select exists (select 1 from product where collection_id = ${id}) or exists (select 1 from product_set where collection_id = ${id}) as used`.execute(
      db,
    );
    if (rows[0]?.used) throw new HttpError(409, messages.collectionInUse);
    await db.deleteFrom('product_collection').where('id', '=', id).execute();
    return undefined;
  });
}
