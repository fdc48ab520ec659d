import type { FastifyInstance } from 'fastify';
import type { Scope } from '../../access/scope';
import { readUndo, signUndo } from '../../csv/undo';
import { route } from '../../http/route';
import { listWorkspace } from '../../rows/workspace';
import { applyPrices, undoPrices } from './apply-prices';
import { applyProducts, undoProducts } from './apply-products';
import { writePrices, writeProducts } from './export';
import { planPrices } from './prices';
import { planProducts } from './products';

/** Products and prices as CSV: out in parts, in by one call, and back again where nothing was changed since. */
export function productCsvRoutes(app: FastifyInstance): void {
  route(app, 'GET /product/v2/product/csv', async ({ query, db, scope }) =>
    writeProducts(db, await workspaceOf(scope, query.product_collection), query),
  );
  route(app, 'GET /product/v2/price/csv', async ({ query, db, scope }) =>
    writePrices(db, await workspaceOf(scope, query.product_collection), query),
  );

  route(app, 'POST /product/v2/product/csv', async ({ body, db, scope }) => {
    const { id } = scope.workspace();
    const how = { isLocked: !body.dry_run, isMaking: body.make_missing };
    const { plan, changes, missing } = await planProducts(db, id, body.csv, how);
    if (body.dry_run || plan.errors.length > 0) return plan;
    return { ...plan, applied: true, undo: signUndo(app, 'products', id, await applyProducts(db, id, changes, missing)) };
  });
  route(app, 'POST /product/v2/price/csv', async ({ body, db, scope }) => {
    const { id } = scope.workspace();
    const { plan, changes } = await planPrices(db, id, body.csv, !body.dry_run);
    if (body.dry_run || plan.errors.length > 0) return plan;
    return { ...plan, applied: true, undo: signUndo(app, 'prices', id, await applyPrices(db, id, changes)) };
  });

  route(app, 'POST /product/v2/product/csv-undo', ({ body, db, scope }) => {
    const { id } = scope.workspace();
    return undoProducts(db, id, readUndo(app, 'products', id, body.undo));
  });
  route(app, 'POST /product/v2/price/csv-undo', ({ body, db, scope }) => {
    const { id } = scope.workspace();
    return undoPrices(db, id, readUndo(app, 'prices', id, body.undo));
  });
}

const workspaceOf = (scope: Scope, collection: number | undefined) =>
  listWorkspace(scope, [{ table: 'product_collection', ids: [collection], field: 'product_collection', what: 'Collection' }]);
