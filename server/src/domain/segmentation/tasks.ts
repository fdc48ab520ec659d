import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { toLimitOffset } from '../../platform/http/route/links';
import { route } from '../../platform/http/route/route';
import { deleteModels } from '../../ml/models/delete-models';
import { toJsonb, requireCurrentVersion, omitUndefined } from '../../data-access/rows/partial-update';
import { containsText, readOne, readPage } from '../../data-access/rows/view';
import { findReferencedRow, resolveListWorkspace } from '../../data-access/rows/references';
import { segmentationTaskView as view } from './queries';

const TASK = '/segmentation/v2/task/{id}';
const entityName = 'Task';
const labelReference = { field: 'label_id', entityName: 'Label' };

/** Binds the routes of segmentation tasks and their labels. */
export function bindTaskRoutes(app: FastifyInstance): void {
  route(app, 'GET /segmentation/v2/task/', async ({ query, db, scope, page }) => {
    const workspaceId = await resolveListWorkspace(scope, [
      { table: 'segmentation_task', ids: [query.task], field: 'task', entityName },
    ]);
    const where = [sql`t.workspace_id = ${workspaceId}`];
    if (query.search) where.push(sql`${containsText('t.name', query.search)}`);
    if (query.task) where.push(sql`t.id = ${query.task}`);
    const { count, rows } = await readPage(db, view, { where, order: sql`lower(t.name), t.id`, ...toLimitOffset(query) });
    return page(count, rows);
  });

  route(app, 'POST /segmentation/v2/task/', async ({ body: { name, description }, db, scope }) => {
    const task = await db
      .insertInto('segmentation_task')
      .values({ workspace_id: scope.resolveWorkspace().id, name, description })
      .returning('id')
      .executeTakeFirstOrThrow();
    return readOne(db, view, task.id);
  });

  route(app, `GET ${TASK}`, async ({ params, db, scope }) => {
    const task = await scope.findRow('segmentation_task', params.id, { entityName });
    return readOne(db, view, task.id);
  });

  route(app, `PUT ${TASK}`, async ({ params, body, db, scope }) => {
    const task = await scope.findRow('segmentation_task', params.id, { entityName, lock: true });
    await requireCurrentVersion(body.version, task, () => readOne(db, view, task.id));
    const { name, description, training_params } = body;
    await db
      .updateTable('segmentation_task')
      .set({ ...omitUndefined({ name, description, training_params: toJsonb(training_params) }), version: sql`version + 1` })
      .where('id', '=', task.id)
      .execute();
    return readOne(db, view, task.id);
  });

  route(app, `DELETE ${TASK}`, async ({ params, db, scope, afterCommit }) => {
    const task = await scope.findRow('segmentation_task', params.id, { entityName, lock: true });
    afterCommit(await deleteModels(db, 'segmentation', task.id, app.deps));
    await db.deleteFrom('segmentation_task').where('id', '=', task.id).execute();
    return undefined;
  });

  route(app, `POST ${TASK}/add-label`, async ({ params, body, db, scope }) => {
    const task = await scope.findRow('segmentation_task', params.id, { entityName });
    const label = await findReferencedRow(scope, 'segmentation_label', body.label_id, task.workspace_id, labelReference);
    await db
      .insertInto('segmentation_task_label')
      .values({ task_id: task.id, label_id: label.id, workspace_id: task.workspace_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return readOne(db, view, task.id);
  });

  route(app, `POST ${TASK}/remove-label`, async ({ params, body, db, scope }) => {
    const task = await scope.findRow('segmentation_task', params.id, { entityName });
    const label = await findReferencedRow(scope, 'segmentation_label', body.label_id, task.workspace_id, labelReference);
    await db.deleteFrom('segmentation_task_label').where('task_id', '=', task.id).where('label_id', '=', label.id).execute();
    return readOne(db, view, task.id);
  });
}
