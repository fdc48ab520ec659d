import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { toLimitOffset } from '../../../platform/http/route/links';
import { route, type Handler } from '../../../platform/http/route/route';
import { requireCurrentVersion, omitUndefined } from '../../../data-access/rows/partial-update';
import { containsText, readOne, readPage } from '../../../data-access/rows/view';
import { findReferencedRow, resolveListWorkspace } from '../../../data-access/rows/references';
import { computeValueHistogram } from './histogram';
import { recognitionLabelView as view } from './queries';
import { attachLabel, requireValidValueFields, deleteLabel, detachLabel } from './write';

const LABEL = '/recognition/v2/label/{id}';
const entityName = 'Label';

/** Binds the routes of recognition labels: lists with counts, editing, tasks, and the histogram of values. */
export function bindLabelRoutes(app: FastifyInstance): void {
  route(app, 'GET /recognition/v2/label/', async ({ query, db, scope, page }) => {
    const workspaceId = await resolveListWorkspace(scope, [
      { table: 'recognition_task', ids: [query.task], field: 'task', entityName: 'Task' },
    ]);
    const where = [sql`l.workspace_id = ${workspaceId}`];
    if (query.search) where.push(sql`${containsText('l.name', query.search)}`);
    if (query.type) where.push(sql`l.type = ${query.type}`);
    if (query.task)
      where.push(sql`exists (select 1 from recognition_task_label t where t.label_id = l.id and t.task_id = ${query.task})`);
    const { count, rows } = await readPage(db, view, { where, order: sql`lower(l.name), l.id`, ...toLimitOffset(query) });
    return page(count, rows);
  });

  route(app, 'POST /recognition/v2/label/', async ({ body, db, scope }) => {
    const { task: taskId, workspace: _, ...fields } = body;
    const task = taskId ? await scope.findRow('recognition_task', taskId, { entityName: 'Task' }) : null;
    const workspaceId = task?.workspace_id ?? scope.resolveWorkspace().id;
    requireValidValueFields(body.type, body);
    const label = await db
      .insertInto('recognition_label')
      .values({ ...fields, workspace_id: workspaceId })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (task) await attachLabel(db, task, label.id);
    return readOne(db, view, label.id);
  });

  route(app, `GET ${LABEL}`, async ({ params, db, scope }) => {
    const label = await scope.findRow('recognition_label', params.id, { entityName });
    return readOne(db, view, label.id);
  });

  route(app, `PUT ${LABEL}`, async ({ params, body, db, scope }) => {
    const label = await scope.findRow('recognition_label', params.id, { entityName, lock: true });
    await requireCurrentVersion(body.version, label, () => readOne(db, view, label.id));
    const { version: _version, workspace: _workspace, ...fields } = body;
    requireValidValueFields(label.type, { ...label, ...omitUndefined(fields) });
    await db
      .updateTable('recognition_label')
      .set({ ...omitUndefined(fields), version: sql`version + 1` })
      .where('id', '=', label.id)
      .execute();
    return readOne(db, view, label.id);
  });

  const remove: Handler<`DELETE ${typeof LABEL}`> = async ({ params, db, scope }) => {
    await deleteLabel(db, await scope.findRow('recognition_label', params.id, { entityName, lock: true }));
    return undefined;
  };
  route(app, `DELETE ${LABEL}`, remove);
  route(app, `DELETE ${LABEL}/wipe`, remove);

  route(app, `POST ${LABEL}/add-task`, async ({ params, body, db, scope }) => {
    const label = await scope.findRow('recognition_label', params.id, { entityName });
    const task = await findReferencedRow(scope, 'recognition_task', body.task_id, label.workspace_id, {
      field: 'task_id',
      entityName: 'Task',
    });
    await attachLabel(db, task, label.id);
    return {};
  });

  route(app, `POST ${LABEL}/remove-task`, async ({ params, body, db, scope }) => {
    const label = await scope.findRow('recognition_label', params.id, { entityName });
    const task = await findReferencedRow(scope, 'recognition_task', body.task_id, label.workspace_id, {
      field: 'task_id',
      entityName: 'Task',
    });
    await detachLabel(db, task.id, label, 'task_id');
    return {};
  });

  route(app, `POST ${LABEL}/get-histogram`, async ({ params, body, db, scope }) => {
    const label = await scope.findRow('recognition_label', params.id, { entityName });
    const singleId = body?.label_id ? [body.label_id] : [];
    await scope.requireSameWorkspace('recognition_label', singleId, label.workspace_id, { field: 'label_id', entityName });
    const labelIds = body?.label_ids ?? [];
    await scope.requireSameWorkspace('recognition_label', labelIds, label.workspace_id, { field: 'label_ids', entityName });
    return computeValueHistogram(db, label, body?.bin_size, [...singleId, ...labelIds]);
  });
}
