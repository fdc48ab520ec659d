import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { createFieldError } from '../../../platform/errors';
import { route } from '../../../platform/http/route/route';
import { deleteModels } from '../../../ml/models/delete-models';
import { toJsonb } from '../../../data-access/rows/partial-update';
import { Resource } from '../../../data-access/rows/resource';
import { findReferencedRow } from '../../../data-access/rows/references';
import { attachLabel, detachLabel } from '../labels/write';
import { messages } from './messages';
import { recognitionTaskView } from './queries';
import { createTask, deleteTask } from './write';

const TASK = '/recognition/v2/task/{id}';
const tasks = new Resource({ table: 'recognition_task', entityName: 'Task', view: recognitionTaskView, alias: 't' });

/** Binds the routes of recognition tasks and their labels. */
export function bindTaskRoutes(app: FastifyInstance): void {
  route(app, 'GET /recognition/v2/task/', async (call) => {
    const { query, scope } = call;
    return tasks.list(call, scope.resolveWorkspace().id, query.type ? [sql`t.type = ${query.type}`] : []);
  });

  route(app, 'POST /recognition/v2/task/', async ({ body, db, scope }) => {
    const { name, description, type, rules } = body;
    const id = await createTask(db, {
      workspace_id: scope.resolveWorkspace().id,
      name,
      description,
      type,
      rules: toJsonb(rules),
    });
    return tasks.view(db, id);
  });

  route(app, `GET ${TASK}`, (call) => tasks.read(call));
  route(app, `PUT ${TASK}`, (call) => {
    const { name, description, production_version, rules } = call.body;
    return tasks.update(call, { name, description, production_version, rules: toJsonb(rules) });
  });

  route(app, `DELETE ${TASK}`, async ({ params, db, scope, afterCommit }) => {
    const task = await tasks.lock({ params, scope });
    afterCommit(await deleteModels(db, 'recognition', task.id, app.deps));
    await deleteTask(db, task);
    return undefined;
  });

  route(app, `POST ${TASK}/add-label`, async ({ params, body, db, scope }) => {
    const task = await tasks.find({ params, scope });
    const label = await findReferencedRow(scope, 'recognition_label', body.label_id, task.workspace_id, {
      field: 'label_id',
      entityName: 'Label',
    });
    if (label.negative_for_task !== null && label.negative_for_task !== task.id)
      throw createFieldError('label_id', messages.belongsToOtherTask);
    await attachLabel(db, task, label.id);
    return tasks.view(db, task.id);
  });

  route(app, `POST ${TASK}/remove-label`, async ({ params, body, db, scope }) => {
    const task = await tasks.find({ params, scope });
    const label = await findReferencedRow(scope, 'recognition_label', body.label_id, task.workspace_id, {
      field: 'label_id',
      entityName: 'Label',
    });
    await detachLabel(db, task.id, label, 'label_id');
    return tasks.view(db, task.id);
  });
}
