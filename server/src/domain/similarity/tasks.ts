import type { SimilarityTask } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { HttpError } from '../../platform/errors';
import { toLimitOffset } from '../../platform/http/route/links';
import { route } from '../../platform/http/route/route';
import { getBackEnd, OK, requireModel, toRecordStatus } from '../../ml/models/predict';
import { loadRecords, predictLoaded, withoutImage } from '../../ml/models/model/records';
import { toJsonb, requireCurrentVersion, omitUndefined } from '../../data-access/rows/partial-update';
import { containsText, readOne, readPage, type View } from '../../data-access/rows/view';
import { findReferencedRow, resolveListWorkspace } from '../../data-access/rows/references';
import { messages } from './messages';

const TASK = '/similarity/training/v2/task/{id}';
const entityName = 'Task';
const typeReference = { field: 'type_id', entityName: 'Type' };

const view: View<SimilarityTask> = {
  from: sql`similarity_task t`,
  id: sql`t.id`,
  columns: sql<SimilarityTask>`
    t.id, t.workspace_id as workspace, t.name, t.description, t.training_params, t.version,
    coalesce((
      select json_agg(json_build_object('id', y.id, 'name', y.name) order by lower(y.name), y.id)
      from similarity_task_type ty join similarity_type y on y.id = ty.type_id where ty.task_id = t.id), '[]') as types`,
};

/** Binds the routes of similarity tasks and their types. */
export function bindTaskRoutes(app: FastifyInstance): void {
  route(app, 'GET /similarity/training/v2/task/', async ({ query, db, scope, page }) => {
    const workspaceId = await resolveListWorkspace(scope, [
      { table: 'similarity_task', ids: [query.task], field: 'task', entityName },
    ]);
    const where = [sql`t.workspace_id = ${workspaceId}`];
    if (query.search) where.push(sql`${containsText('t.name', query.search)}`);
    if (query.task) where.push(sql`t.id = ${query.task}`);
    const { count, rows } = await readPage(db, view, { where, order: sql`lower(t.name), t.id`, ...toLimitOffset(query) });
    return page(count, rows);
  });

  route(app, 'POST /similarity/training/v2/task/', async ({ body: { name, description, training_params }, db, scope }) => {
    const fields = omitUndefined({ description, training_params: toJsonb(training_params) });
    const task = await db
      .insertInto('similarity_task')
      .values({ workspace_id: scope.resolveWorkspace().id, name, ...fields })
      .returning('id')
      .executeTakeFirstOrThrow();
    return readOne(db, view, task.id);
  });

  route(app, `GET ${TASK}`, async ({ params, db, scope }) => {
    const task = await scope.findRow('similarity_task', params.id, { entityName });
    return readOne(db, view, task.id);
  });

  route(app, `PUT ${TASK}`, async ({ params, body, db, scope }) => {
    const task = await scope.findRow('similarity_task', params.id, { entityName, lock: true });
    await requireCurrentVersion(body.version, task, () => readOne(db, view, task.id));
    const { name, description, training_params } = body;
    await db
      .updateTable('similarity_task')
      .set({ ...omitUndefined({ name, description, training_params: toJsonb(training_params) }), version: sql`version + 1` })
      .where('id', '=', task.id)
      .execute();
    return readOne(db, view, task.id);
  });

  route(app, `DELETE ${TASK}`, async ({ params, db, scope }) => {
    const task = await scope.findRow('similarity_task', params.id, { entityName, lock: true });
    await db.deleteFrom('similarity_task').where('id', '=', task.id).execute();
    return undefined;
  });

  route(app, `POST ${TASK}/add-type`, async ({ params, body, db, scope }) => {
    const task = await scope.findRow('similarity_task', params.id, { entityName });
    const type = await findReferencedRow(scope, 'similarity_type', body.type_id, task.workspace_id, typeReference);
    await db
      .insertInto('similarity_task_type')
      .values({ task_id: task.id, type_id: type.id, workspace_id: task.workspace_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return readOne(db, view, task.id);
  });

  route(app, `POST ${TASK}/remove-type`, async ({ params, body, db, scope }) => {
    const task = await scope.findRow('similarity_task', params.id, { entityName });
    const type = await findReferencedRow(scope, 'similarity_type', body.type_id, task.workspace_id, typeReference);
    await db.deleteFrom('similarity_task_type').where('task_id', '=', task.id).where('type_id', '=', type.id).execute();
    return readOne(db, view, task.id);
  });

  route(
    app,
    'POST /similarity/training/v2/descriptor',
    {
      upload: true,
      prepare: async ({ body, scope, user, request }) => {
        const taskId = body.task_id ?? body.task ?? null;
        if (taskId) await scope.findRow('similarity_task', taskId, { entityName });
        else scope.resolveWorkspace();
        const backEnd = getBackEnd(app.deps);
        if (!backEnd) throw new HttpError(400, messages.noTrainedModel);
        return predictLoaded(await loadRecords(body.records, app.deps, { user, request }), (records) =>
          requireModel(backEnd.computeDescriptors(taskId, records)),
        );
      },
    },
    async ({ body, prepared }) => ({
      records: body.records.map((record, index) => ({
        ...withoutImage(record),
        _status: toRecordStatus(prepared[index]),
        ...prepared[index],
      })),
      status: OK,
    }),
  );
}
