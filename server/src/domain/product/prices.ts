import type { Price } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { toLimitOffset } from '../../platform/http/route/links';
import { route } from '../../platform/http/route/route';
import { toIsoTimestamp, readOne, readPage, type RowView } from '../../data-access/rows/view';
import { resolveListWorkspace } from '../../data-access/rows/references';

const priceView: RowView<Price> = {
  from: sql`price p left join price_source s on s.id = p.source_id left join grade_company g on g.id = p.grade_company_id`,
  id: sql`p.id`,
  columns: sql<Price>`
    p.id, p.product_id as product, p.item_link, p.img_link, to_char(p.price, 'FM999999999990.0099') as price, p.currency,
    ${toIsoTimestamp('p.date_of_creation')} as date_of_creation,
    case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end as source,
    case when g.id is not null then json_build_object('id', g.id, 'name', g.name) end as grade_company`,
};

/** Binds the routes of prices. */
export function bindPriceRoutes(app: FastifyInstance): void {
  route(app, 'GET /product/v2/price/', async ({ query, db, scope, page }) => {
    const workspaceId = await resolveListWorkspace(scope, [
      { table: 'product', ids: [query.product_id], field: 'product_id', entityName: 'Product' },
    ]);
    const where = [sql`p.workspace_id = ${workspaceId}`];
    if (query.product_id) where.push(sql`p.product_id = ${query.product_id}`);
    const { count, rows } = await readPage(db, priceView, {
      where,
      order: sql`p.date_of_creation desc, p.id`,
      ...toLimitOffset(query),
    });
    return page(count, rows);
  });

  route(app, 'POST /product/v2/price/', async ({ body, db, scope }) => {
    const product = await scope.findRow('product', body.product_id, { entityName: 'Product' });
    const { source, grade_company, item_link, img_link, price, currency } = body;
    const row = await db
      .insertInto('price')
      .values({
        workspace_id: product.workspace_id,
        product_id: product.id,
        price,
        currency,
        item_link: item_link ?? null,
        img_link: img_link ?? null,
        source_id: source ? await findOrCreateName(db, 'price_source', product.workspace_id, source) : null,
        grade_company_id: grade_company ? await findOrCreateName(db, 'grade_company', product.workspace_id, grade_company) : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return readOne(db, priceView, row.id);
  });

  route(app, 'DELETE /product/v2/price/{id}/', async ({ params, db, scope }) => {
    const price = await scope.findRow('price', params.id, { entityName: 'Price', lock: true });
    await db.deleteFrom('price').where('id', '=', price.id).execute();
    return undefined;
  });
}

/** Returns the id of a price source or grading company by its name, and adds the name to the workspace if it is new. */
async function findOrCreateName(
  trx: Db,
  table: 'price_source' | 'grade_company',
  workspaceId: string,
  name: string,
): Promise<number> {
  await trx
    .insertInto(table)
    .values({ workspace_id: workspaceId, name })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { id } = await trx
    .selectFrom(table)
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return id;
}
