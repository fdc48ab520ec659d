import type { ProductChange, ProductChanges, ProductSetAssignment } from '@console/shared-contract/api';
import { MAX_IDS_PER_CALL } from '@console/shared-contract/limits';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Scope } from '../../../platform/access/scope';
import type { Db } from '../../../platform/database/connection';
import { badField } from '../../../platform/errors';
import { getChangeAudit } from '../../../platform/http/route/record-call';
import { route } from '../../../platform/http/route/route';
import { findListed, lockBatch, type BatchRequest } from '../../../data-access/rows/bulk-locks';
import { moveToTrash, restoreFromTrash, restoreListed } from '../../../data-access/rows/trash';
import { resolveListWorkspace } from '../../../data-access/rows/references';
import { messages } from './messages';
import { listProductReferences, toProductConditions, type ProductFilters } from './filter';
import { productTrash } from './trash';

const entityName = 'Product';

/** Binds the bulk change of products. It returns the changed products, so that the client can undo the change. */
export function bindChangeRoute(app: FastifyInstance): void {
  route(
    app,
    'POST /product/v2/product/change',
    { audit: getChangeAudit },
    async ({ body, db, scope, user, reportChangedIds }): Promise<ProductChanges> => {
      const { change, products = [], filter, before = [], product_set: set = null, skip_gone: skipsMissing = false } = body;
      const listed = { table: 'product', ids: products, skipsMissing, field: 'products', entityName } as const;
      if (change === 'restore')
        return {
          changed: await restoreListed(db, scope, productTrash, listed, ({ ids }) => restoreFromTrash(db, productTrash, ids)),
          before: [],
        };
      if (change === 'put-back') return { changed: await restoreSets(db, scope, set, before, skipsMissing), before: [] };
      const locked: LockedProducts = filter
        ? await lockByFilter(db, scope, filter, body)
        : await findListed(db, scope, listed, { lock: true });
      const changes = await changeProducts(db, scope, locked, { change, set, userId: user.id });
      reportChangedIds(new Map([[locked.workspaceId, changes.changed]]));
      return { ...changes, next: locked.next };
    },
  );
}

interface LockedProducts {
  workspaceId: string;
  ids: string[];
  /** For filters: the id to continue after; null if there are no more. */
  next?: string | null;
}

interface Change {
  change: Exclude<ProductChange, 'restore' | 'put-back'>;
  set: string | null;
  userId: string;
}

async function changeProducts(
  trx: Db,
  scope: Scope,
  locked: LockedProducts,
  { change, set, userId }: Change,
): Promise<ProductChanges> {
  if (change === 'set' || change === 'unset') return assignSet(trx, scope, locked, change === 'set' ? set : null);
  if (change === 'delete') await moveToTrash(trx, productTrash, locked.ids, userId);
  return { changed: change === 'delete' ? locked.ids : await setVerified(trx, locked.ids, change === 'verify'), before: [] };
}

async function lockByFilter(trx: Db, scope: Scope, filter: ProductFilters, batch: BatchRequest): Promise<LockedProducts> {
  const workspaceId = await resolveListWorkspace(scope, listProductReferences(filter));
  const where = toProductConditions(workspaceId, filter);
  const query = { table: 'product', from: sql`product p`, id: sql`p.id`, where } as const;
  return { workspaceId, ...(await lockBatch(trx, query, batch, messages.tooMany)) };
}

async function setVerified(trx: Db, ids: readonly string[], verified: boolean): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update product set verified = ${verified}, version = version + 1
    where id = any(${ids}::uuid[]) and verified <> ${verified} returning id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Assigns locked products to a set (null for none). Returns those that changed, with their previous sets. */
async function assignSet(
  trx: Db,
  scope: Scope,
  { workspaceId, ids }: LockedProducts,
  set: string | null,
): Promise<ProductChanges> {
  if (set !== null)
    await scope.requireSameWorkspace('product_set', [set], workspaceId, { field: 'product_set', entityName: 'Set' });
  const { rows: before } = await sql<ProductSetAssignment>`
    select product_set_id as product_set, json_agg(id order by id) as products from product
    where id = any(${ids}::uuid[]) and product_set_id is distinct from ${set}::uuid
    group by product_set_id order by product_set_id`.execute(trx);
  const changedProducts = before.flatMap(({ products }) => products);
  await sql`
    update product set product_set_id = ${set}::uuid, version = version + 1 where id = any(${changedProducts}::uuid[])`.execute(
    trx,
  );
  return { changed: changedProducts, before };
}

/**
 * Moves products that are still in `set` back to their previous sets. Products that somebody has moved since stay where they
 * are, as do those whose previous set was deleted.
 */
async function restoreSets(
  trx: Db,
  scope: Scope,
  set: string | null,
  before: readonly ProductSetAssignment[],
  skipsMissing: boolean,
): Promise<string[]> {
  const ids = before.flatMap(({ products }) => products);
  if (ids.length > MAX_IDS_PER_CALL) throw badField('before', messages.tooMany(MAX_IDS_PER_CALL));
  const { workspaceId } = await findListed(
    trx,
    scope,
    { table: 'product', ids, skipsMissing, field: 'products', entityName },
    { lock: true },
  );
  const setIdsToLock = [set, ...before.map(({ product_set }) => product_set)].filter((id) => id !== null);
  const sets = await lockExistingSets(trx, scope, workspaceId, setIdsToLock);
  const validAssignments = before.filter(({ product_set: setId }) => setId === null || sets.has(setId));
  const setIds = validAssignments.flatMap(({ product_set, products }) => products.map(() => product_set));
  const { rows } = await sql<{ id: string }>`
    update product p set product_set_id = b.set_id, version = version + 1
    from unnest(${validAssignments.flatMap(({ products }) => products)}::uuid[], ${setIds}::uuid[]) as b(id, set_id)
    where p.id = b.id and p.product_set_id is not distinct from ${set}::uuid and p.product_set_id is distinct from b.set_id
    returning p.id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Locks the sets that still exist against deletion and returns their ids. Throws 400 or 404 for a set of another workspace. */
async function lockExistingSets(
  trx: Db,
  scope: Scope,
  workspaceId: string,
  setIdsToLock: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from product_set where id = any(${setIdsToLock}::uuid[]) order by id for key share`.execute(trx);
  const ids = rows.map(({ id }) => id);
  await scope.requireSameWorkspace('product_set', ids, workspaceId, { field: 'product_set', entityName: 'Set' });
  return new Set(ids);
}
