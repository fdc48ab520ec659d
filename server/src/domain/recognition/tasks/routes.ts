import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { badField } from '../../../platform/errors';
import { toLimitOffset } from '../../../platform/http/route/links';
import { route } from '../../../platform/http/route/route';
import { deleteModels } from '../../../ml/models/delete-models';
import { requireCurrentVersion, omitUndefined } from '../../../data-access/rows/partial-update';
import { containsText, readOne, readPage } from '../../../data-access/rows/view';
import { findReferencedRow } from '../../../data-access/rows/references';
import { attachLabel, detachLabel } from '../labels/write';
import { messages } from './messages';
import { recognitionTaskView as view } from './queries';
import { createTask, deleteTask } from './write';

const TASK = '/recognition/v2/task/{id}';
const entityName = 'Task';

/** Binds the routes of recognition tasks and their labels. */
export function bindTaskRoutes(app: FastifyInstance): void {
  route(app, 'GET /recognition/v2/task/', async ({ query, db, scope, page }) => {
    const where = [sql`t.workspace_id = ${scope.resolveWorkspace().id}`];
    if (query.search) where.push(sql`${containsText('t.name', query.search)}`);
    if (query.type) where.push(sql`t.type = ${query.type}`);
    const { count, rows } = await readPage(db, view, { where, order: sql`lower(t.name), t.id`, ...toLimitOffset(query) });
    return page(count, rows);
  });

  route(app, 'POST /recognition/v2/task/', async ({ body, db, scope }) => {
    const { name, description, type } = body;
    const id = await createTask(db, { workspace_id: scope.resolveWorkspace().id, name, description, type });
    return readOne(db, view, id);
  });

  route(app, `GET ${TASK}`, async ({ params, db, scope }) => {
    const task = await scope.findRow('recognition_task', params.id, { entityName });
    return readOne(db, view, task.id);
  });

  route(app, `PUT ${TASK}`, async ({ params, body, db, scope }) => {
    const task = await scope.findRow('recognition_task', params.id, { entityName, lock: true });
    await requireCurrentVersion(body.version, task, () => readOne(db, view, task.id));
    const { name, description, production_version } = body;
    await db
      .updateTable('recognition_task')
      .set({ ...omitUndefined({ name, description, production_version }), version: sql`version + 1` })
      .where('id', '=', task.id)
      .execute();
    return readOne(db, view, task.id);
  });

  route(app, `DELETE ${TASK}`, async ({ params, db, scope, afterCommit }) => {
    const task = await scope.findRow('recognition_task', params.id, { entityName, lock: true });
    afterCommit(await deleteModels(db, 'recognition', task.id, app.deps));
    await deleteTask(db, task);
    return undefined;
  });

  route(app, `POST ${TASK}/add-label`, async ({ params, body, db, scope }) => {
    const task = await scope.findRow('recognition_task', params.id, { entityName });
    const label = await findReferencedRow(scope, 'recognition_label', body.label_id, task.workspace_id, {
      field: 'label_id',
      entityName: 'Label',
    });
    if (label.negative_for_task !== null && label.negative_for_task !== task.id)
      throw badField('label_id', messages.belongsToOtherTask);
    await attachLabel(db, task, label.id);
    return readOne(db, view, task.id);
  });

  route(app, `POST ${TASK}/remove-label`, async ({ params, body, db, scope }) => {
    const task = await scope.findRow('recognition_task', params.id, { entityName });
    const label = await findReferencedRow(scope, 'recognition_label', body.label_id, task.workspace_id, {
      field: 'label_id',
      entityName: 'Label',
    });
    await detachLabel(db, task.id, label, 'label_id');
    return readOne(db, view, task.id);
  });
}
