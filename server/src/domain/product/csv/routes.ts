import type { FastifyInstance } from 'fastify';
import { canApply, planImport } from '../../../data-access/csv/plan-import';
import { route } from '../../../platform/http/route/route';
import { resolveListWorkspace } from '../../../data-access/rows/references';
import { listProductReferences } from '../products/filter';
import { applyPrices } from './apply-prices';
import { applyProducts } from './apply-products';
import { exportPrices, exportProducts } from './export';
import { planPrices, readPriceCsv } from './prices';
import { planProducts, readProductCsv } from './products';

/** Binds the routes for CSV export (in chunks) and import of products and prices. */
export function bindProductCsvRoutes(app: FastifyInstance): void {
  route(app, 'GET /product/v2/product/csv', async ({ query, db, scope }) =>
    exportProducts(db, await resolveListWorkspace(scope, listProductReferences(query)), query),
  );
  route(app, 'GET /product/v2/price/csv', async ({ query, db, scope }) =>
    exportPrices(db, await resolveListWorkspace(scope, listProductReferences(query)), query),
  );

  route(app, 'POST /product/v2/product/csv', { largeBody: true }, async ({ body, db, scope }) => {
    const { id } = scope.resolveWorkspace();
    const options = { lockRows: !body.dry_run, createMissing: body.make_missing };
    const plannedImport = await planImport(readProductCsv(body.csv), body.skip_invalid, (csv) =>
      planProducts(db, id, csv, options),
    );
    const { plan, changes, missing } = plannedImport;
    if (body.dry_run || !canApply(plannedImport, body.skip_invalid)) return plan;
    await applyProducts(db, id, changes, missing);
    return { ...plan, applied: true };
  });
  route(app, 'POST /product/v2/price/csv', { largeBody: true }, async ({ body, db, scope }) => {
    const { id } = scope.resolveWorkspace();
    const plannedImport = await planImport(readPriceCsv(body.csv), body.skip_invalid, (csv) =>
      planPrices(db, id, csv, !body.dry_run),
    );
    const { plan, changes } = plannedImport;
    if (body.dry_run || !canApply(plannedImport, body.skip_invalid)) return plan;
    await applyPrices(db, id, changes);
    return { ...plan, applied: true };
  });
}
