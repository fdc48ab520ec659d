import type { ProductChange, ProductChanges, ProductSetAssignment } from '@console/shared-contract/api';
import { MAX_IDS_PER_CALL } from '@console/shared-contract/limits';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Scope } from '../../access/scope';
import type { Db } from '../../database/connection';
import { badField, notFound } from '../../errors';
import { route } from '../../http/route';
import { lockExisting, lockBatch, type BatchRequest } from '../../rows/bulk-locks';
import { findDeleted, moveToTrash, restoreFromTrash } from '../../rows/trash';
import { resolveListWorkspace } from '../../rows/references';
import { messages } from './messages';
import { placeOf, productConditions, type ProductFilters } from './filter';
import { productTrash } from './trash';

const entityName = 'Product';

/** Changes many products in one way, and answers those that were changed: what an undo names. */
export function changeRoutes(app: FastifyInstance): void {
  route(app, 'POST /product/v2/product/change', async ({ body, db, scope, user }): Promise<ProductChanges> => {
    const { change, products = [], filter, before = [], product_set: set = null, skip_gone: skipGone = false } = body;
    const named = [...new Set(products)];
    if (change === 'restore') return { changed: await restore(db, scope, named, skipGone), before: [] };
    if (change === 'put-back') return { changed: await putBack(db, scope, set, before, skipGone), before: [] };
    const found = filter ? await lockProducts(db, scope, filter, body) : await lockNamed(db, scope, named, skipGone);
    return { ...(await changeProducts(db, scope, found, { change, set, userId: user.id })), next: found.next };
  });
}

interface Products {
  workspaceId: string;
  ids: string[];
  /** Of those that match: where the next part begins. */
  next?: string | null;
}

interface Change {
  change: Exclude<ProductChange, 'restore' | 'put-back'>;
  set: string | null;
  userId: string;
}

async function changeProducts(trx: Db, scope: Scope, found: Products, { change, set, userId }: Change): Promise<ProductChanges> {
  if (change === 'set' || change === 'unset') return putIntoSet(trx, scope, found, change === 'set' ? set : null);
  if (change === 'delete') await moveToTrash(trx, productTrash, found.ids, userId);
  return { changed: change === 'delete' ? found.ids : await verify(trx, found.ids, change === 'verify'), before: [] };
}

async function lockNamed(trx: Db, scope: Scope, asked: string[], skipGone: boolean): Promise<Products> {
  const ids = skipGone ? await lockExisting(trx, scope, 'product', asked) : asked;
  const [first] = ids;
  if (first === undefined) return { workspaceId: scope.resolveWorkspace().id, ids };
  const { workspace_id: workspaceId } = await scope.findRow('product', first, { entityName });
  await scope.findRows('product', ids, workspaceId, { field: 'products', entityName, lock: true });
  return { workspaceId, ids };
}

async function lockProducts(trx: Db, scope: Scope, filter: ProductFilters, parts: BatchRequest): Promise<Products> {
  const workspaceId = await resolveListWorkspace(scope, placeOf(filter));
  const where = productConditions(workspaceId, filter);
  const matching = { table: 'product', from: sql`product p`, id: sql`p.id`, where } as const;
  return { workspaceId, ...(await lockBatch(trx, matching, parts, messages.tooMany)) };
}

async function verify(trx: Db, ids: readonly string[], verified: boolean): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update product set verified = ${verified}, version = version + 1
    where id = any(${ids}::uuid[]) and verified <> ${verified} returning id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Puts locked products into a set, null for none, and answers which were elsewhere, and where. */
async function putIntoSet(trx: Db, scope: Scope, { workspaceId, ids }: Products, set: string | null): Promise<ProductChanges> {
  if (set !== null) await scope.requireSameWorkspace('product_set', [set], workspaceId, { field: 'product_set', entityName: 'Set' });
  const { rows: before } = await sql<ProductSetAssignment>`
    select product_set_id as product_set, json_agg(id order by id) as products from product
    where id = any(${ids}::uuid[]) and product_set_id is distinct from ${set}::uuid
    group by product_set_id order by product_set_id`.execute(trx);
  const changed = before.flatMap(({ products }) => products);
  await sql`
    update product set product_set_id = ${set}::uuid, version = version + 1 where id = any(${changed}::uuid[])`.execute(trx);
  return { changed, before };
}

/**
 * Puts products that are still in the set back where they were. What somebody has moved on meanwhile stays there, and so do
 * those whose set is gone.
 */
async function putBack(
  trx: Db,
  scope: Scope,
  set: string | null,
  before: readonly ProductSetAssignment[],
  skipGone: boolean,
): Promise<string[]> {
  const ids = before.flatMap(({ products }) => products);
  if (ids.length > MAX_IDS_PER_CALL) throw badField('before', messages.tooMany(MAX_IDS_PER_CALL));
  const { workspaceId } = await lockNamed(trx, scope, [...new Set(ids)], skipGone);
  const named = [set, ...before.map(({ product_set }) => product_set)].filter((id) => id !== null);
  const sets = await heldSets(trx, scope, workspaceId, named);
  const kept = before.filter(({ product_set: place }) => place === null || sets.has(place));
  const places = kept.flatMap(({ product_set, products }) => products.map(() => product_set));
  const { rows } = await sql<{ id: string }>`
    update product p set product_set_id = b.place, version = version + 1
    from unnest(${kept.flatMap(({ products }) => products)}::uuid[], ${places}::uuid[]) as b(id, place)
    where p.id = b.id and p.product_set_id is not distinct from ${set}::uuid and p.product_set_id is distinct from b.place
    returning p.id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Those of the named sets that are still there; none of them goes away before the transaction ends. Throws 404 for one of another workspace. */
async function heldSets(trx: Db, scope: Scope, workspaceId: string, named: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from product_set where id = any(${named}::uuid[]) order by id for key share`.execute(trx);
  const ids = rows.map(({ id }) => id);
  await scope.requireSameWorkspace('product_set', ids, workspaceId, { field: 'product_set', entityName: 'Set' });
  return new Set(ids);
}

async function restore(trx: Db, scope: Scope, ids: string[], skipGone: boolean): Promise<string[]> {
  if (ids.length === 0) {
    scope.resolveWorkspace();
    return [];
  }
  const reach = scope.toWriteScope();
  const deleted = await findDeleted(trx, productTrash, ids, reach.workspaceIds, skipGone);
  if (deleted === null && skipGone) return [];
  if (deleted === null) throw notFound(what);
  if (deleted === 'several') throw badField('products', messages.oneWorkspace);
  reach.requireWorkspace(deleted.workspaceId);
  await restoreFromTrash(trx, productTrash, deleted.ids);
  return deleted.ids;
}
