import type { SimilarityTask } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { HttpError } from '../../platform/errors';
import { route } from '../../platform/http/route/route';
import { getBackEnd, OK, rejectIfModelMissing, toRecordStatus } from '../../ml/models/predict';
import { loadRecords, predictRecords, withoutImage } from '../../ml/models/model/records';
import { toJsonb } from '../../data-access/rows/partial-update';
import { Resource } from '../../data-access/rows/resource';
import type { RowView } from '../../data-access/rows/view';
import { resolveListWorkspace } from '../../data-access/rows/references';
import { messages } from './messages';
import { TaskMembers } from '../training/task-members';

const TASK = '/similarity/training/v2/task/{id}';
const entityName = 'Task';

const taskView: RowView<SimilarityTask> = {
  from: sql`similarity_task t`,
  id: sql`t.id`,
  columns: sql<SimilarityTask>`
    t.id, t.workspace_id as workspace, t.name, t.description, t.training_params, t.version, t.rules,
    coalesce((
      select json_agg(json_build_object('id', y.id, 'name', y.name) order by lower(y.name), y.id)
      from similarity_task_type ty join similarity_type y on y.id = ty.type_id where ty.task_id = t.id), '[]') as types`,
};

const tasks = new Resource({ table: 'similarity_task', entityName, view: taskView, alias: 't' });
const types = new TaskMembers({
  taskTable: 'similarity_task',
  memberTable: 'similarity_type',
  linkTable: 'similarity_task_type',
  column: 'type_id',
  entityName: 'Type',
});

/** Binds the routes of similarity tasks and their types. */
export function bindTaskRoutes(app: FastifyInstance): void {
  route(app, 'GET /similarity/training/v2/task/', async (call) => {
    const { query, scope } = call;
    const workspaceId = await resolveListWorkspace(scope, [
      { table: 'similarity_task', ids: [query.task], field: 'task', entityName },
    ]);
    return tasks.list(call, workspaceId, query.task ? [sql`t.id = ${query.task}`] : []);
  });

  route(app, 'POST /similarity/training/v2/task/', (call) => {
    const { name, description, training_params, rules } = call.body;
    return tasks.create(call, { name, description, training_params: toJsonb(training_params), rules: toJsonb(rules) });
  });
  route(app, `GET ${TASK}`, (call) => tasks.read(call));
  route(app, `PUT ${TASK}`, (call) => {
    const { name, description, training_params, rules } = call.body;
    return tasks.update(call, { name, description, training_params: toJsonb(training_params), rules: toJsonb(rules) });
  });

  route(app, `DELETE ${TASK}`, async ({ params, db, scope }) => {
    const task = await tasks.lock({ params, scope });
    await db.deleteFrom('similarity_task').where('id', '=', task.id).execute();
    return undefined;
  });

  route(app, `POST ${TASK}/add-type`, async (call) => {
    await types.add(call, call.body.type_id);
    return tasks.read(call);
  });

  route(app, `POST ${TASK}/remove-type`, async (call) => {
    await types.remove(call, call.body.type_id);
    return tasks.read(call);
  });

  route(
    app,
    'POST /similarity/training/v2/descriptor',
    {
      upload: true,
      prepare: async ({ body, scope, user, request }) => {
        const taskId = body.task_id ?? body.task ?? null;
        const workspaceId = taskId
          ? (await scope.findRow('similarity_task', taskId, { entityName })).workspace_id
          : scope.resolveWorkspace().id;
        const backEnd = getBackEnd(app.deps);
        if (!backEnd) throw new HttpError(400, messages.noTrainedModel);
        return predictRecords(await loadRecords(body.records, app.deps, { user, request }), (records) =>
          rejectIfModelMissing(backEnd.computeDescriptors({ workspaceId, task: taskId, records })),
        );
      },
    },
    async ({ body, prepared: descriptors }) => ({
      records: body.records.map((record, index) => ({
        ...withoutImage(record),
        _status: toRecordStatus(descriptors[index]),
        ...descriptors[index],
      })),
      status: OK,
    }),
  );
}
