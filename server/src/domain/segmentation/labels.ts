import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { route } from '../../platform/http/route/route';
import { toJsonb } from '../../data-access/rows/partial-update';
import { Resource } from '../../data-access/rows/resource';
import { resolveListWorkspace } from '../../data-access/rows/references';
import { requireFreeKey } from '../training/label-keys';
import { segmentationLabelView } from './queries';

const LABEL = '/segmentation/v2/label/{id}';
const labels = new Resource({ table: 'segmentation_label', entityName: 'Label', view: segmentationLabelView, alias: 'l' });

/** Binds the routes of segmentation labels. */
export function bindLabelRoutes(app: FastifyInstance): void {
  route(app, 'GET /segmentation/v2/label/', async (call) => {
    const { query, scope } = call;
    const workspaceId = await resolveListWorkspace(scope, [
      { table: 'segmentation_task', ids: [query.task], field: 'task', entityName: 'Task' },
    ]);
    const isInTask = sql`exists (select 1 from segmentation_task_label t where t.label_id = l.id and t.task_id = ${query.task})`;
    return labels.list(call, workspaceId, query.task ? [isInTask] : []);
  });

  route(app, 'POST /segmentation/v2/label/', async (call) => {
    const { name, color, key, attributes } = call.body;
    await requireFreeKey(call.db, 'segmentation_label', { workspaceId: call.scope.resolveWorkspace().id, key });
    return labels.create(call, { name, color, key, attributes: toJsonb(attributes) });
  });
  route(app, `GET ${LABEL}`, (call) => labels.read(call));
  route(app, `PUT ${LABEL}`, async (call) => {
    const { name, color, key, attributes } = call.body;
    const label = await labels.lock(call);
    await requireFreeKey(call.db, 'segmentation_label', { workspaceId: label.workspace_id, key, labelId: label.id });
    return labels.update(call, { name, color, key, attributes: toJsonb(attributes) });
  });

  route(app, `DELETE ${LABEL}`, async ({ params, db, scope }) => {
    const label = await labels.lock({ params, scope });
    await db.deleteFrom('segmentation_label').where('id', '=', label.id).execute();
    return undefined;
  });
}
