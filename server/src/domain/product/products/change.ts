import type { ProductChange, ProductChanges } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Scope } from '../../../platform/access/scope';
import type { Db } from '../../../platform/database/connection';
import { getChangeAudit } from '../../../platform/http/route/record-call';
import { route } from '../../../platform/http/route/route';
import { findListedRows, lockBatch, type BatchRequest } from '../../../data-access/rows/bulk-locks';
import { resolveListWorkspace } from '../../../data-access/rows/references';
import { messages } from './messages';
import { listProductReferences, toProductConditions, type ProductFilters } from './filter';

const entityName = 'Product';

/** Binds the bulk change of products. It returns the changed products. */
export function bindChangeRoute(app: FastifyInstance): void {
  route(
    app,
    'POST /product/v2/product/change',
    { audit: getChangeAudit },
    async ({ body, db, scope, reportChangedIds }): Promise<ProductChanges> => {
      const { change, products = [], filter, product_set: productSet = null, skip_gone: skipsMissing = false } = body;
      const listedRows = { table: 'product', ids: products, skipsMissing, field: 'products', entityName } as const;
      const lockedProducts: LockedProducts = filter
        ? await lockByFilter(db, scope, filter, body)
        : await findListedRows(db, scope, listedRows, { lock: true });
      const changedIds = await changeProducts(db, scope, lockedProducts, change, productSet);
      reportChangedIds(new Map([[lockedProducts.workspaceId, changedIds]]));
      return { changed: changedIds, next: lockedProducts.next };
    },
  );
}

interface LockedProducts {
  workspaceId: string;
  ids: string[];
  /** For filters: the id to continue after; null if there are no more. */
  next?: string | null;
}

async function changeProducts(
  trx: Db,
  scope: Scope,
  lockedProducts: LockedProducts,
  change: ProductChange,
  productSet: string | null,
): Promise<string[]> {
  if (change === 'set' || change === 'unset') return assignSet(trx, scope, lockedProducts, change === 'set' ? productSet : null);
  if (change !== 'delete') return setVerified(trx, lockedProducts.ids, change === 'verify');
  await sql`delete from product where id = any(${lockedProducts.ids}::uuid[])`.execute(trx);
  return lockedProducts.ids;
}

async function lockByFilter(trx: Db, scope: Scope, filter: ProductFilters, batch: BatchRequest): Promise<LockedProducts> {
  const workspaceId = await resolveListWorkspace(scope, listProductReferences(filter));
  const where = toProductConditions(workspaceId, filter);
  const query = { table: 'product', from: sql`product p`, id: sql`p.id`, where } as const;
  return { workspaceId, ...(await lockBatch(trx, query, batch, messages.tooManyMatches)) };
}

async function setVerified(trx: Db, ids: readonly string[], verified: boolean): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update product set verified = ${verified}, version = version + 1
    where id = any(${ids}::uuid[]) and verified <> ${verified} returning id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Assigns locked products to a set (null for none). Returns the ids of those that changed. */
async function assignSet(
  trx: Db,
  scope: Scope,
  { workspaceId, ids }: LockedProducts,
  productSet: string | null,
): Promise<string[]> {
  if (productSet !== null)
    await scope.requireSameWorkspace('product_set', [productSet], workspaceId, { field: 'product_set', entityName: 'Set' });
  const { rows } = await sql<{ id: string }>`
    update product set product_set_id = ${productSet}::uuid, version = version + 1
    where id = any(${ids}::uuid[]) and product_set_id is distinct from ${productSet}::uuid returning id`.execute(trx);
  return rows.map(({ id }) => id);
}
