import type { ProductSet, SetOrdering } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import { createFieldError } from '../../../platform/errors';
import { toLimitOffset } from '../../../platform/http/route/links';
import { route } from '../../../platform/http/route/route';
import type { Scope } from '../../../platform/access/scope';
import { toJsonb, requireCurrentVersion, requireEditedName, omitUndefined } from '../../../data-access/rows/partial-update';
import { toIsoTimestamp, containsText, equalsId, readOne, readPage, type RowView } from '../../../data-access/rows/view';
import { resolveListWorkspace, type ReferencedRows } from '../../../data-access/rows/references';
import { messages } from './messages';

const SET = '/product/v2/set/{id}';
const entityName = 'Set';

const setView: RowView<ProductSet> = {
  from: sql`product_set s left join product_set a on a.id = s.parent_id`,
  id: sql`s.id`,
  columns: sql<ProductSet>`
    s.id, s.workspace_id as workspace, s.name, s.year, s.collection_id as product_collection, s.parent_id as parent, a.name as parent_name,
    s.completed, s.meta_data, ${toIsoTimestamp('s.created')} as created, s.version,
    (select count(*)::int from product p where p.product_set_id = s.id) as products_count,
    (select count(*)::int from product p where p.product_set_id = s.id and p.verified) as verified_count`,
};

/** Binds the routes of product sets, which may be nested. */
export function bindSetRoutes(app: FastifyInstance): void {
  route(app, 'GET /product/v2/set/', async ({ query, db, scope, page }) => {
    const parent = query.parent_set === 'null' ? null : query.parent_set;
    const workspaceId = await resolveListWorkspace(
      scope,
      listSetReferences({ product_collection: query.product_collection, parent }, 'parent_set'),
    );
    const where = [sql`s.workspace_id = ${workspaceId}`];
    if (query.search) where.push(sql`${containsText('s.name', query.search)}`);
    if (query.find) where.push(sql`(${containsText('s.name', query.find)} or ${equalsId('s.id', query.find)})`);
    if (query.product_collection !== undefined) where.push(sql`s.collection_id = ${query.product_collection}`);
    if (query.completed !== undefined) where.push(sql`s.completed = ${query.completed}`);
    if (parent !== undefined) where.push(parent === null ? sql`s.parent_id is null` : sql`s.parent_id = ${parent}`);
    const { count, rows } = await readPage(db, setView, { where, order: toSetOrder(query.ordering), ...toLimitOffset(query) });
    return page(count, rows);
  });

  route(app, 'POST /product/v2/set/', async ({ body, db, scope }) => {
    const workspaceId = await resolveListWorkspace(scope, listSetReferences(body));
    const productSet = await db
      .insertInto('product_set')
      .values({
        workspace_id: workspaceId,
        name: body.name,
        year: body.year ?? null,
        collection_id: body.product_collection ?? null,
        parent_id: body.parent ?? null,
        ...omitUndefined({ meta_data: toJsonb(body.meta_data) }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return readOne(db, setView, productSet.id);
  });

  route(app, `GET ${SET}/`, async ({ params, db, scope }) => {
    const productSet = await scope.findRow('product_set', params.id, { entityName });
    return readOne(db, setView, productSet.id);
  });

  route(app, `PUT ${SET}/`, ({ params, body, db, scope }) => editSet(db, scope, params.id, body));
  route(app, `PATCH ${SET}/`, ({ params, body, db, scope }) => editSet(db, scope, params.id, body));
  route(app, `POST ${SET}/complete`, ({ params, db, scope }) => editSet(db, scope, params.id, { completed: true }));
  route(app, `POST ${SET}/uncomplete`, ({ params, db, scope }) => editSet(db, scope, params.id, { completed: false }));

  route(app, `DELETE ${SET}/`, async ({ params, db, scope }) => {
    const productSet = await scope.findRow('product_set', params.id, { entityName, lock: true });
    await db.deleteFrom('product_set').where('id', '=', productSet.id).execute();
    return undefined;
  });
}

function toSetOrder(ordering: SetOrdering = 'name'): RawBuilder<unknown> {
  const column = ordering.endsWith('name') ? sql`lower(s.name)` : sql`s.created`;
  const direction = ordering.startsWith('-') ? sql`desc` : sql`asc`;
  return sql`${column} ${direction}, s.id ${direction}`;
}

interface SetLocation {
  product_collection?: number | null;
  parent?: string | null;
}

interface SetEdit extends SetLocation {
  name?: string;
  year?: number | null;
  completed?: boolean;
  meta_data?: unknown;
  version?: number;
}

async function editSet(trx: Db, scope: Scope, id: string, edit: SetEdit): Promise<ProductSet> {
  const setBeforeLock = await scope.findRow('product_set', id, { entityName });
  if (edit.parent) await lockSetTree(trx, setBeforeLock.workspace_id);
  const productSet = await scope.findRow('product_set', id, { entityName, lock: true });
  for (const { table, ids, field, entityName: referencedName } of listSetReferences(edit)) {
    await scope.requireSameWorkspace(
      table,
      ids.filter((rowId) => rowId !== undefined),
      productSet.workspace_id,
      { field, entityName: referencedName },
    );
  }
  await requireCurrentVersion(edit.version, productSet, () => readOne(trx, setView, id));
  requireEditedName(productSet, edit.name);
  if (edit.parent && (await isAncestor(trx, id, edit.parent))) throw createFieldError('parent', messages.ancestorOfItself);
  await trx
    .updateTable('product_set')
    .set({
      ...omitUndefined({
        name: edit.name,
        year: edit.year,
        collection_id: edit.product_collection,
        parent_id: edit.parent,
        completed: edit.completed,
        meta_data: toJsonb(edit.meta_data),
      }),
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute();
  return readOne(trx, setView, id);
}

/** Locks the set tree of a workspace. Otherwise two users could move two sets into each other at the same time. */
async function lockSetTree(trx: Db, workspaceId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`set tree ${workspaceId}`}, 0))`.execute(trx);
}

/** Whether the set is `descendantId` itself or one of its ancestors. */
async function isAncestor(trx: Db, id: string, descendantId: string): Promise<boolean> {
  const { rows } = await sql<{ above: boolean }>`
    with recursive line as (
      select id, parent_id from product_set where id = ${descendantId}
      union select s.id, s.parent_id from line l join product_set s on s.id = l.parent_id)
    select exists (select 1 from line where id = ${id}) as above`.execute(trx);
  return rows[0]?.above === true;
}

function listSetReferences({ product_collection, parent }: SetLocation, parentField = 'parent'): ReferencedRows[] {
  return [
    {
      table: 'product_collection',
      ids: [product_collection ?? undefined],
      field: 'product_collection',
      entityName: 'Collection',
    },
    { table: 'product_set', ids: [parent ?? undefined], field: parentField, entityName },
  ];
}
