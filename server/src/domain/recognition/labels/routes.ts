import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Handler } from '../../../platform/http/route/handler';
import { route } from '../../../platform/http/route/route';
import { omitUndefined } from '../../../data-access/rows/partial-update';
import { Resource } from '../../../data-access/rows/resource';
import { findReferencedRow, resolveListWorkspace } from '../../../data-access/rows/references';
import { requireFreeKey } from '../../training/label-keys';
import { computeValueHistogram } from './histogram';
import { recognitionLabelView } from './queries';
import { attachLabel, requireValidValueFields, deleteLabel, detachLabel } from './write';

const LABEL = '/recognition/v2/label/{id}';
const entityName = 'Label';
const labels = new Resource({ table: 'recognition_label', entityName, view: recognitionLabelView, alias: 'l' });

/** Binds the routes of recognition labels: lists with counts, editing, tasks, and the histogram of values. */
export function bindLabelRoutes(app: FastifyInstance): void {
  route(app, 'GET /recognition/v2/label/', async (call) => {
    const { query, scope } = call;
    const workspaceId = await resolveListWorkspace(scope, [
      { table: 'recognition_task', ids: [query.task], field: 'task', entityName: 'Task' },
    ]);
    const conditions = [];
    if (query.type) conditions.push(sql`l.type = ${query.type}`);
    if (query.task)
      conditions.push(sql`exists (select 1 from recognition_task_label t where t.label_id = l.id and t.task_id = ${query.task})`);
    return labels.list(call, workspaceId, conditions);
  });

  route(app, 'POST /recognition/v2/label/', async ({ body, db, scope }) => {
    const { task: taskId, workspace: _, ...fields } = body;
    const task = taskId ? await scope.findRow('recognition_task', taskId, { entityName: 'Task' }) : null;
    const workspaceId = task?.workspace_id ?? scope.resolveWorkspace().id;
    requireValidValueFields(body.type, body);
    await requireFreeKey(db, 'recognition_label', { workspaceId, key: body.key });
    const label = await db
      .insertInto('recognition_label')
      .values({ ...fields, workspace_id: workspaceId })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (task) await attachLabel(db, task, label.id);
    return labels.view(db, label.id);
  });

  route(app, `GET ${LABEL}`, (call) => labels.read(call));
  route(app, `PUT ${LABEL}`, async (call) => {
    const { version: _version, workspace: _workspace, ...fields } = call.body;
    const { id: labelId, workspace_id: workspaceId } = await labels.lock(call);
    await requireFreeKey(call.db, 'recognition_label', { workspaceId, key: fields.key, labelId });
    return labels.update(call, fields, (label) => requireValidValueFields(label.type, { ...label, ...omitUndefined(fields) }));
  });

  const removeLabelFromAll: Handler<`DELETE ${typeof LABEL}`> = async ({ params, db, scope }) => {
    await deleteLabel(db, await labels.lock({ params, scope }));
    return undefined;
  };
  route(app, `DELETE ${LABEL}`, removeLabelFromAll);
  route(app, `DELETE ${LABEL}/wipe`, removeLabelFromAll);

  route(app, `POST ${LABEL}/add-task`, async ({ params, body, db, scope }) => {
    const label = await labels.find({ params, scope });
    const task = await findReferencedRow(scope, 'recognition_task', body.task_id, label.workspace_id, {
      field: 'task_id',
      entityName: 'Task',
    });
    await attachLabel(db, task, label.id);
    return {};
  });

  route(app, `POST ${LABEL}/remove-task`, async ({ params, body, db, scope }) => {
    const label = await labels.find({ params, scope });
    const task = await findReferencedRow(scope, 'recognition_task', body.task_id, label.workspace_id, {
      field: 'task_id',
      entityName: 'Task',
    });
    await detachLabel(db, task.id, label, 'task_id');
    return {};
  });

  route(app, `POST ${LABEL}/get-histogram`, async ({ params, body, db, scope }) => {
    const label = await labels.find({ params, scope });
    const singleId = body?.label_id ? [body.label_id] : [];
    await scope.requireSameWorkspace('recognition_label', singleId, label.workspace_id, { field: 'label_id', entityName });
    const labelIds = body?.label_ids ?? [];
    await scope.requireSameWorkspace('recognition_label', labelIds, label.workspace_id, { field: 'label_ids', entityName });
    return computeValueHistogram(db, label, body?.bin_size, [...singleId, ...labelIds]);
  });
}
