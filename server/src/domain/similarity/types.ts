import type { SimilarityType } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { route } from '../../platform/http/route/route';
import { Resource } from '../../data-access/rows/resource';
import type { RowView } from '../../data-access/rows/view';
import { resolveListWorkspace } from '../../data-access/rows/references';

const TYPE = '/similarity/training/v2/type/{id}';

const typeView: RowView<SimilarityType> = {
  from: sql`similarity_type y`,
  id: sql`y.id`,
  columns: sql<SimilarityType>`y.id, y.workspace_id as workspace, y.name, y.version,
    (select count(*)::int from similarity_group g where g.type_id = y.id) as groups_count`,
};

const types = new Resource({ table: 'similarity_type', entityName: 'Type', view: typeView, alias: 'y' });

/** Binds the routes of group types. */
export function bindTypeRoutes(app: FastifyInstance): void {
  route(app, 'GET /similarity/training/v2/type/', async (call) => {
    const { query, scope } = call;
    const workspaceId = await resolveListWorkspace(scope, [
      { table: 'similarity_task', ids: [query.task], field: 'task', entityName: 'Task' },
    ]);
    const isInTask = sql`exists (select 1 from similarity_task_type t where t.type_id = y.id and t.task_id = ${query.task})`;
    return types.list(call, workspaceId, query.task ? [isInTask] : []);
  });

  route(app, 'POST /similarity/training/v2/type/', (call) => types.create(call, { name: call.body.name }));
  route(app, `GET ${TYPE}`, (call) => types.read(call));
  route(app, `PUT ${TYPE}`, (call) => types.update(call, { name: call.body.name }));

  route(app, `DELETE ${TYPE}`, async ({ params, db, scope }) => {
    const type = await types.lock({ params, scope });
    await db.deleteFrom('similarity_type').where('id', '=', type.id).execute();
    return undefined;
  });
}
