import type { DetectionModel } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { toLimitOffset } from '../../platform/http/route/links';
import { route } from '../../platform/http/route/route';
import {
  cancelTraining,
  getDownloadKey,
  MODEL_ORDER,
  createModelFilters,
  reactivateModel,
  toTrainingDetails,
} from '../../ml/models/model-calls';
import {
  filterPredictions,
  OK,
  rejectIfModelMissing,
  toRecordStatus,
  getTaskId,
  requireTrainedModel,
} from '../../ml/models/predict';
import { loadRecords, predictRecords, withoutImage } from '../../ml/models/model/records';
import { getUncomparedWarning } from '../../ml/duplicates/readiness';
import { createModelView, enqueueTraining, type ModelRow } from '../../ml/models/queue';
import { readOne, readPage } from '../../data-access/rows/view';
import { resolveListWorkspace } from '../../data-access/rows/references';

const view = createModelView('detection');

/** Binds the routes for training detection tasks, their models, and prediction. */
export function bindModelRoutes(app: FastifyInstance): void {
  route(app, 'POST /detection/v2/task/{id}/train', async ({ params, db, scope, user }) => {
    const task = await scope.findRow('detection_task', params.id, { entityName: 'Task', lock: true });
    const model = toModel(
      await readOne(db, view, await enqueueTraining(db, 'detection', task, { user, config: app.deps.config })),
    );
    return { ...model, warning: await getUncomparedWarning(db, 'detection', task, app.deps.config) };
  });

  route(app, 'GET /detection/v2/model/', async ({ query, db, scope, page }) => {
    const workspaceId = await resolveListWorkspace(scope, [
      { table: 'detection_task', ids: [query.detection_task], field: 'detection_task', entityName: 'Task' },
    ]);
    const where = createModelFilters(workspaceId, query.detection_task);
    const { count, rows } = await readPage(db, view, { where, order: MODEL_ORDER, ...toLimitOffset(query) });
    return page(
      count,
      rows.map((row) => toModel(row)),
    );
  });

  route(app, 'GET /detection/v2/model/{id}', async ({ params, db, scope }) => {
    const model = await scope.findRow('detection_model', params.id, { entityName: 'Model' });
    return toModel(await readOne(db, view, model.id));
  });

  route(app, 'POST /detection/v2/model/{id}/request-download', async ({ params, db, scope, user, fileUrl }) => {
    const model = await scope.findRow('detection_model', params.id, { entityName: 'Model' });
    return toModel(await readOne(db, view, model.id), fileUrl(await getDownloadKey(db, model, user)));
  });

  route(app, 'POST /detection/v2/model/{id}/take-back', async ({ params, db, scope }) => {
    const model = await scope.findRow('detection_model', params.id, { entityName: 'Model' });
    await reactivateModel(db, 'detection', model.id);
    return toModel(await readOne(db, view, model.id));
  });

  route(app, 'POST /detection/v2/model/{id}/cancel', async ({ params, db, scope }) => {
    const model = await scope.findRow('detection_model', params.id, { entityName: 'Model' });
    await cancelTraining(db, 'detection', model.id);
    return toModel(await readOne(db, view, model.id));
  });

  route(
    app,
    'POST /detection/v2/detect',
    {
      upload: true,
      prepare: async ({ body, db, scope, user, request }) => {
        const task = await scope.findRow('detection_task', getTaskId(body), { entityName: 'Task' });
        const { backEnd, model, labels, keepProb } = await requireTrainedModel(db, app.deps, 'detection', task.id);
        const predictions = await predictRecords(await loadRecords(body.records, app.deps, { user, request }), (records) =>
          rejectIfModelMissing(backEnd.detect({ task: task.id, model, labels, records })),
        );
        return predictions.map((record) => record && filterPredictions(record, labels, body.keep_prob ?? keepProb));
      },
    },
    async ({ body, prepared }) => ({
      records: body.records.map((record, index) => ({
        ...withoutImage(record),
        _status: toRecordStatus(prepared[index]),
        _objects: prepared[index] ?? [],
      })),
      status: OK,
    }),
  );
}

function toModel(row: ModelRow, download: string | null = null): DetectionModel {
  const { id, task_id, train_status, error, map, created } = row;
  const model = { id, detection_task: task_id, train_status, error, map, created };
  return { ...model, model_path_download: download, ...toTrainingDetails(row) };
}
