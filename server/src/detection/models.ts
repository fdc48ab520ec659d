import type { DetectionModel } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { HttpError } from '../errors';
import { windowOf } from '../http/links';
import { route } from '../http/route';
import { kept, OK, orNoModel, taskOf, trainedModel } from '../models/predict';
import { loadRecords, withoutPicture } from '../models/records';
import { modelView, queueModel, type ModelRow } from '../models/queue';
import { readOne, readPage } from '../rows/view';
import { listWorkspace } from '../rows/workspace';
import { messages } from '../shapes/messages';

const view = modelView('detection');

/** Training of detection tasks, their models, and prediction. */
export function modelRoutes(app: FastifyInstance): void {
  route(app, 'POST /detection/v2/task/{id}/train', async ({ params, db, scope, user }) => {
    const task = await scope.findRow('detection_task', params.id, { what: 'Task', lock: true });
    return toModel(await readOne(db, view, await queueModel(db, 'detection', task, { user, config: app.deps.config })));
  });

  route(app, 'GET /detection/v2/model/', async ({ query, db, scope, page }) => {
    const workspaceId = await listWorkspace(scope, [
      { table: 'detection_task', ids: [query.detection_task], field: 'detection_task', what: 'Task' },
    ]);
    const where = [sql`m.workspace_id = ${workspaceId}`];
    if (query.detection_task) where.push(sql`m.task_id = ${query.detection_task}`);
    const { count, rows } = await readPage(db, view, { where, order: sql`m.created desc, m.id`, ...windowOf(query) });
    return page(
      count,
      rows.map((row) => toModel(row)),
    );
  });

  route(app, 'GET /detection/v2/model/{id}', async ({ params, db, scope }) => {
    const model = await scope.findRow('detection_model', params.id, { what: 'Model' });
    return toModel(await readOne(db, view, model.id));
  });

  route(app, 'POST /detection/v2/model/{id}/request-download', async ({ params, db, scope, user, fileUrl }) => {
    const model = await scope.findRow('detection_model', params.id, { what: 'Model' });
    if (!user.can_download_model) throw new HttpError(403, messages.noPermission);
    if (model.train_status !== 'TRAINED' || model.model_key === null) throw new HttpError(400, messages.noTrainedModel);
    return toModel(await readOne(db, view, model.id), fileUrl(model.model_key));
  });

  route(
    app,
    'POST /detection/v2/detect',
    {
      upload: true,
      prepare: async ({ body, db, scope, user, request }) => {
        const task = await scope.findRow('detection_task', taskOf(body), { what: 'Task' });
        const { backEnd, model, labels } = await trainedModel(db, app.deps, 'detection', task.id);
        const records = await loadRecords(body.records, app.deps, { user, request });
        const said = await orNoModel(backEnd.detect({ task: task.id, model, labels, records }));
        return said.map((record) => kept(record, labels, body.keep_prob));
      },
    },
    async ({ body, prepared }) => ({
      records: body.records.map((record, index) => ({ ...withoutPicture(record), _status: OK, _objects: prepared[index] ?? [] })),
      status: OK,
    }),
  );
}

function toModel({ id, task_id, train_status, error, map, created }: ModelRow, download: string | null = null): DetectionModel {
  return { id, detection_task: task_id, train_status, error, map, model_path_download: download, created };
}
