import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { toLimitOffset } from '../../../platform/http/route/links';
import { route } from '../../../platform/http/route/route';
import { deleteModels } from '../../../ml/models/delete-models';
import { toJsonb, requireCurrentVersion, omitUndefined } from '../../../data-access/rows/partial-update';
import { containsText, readOne, readPage } from '../../../data-access/rows/view';
import { findReferencedRow, resolveListWorkspace } from '../../../data-access/rows/references';
import { detectionTaskView as view } from './queries';
import { addNegativeImages, deleteTask, removeNegativeImages } from './write';

const TASK = '/detection/v2/task/{id}';
const entityName = 'Task';
const labelReference = { field: 'label_id', entityName: 'Label' };

/** Binds the routes of detection tasks, their labels and their negative images. */
export function bindTaskRoutes(app: FastifyInstance): void {
  route(app, 'GET /detection/v2/task/', async ({ query, db, scope, page }) => {
    const workspaceId = await resolveListWorkspace(scope, [
      { table: 'detection_task', ids: [query.task], field: 'task', entityName },
    ]);
    const where = [sql`t.workspace_id = ${workspaceId}`];
    if (query.search) where.push(sql`${containsText('t.name', query.search)}`);
    if (query.task) where.push(sql`t.id = ${query.task}`);
    const { count, rows } = await readPage(db, view, { where, order: sql`lower(t.name), t.id`, ...toLimitOffset(query) });
    return page(count, rows);
  });

  route(app, 'POST /detection/v2/task/', async ({ body: { name, description, training_params }, db, scope }) => {
    const fields = omitUndefined({ description, training_params: toJsonb(training_params) });
    const task = await db
      .insertInto('detection_task')
      .values({ workspace_id: scope.resolveWorkspace().id, name, ...fields })
      .returning('id')
      .executeTakeFirstOrThrow();
    return readOne(db, view, task.id);
  });

  route(app, `GET ${TASK}`, async ({ params, db, scope }) => {
    const task = await scope.findRow('detection_task', params.id, { entityName });
    return readOne(db, view, task.id);
  });

  route(app, `PUT ${TASK}`, async ({ params, body, db, scope }) => {
    const task = await scope.findRow('detection_task', params.id, { entityName, lock: true });
    await requireCurrentVersion(body.version, task, () => readOne(db, view, task.id));
    const { name, description, training_params } = body;
    await db
      .updateTable('detection_task')
      .set({ ...omitUndefined({ name, description, training_params: toJsonb(training_params) }), version: sql`version + 1` })
      .where('id', '=', task.id)
      .execute();
    return readOne(db, view, task.id);
  });

  route(app, `DELETE ${TASK}`, async ({ params, db, scope, afterCommit }) => {
    const task = await scope.findRow('detection_task', params.id, { entityName, lock: true });
    afterCommit(await deleteModels(db, 'detection', task.id, app.deps));
    await deleteTask(db, task);
    return undefined;
  });

  route(app, `POST ${TASK}/add-label`, async ({ params, body, db, scope }) => {
    const task = await scope.findRow('detection_task', params.id, { entityName });
    const label = await findReferencedRow(scope, 'detection_label', body.label_id, task.workspace_id, labelReference);
    await db
      .insertInto('detection_task_label')
      .values({ task_id: task.id, label_id: label.id, workspace_id: task.workspace_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return readOne(db, view, task.id);
  });

  route(app, `POST ${TASK}/remove-label`, async ({ params, body, db, scope }) => {
    const task = await scope.findRow('detection_task', params.id, { entityName });
    const label = await findReferencedRow(scope, 'detection_label', body.label_id, task.workspace_id, labelReference);
    await db.deleteFrom('detection_task_label').where('task_id', '=', task.id).where('label_id', '=', label.id).execute();
    return readOne(db, view, task.id);
  });

  route(app, `POST ${TASK}/add-images`, async ({ params, body, db, scope }) => {
    await addNegativeImages(db, scope, await scope.findRow('detection_task', params.id, { entityName }), body.items);
    return {};
  });

  route(app, `POST ${TASK}/remove-images`, async ({ params, body, db, scope }) => {
    await removeNegativeImages(db, scope, await scope.findRow('detection_task', params.id, { entityName }), body.items);
    return {};
  });

  route(app, `POST ${TASK}/add-image`, async ({ params, body, db, scope }) => {
    await addNegativeImages(db, scope, await scope.findRow('detection_task', params.id, { entityName }), [body.image_id]);
    return {};
  });
}
