import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { route } from '../../platform/http/route/route';
import { deleteModels } from '../../ml/models/delete-models';
import { toJsonb } from '../../data-access/rows/partial-update';
import { Resource } from '../../data-access/rows/resource';
import { resolveListWorkspace } from '../../data-access/rows/references';
import { segmentationTaskView } from './queries';
import { TaskMembers } from '../training/task-members';

const TASK = '/segmentation/v2/task/{id}';
const tasks = new Resource({ table: 'segmentation_task', entityName: 'Task', view: segmentationTaskView, alias: 't' });
const labels = new TaskMembers({
  taskTable: 'segmentation_task',
  memberTable: 'segmentation_label',
  linkTable: 'segmentation_task_label',
  column: 'label_id',
  entityName: 'Label',
});

/** Binds the routes of segmentation tasks and their labels. */
export function bindTaskRoutes(app: FastifyInstance): void {
  route(app, 'GET /segmentation/v2/task/', async (call) => {
    const { query, scope } = call;
    const workspaceId = await resolveListWorkspace(scope, [
      { table: 'segmentation_task', ids: [query.task], field: 'task', entityName: 'Task' },
    ]);
    return tasks.list(call, workspaceId, query.task ? [sql`t.id = ${query.task}`] : []);
  });

  route(app, 'POST /segmentation/v2/task/', (call) => {
    const { name, description, rules } = call.body;
    return tasks.create(call, { name, description, rules: toJsonb(rules) });
  });
  route(app, `GET ${TASK}`, (call) => tasks.read(call));
  route(app, `PUT ${TASK}`, (call) => {
    const { name, description, training_params, rules } = call.body;
    return tasks.update(call, { name, description, training_params: toJsonb(training_params), rules: toJsonb(rules) });
  });

  route(app, `DELETE ${TASK}`, async ({ params, db, scope, afterCommit }) => {
    const task = await tasks.lock({ params, scope });
    afterCommit(await deleteModels(db, 'segmentation', task.id, app.deps));
    await db.deleteFrom('segmentation_task').where('id', '=', task.id).execute();
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
}
