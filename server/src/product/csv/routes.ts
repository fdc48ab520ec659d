import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route';
import { applyPrices, undoPrices } from './apply-prices';
import { applyProducts, undoProducts } from './apply-products';
import { writePrices, writeProducts } from './export';
import { planPrices } from './prices';
import { planProducts } from './products';

/** Products and prices as CSV: out in parts, in by one call, and back again where nothing was changed since. */
export function productCsvRoutes(app: FastifyInstance): void {
  route(app, 'GET /product/v2/product/csv', ({ query, db, scope }) => writeProducts(db, scope.workspace().id, query));
  route(app, 'GET /product/v2/price/csv', ({ query, db, scope }) => writePrices(db, scope.workspace().id, query));

  route(app, 'POST /product/v2/product/csv', async ({ body, db, scope }) => {
    const { id } = scope.workspace();
    const { plan, changes } = await planProducts(db, id, body.csv, !body.dry_run);
    if (body.dry_run || plan.errors.length > 0) return plan;
    return { ...plan, applied: true, undo: await applyProducts(db, id, changes) };
  });
  route(app, 'POST /product/v2/price/csv', async ({ body, db, scope }) => {
    const { id } = scope.workspace();
    const { plan, changes } = await planPrices(db, id, body.csv, !body.dry_run);
    if (body.dry_run || plan.errors.length > 0) return plan;
    return { ...plan, applied: true, undo: await applyPrices(db, id, changes) };
  });

  route(app, 'POST /product/v2/product/csv-undo', ({ body, db, scope }) => undoProducts(db, scope.workspace().id, body));
  route(app, 'POST /product/v2/price/csv-undo', ({ body, db, scope }) => undoPrices(db, scope.workspace().id, body));
}
