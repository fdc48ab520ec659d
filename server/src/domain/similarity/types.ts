import type { SimilarityType } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { toLimitOffset } from '../../platform/http/route/links';
import { route } from '../../platform/http/route/route';
import { requireCurrentVersion, omitUndefined } from '../../data-access/rows/partial-update';
import { containsText, readOne, readPage, type View } from '../../data-access/rows/view';
import { resolveListWorkspace } from '../../data-access/rows/references';

const TYPE = '/similarity/training/v2/type/{id}';
const entityName = 'Type';

const view: View<SimilarityType> = {
  from: sql`similarity_type y`,
  id: sql`y.id`,
  columns: sql<SimilarityType>`y.id, y.workspace_id as workspace, y.name, y.version,
    (select count(*)::int from similarity_group g where g.type_id = y.id) as groups_count`,
};

/** Binds the routes of group types. */
export function bindTypeRoutes(app: FastifyInstance): void {
  route(app, 'GET /similarity/training/v2/type/', async ({ query, db, scope, page }) => {
    const workspaceId = await resolveListWorkspace(scope, [
      { table: 'similarity_task', ids: [query.task], field: 'task', entityName: 'Task' },
    ]);
    const where = [sql`y.workspace_id = ${workspaceId}`];
    if (query.search) where.push(sql`${containsText('y.name', query.search)}`);
    if (query.task)
      where.push(sql`exists (select 1 from similarity_task_type t where t.type_id = y.id and t.task_id = ${query.task})`);
    const { count, rows } = await readPage(db, view, { where, order: sql`lower(y.name), y.id`, ...toLimitOffset(query) });
    return page(count, rows);
  });

  route(app, 'POST /similarity/training/v2/type/', async ({ body, db, scope }) => {
    const type = await db
      .insertInto('similarity_type')
      .values({ workspace_id: scope.resolveWorkspace().id, name: body.name })
      .returning('id')
      .executeTakeFirstOrThrow();
    return readOne(db, view, type.id);
  });

  route(app, `GET ${TYPE}`, async ({ params, db, scope }) => {
    const type = await scope.findRow('similarity_type', params.id, { entityName });
    return readOne(db, view, type.id);
  });

  route(app, `PUT ${TYPE}`, async ({ params, body, db, scope }) => {
    const type = await scope.findRow('similarity_type', params.id, { entityName, lock: true });
    await requireCurrentVersion(body.version, type, () => readOne(db, view, type.id));
    await db
      .updateTable('similarity_type')
      .set({ ...omitUndefined({ name: body.name }), version: sql`version + 1` })
      .where('id', '=', type.id)
      .execute();
    return readOne(db, view, type.id);
  });

  route(app, `DELETE ${TYPE}`, async ({ params, db, scope }) => {
    const type = await scope.findRow('similarity_type', params.id, { entityName, lock: true });
    await db.deleteFrom('similarity_type').where('id', '=', type.id).execute();
    return undefined;
  });
}
