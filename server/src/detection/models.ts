import type { DetectionModel } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { windowOf } from '../http/links';
import { route } from '../http/route';
import { cancelTraining, downloadKey, MODEL_ORDER, modelsOf, takeBack, trainedHereOf } from '../models/calls';
import { kept, OK, orNoModel, statusOf, taskOf, trainedModel } from '../models/predict';
import { loadRecords, sayOf, withoutPicture } from '../models/records';
import { modelView, queueModel, type ModelRow } from '../models/queue';
import { readOne, readPage } from '../rows/view';
import { listWorkspace } from '../rows/workspace';

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
    const where = modelsOf(workspaceId, query.detection_task);
    const { count, rows } = await readPage(db, view, { where, order: MODEL_ORDER, ...windowOf(query) });
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
    return toModel(await readOne(db, view, model.id), fileUrl(await downloadKey(db, model, user)));
  });

  route(app, 'POST /detection/v2/model/{id}/take-back', async ({ params, db, scope }) => {
    const model = await scope.findRow('detection_model', params.id, { what: 'Model' });
    await takeBack(db, 'detection', model.id);
    return toModel(await readOne(db, view, model.id));
  });

  route(app, 'POST /detection/v2/model/{id}/cancel', async ({ params, db, scope }) => {
    const model = await scope.findRow('detection_model', params.id, { what: 'Model' });
    await cancelTraining(db, 'detection', model.id);
    return toModel(await readOne(db, view, model.id));
  });

  route(
    app,
    'POST /detection/v2/detect',
    {
      upload: true,
      prepare: async ({ body, db, scope, user, request }) => {
        const task = await scope.findRow('detection_task', taskOf(body), { what: 'Task' });
        const { backEnd, model, labels, keepProb } = await trainedModel(db, app.deps, 'detection', task.id);
        const said = await sayOf(await loadRecords(body.records, app.deps, { user, request }), (records) =>
          orNoModel(backEnd.detect({ task: task.id, model, labels, records })),
        );
        return said.map((record) => record && kept(record, labels, body.keep_prob ?? keepProb));
      },
    },
    async ({ body, prepared }) => ({
      records: body.records.map((record, index) => ({
        ...withoutPicture(record),
        _status: statusOf(prepared[index]),
        _objects: prepared[index] ?? [],
      })),
      status: OK,
    }),
  );
}

function toModel(row: ModelRow, download: string | null = null): DetectionModel {
  const { id, task_id, train_status, error, map, created } = row;
  const model = { id, detection_task: task_id, train_status, error, map, created };
  return { ...model, model_path_download: download, ...trainedHereOf(row) };
}
