import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { route } from '../../../platform/http/route/route';
import { toJsonb } from '../../../data-access/rows/partial-update';
import { Resource } from '../../../data-access/rows/resource';
import { resolveListWorkspace } from '../../../data-access/rows/references';
import { deleteFilesAfterCommit } from '../../../data-access/shapes/write-shape';
import { requireFreeKey } from '../../training/label-keys';
import { detectionLabelView } from './queries';
import { requireSameNumberOfPoints } from './skeleton-template';
import { attachTask, deleteLabel, detachTask, findLabelTask } from './write';

const LABEL = '/detection/v2/label/{id}';
const labels = new Resource({ table: 'detection_label', entityName: 'Label', view: detectionLabelView, alias: 'l' });

/** Formats a value for a jsonb column. Null clears the column; undefined leaves the column unchanged. */
const toJsonOrNull = (value: unknown) => (value === undefined ? undefined : value === null ? null : JSON.stringify(value));

/** Binds the routes of detection labels and their tasks. */
export function bindLabelRoutes(app: FastifyInstance): void {
  route(app, 'GET /detection/v2/label/', async (call) => {
    const { query, scope } = call;
    const workspaceId = await resolveListWorkspace(scope, [
      { table: 'detection_task', ids: [query.task], field: 'task', entityName: 'Task' },
    ]);
    const isInTask = sql`exists (select 1 from detection_task_label t where t.label_id = l.id and t.task_id = ${query.task})`;
    return labels.list(call, workspaceId, query.task ? [isInTask] : []);
  });

  route(app, 'POST /detection/v2/label/', async (call) => {
    const { name, color, key, skeleton, attributes } = call.body;
    await requireFreeKey(call.db, 'detection_label', { workspaceId: call.scope.resolveWorkspace().id, key });
    return labels.create(call, { name, color, key, skeleton: toJsonOrNull(skeleton), attributes: toJsonb(attributes) });
  });
  route(app, `GET ${LABEL}`, (call) => labels.read(call));
  route(app, `PUT ${LABEL}`, async (call) => {
    const { name, color, key, skeleton, attributes } = call.body;
    const label = await labels.lock(call);
    await requireFreeKey(call.db, 'detection_label', { workspaceId: label.workspace_id, key, labelId: label.id });
    if (skeleton !== undefined) await requireSameNumberOfPoints(call.db, label.id, skeleton);
    return labels.update(call, { name, color, key, skeleton: toJsonOrNull(skeleton), attributes: toJsonb(attributes) });
  });

  route(app, `DELETE ${LABEL}`, async ({ params, db, scope, files, afterCommit }) => {
    const orphanedFiles = await deleteLabel(db, await labels.lock({ params, scope }));
    deleteFilesAfterCommit({ files, afterCommit }, orphanedFiles);
    return undefined;
  });

  route(app, `POST ${LABEL}/add-task`, async ({ params, body, db, scope }) => {
    const label = await labels.find({ params, scope });
    await attachTask(db, label, await findLabelTask(scope, label, body.task_id));
    return {};
  });

  route(app, `POST ${LABEL}/remove-task`, async ({ params, body, db, scope }) => {
    const label = await labels.find({ params, scope });
    await detachTask(db, label, await findLabelTask(scope, label, body.task_id));
    return {};
  });
}
