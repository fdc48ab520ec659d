import type { FastifyInstance } from 'fastify';
import type { Scope } from '../../../platform/access/scope';
import { verifyUndoToken, signUndoTokens } from '../../../data-access/csv/undo';
import { route } from '../../../platform/http/route/route';
import { resolveListWorkspace } from '../../../data-access/rows/references';
import { applyPrices, undoPrices } from './apply-prices';
import { applyProducts, undoProducts } from './apply-products';
import { exportPrices, exportProducts } from './export';
import { planPrices } from './prices';
import { planProducts } from './products';

/** Binds the routes for CSV export (in chunks) and import of products and prices, and for undoing an import. */
export function bindProductCsvRoutes(app: FastifyInstance): void {
  route(app, 'GET /product/v2/product/csv', async ({ query, db, scope }) =>
    exportProducts(db, await getWorkspaceId(scope, query.product_collection), query),
  );
  route(app, 'GET /product/v2/price/csv', async ({ query, db, scope }) =>
    exportPrices(db, await getWorkspaceId(scope, query.product_collection), query),
  );

  route(app, 'POST /product/v2/product/csv', { largeBody: true }, async ({ body, db, scope }) => {
    const { id } = scope.resolveWorkspace();
    const options = { lockRows: !body.dry_run, createMissing: body.make_missing };
    const { plan, changes, missing } = await planProducts(db, id, body.csv, options);
    if (body.dry_run || plan.errors.length > 0) return plan;
    return { ...plan, applied: true, undo: signUndoTokens(app, 'products', id, await applyProducts(db, id, changes, missing)) };
  });
  route(app, 'POST /product/v2/price/csv', { largeBody: true }, async ({ body, db, scope }) => {
    const { id } = scope.resolveWorkspace();
    const { plan, changes } = await planPrices(db, id, body.csv, !body.dry_run);
    if (body.dry_run || plan.errors.length > 0) return plan;
    return { ...plan, applied: true, undo: signUndoTokens(app, 'prices', id, await applyPrices(db, id, changes)) };
  });

  route(app, 'POST /product/v2/product/csv-undo', { largeBody: true }, ({ body, db, scope }) => {
    const { id } = scope.resolveWorkspace();
    return undoProducts(db, id, verifyUndoToken(app, 'products', id, body.undo));
  });
  route(app, 'POST /product/v2/price/csv-undo', { largeBody: true }, ({ body, db, scope }) => {
    const { id } = scope.resolveWorkspace();
    return undoPrices(db, id, verifyUndoToken(app, 'prices', id, body.undo));
  });
}

const getWorkspaceId = (scope: Scope, collection: number | undefined) =>
  resolveListWorkspace(scope, [
    { table: 'product_collection', ids: [collection], field: 'product_collection', entityName: 'Collection' },
  ]);
