import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { route } from '../../../platform/http/route/route';
import { deleteModels } from '../../../ml/models/delete-models';
import { toJsonb } from '../../../data-access/rows/partial-update';
import { Resource } from '../../../data-access/rows/resource';
import { resolveListWorkspace } from '../../../data-access/rows/references';
import { detectionTaskView } from './queries';
import { addNegativeImages, deleteTask, removeNegativeImages } from './write';
import { TaskMembers } from '../../training/task-members';

const TASK = '/detection/v2/task/{id}';
const tasks = new Resource({ table: 'detection_task', entityName: 'Task', view: detectionTaskView, alias: 't' });
const labels = new TaskMembers({
  taskTable: 'detection_task',
  memberTable: 'detection_label',
  linkTable: 'detection_task_label',
  column: 'label_id',
  entityName: 'Label',
});

/** Binds the routes of detection tasks, their labels and their negative images. */
export function bindTaskRoutes(app: FastifyInstance): void {
  route(app, 'GET /detection/v2/task/', async (call) => {
    const { query, scope } = call;
    const workspaceId = await resolveListWorkspace(scope, [
      { table: 'detection_task', ids: [query.task], field: 'task', entityName: 'Task' },
    ]);
    return tasks.list(call, workspaceId, query.task ? [sql`t.id = ${query.task}`] : []);
  });

  route(app, 'POST /detection/v2/task/', (call) => {
    const { name, description, training_params, rules } = call.body;
    return tasks.create(call, { name, description, training_params: toJsonb(training_params), rules: toJsonb(rules) });
  });
  route(app, `GET ${TASK}`, (call) => tasks.read(call));
  route(app, `PUT ${TASK}`, (call) => {
    const { name, description, training_params, rules } = call.body;
    return tasks.update(call, { name, description, training_params: toJsonb(training_params), rules: toJsonb(rules) });
  });

  route(app, `DELETE ${TASK}`, async ({ params, db, scope, afterCommit }) => {
    const task = await tasks.lock({ params, scope });
    afterCommit(await deleteModels(db, 'detection', task.id, app.deps));
    await deleteTask(db, task);
    return undefined;
  });

  route(app, `POST ${TASK}/add-label`, async (call) => {
    await labels.add(call, call.body.label_id);
    return tasks.read(call);
  });

  route(app, `POST ${TASK}/remove-label`, async (call) => {
    await labels.remove(call, call.body.label_id);
    return tasks.read(call);
  });

  route(app, `POST ${TASK}/add-images`, async ({ params, body, db, scope }) => {
    await addNegativeImages(db, scope, await tasks.find({ params, scope }), body.items);
    return {};
  });

  route(app, `POST ${TASK}/remove-images`, async ({ params, body, db, scope }) => {
    await removeNegativeImages(db, scope, await tasks.find({ params, scope }), body.items);
    return {};
  });

  route(app, `POST ${TASK}/add-image`, async ({ params, body, db, scope }) => {
    await addNegativeImages(db, scope, await tasks.find({ params, scope }), [body.image_id]);
    return {};
  });
}
