import type { FastifyInstance } from 'fastify';
import { toLimitOffset } from '../../../platform/http/route/links';
import { route } from '../../../platform/http/route/route';
import {
  cancelTraining,
  getDownloadKey,
  MODEL_ORDER,
  createModelFilters,
  reactivateModel,
  toTrainingDetails,
} from '../../../ml/models/model-calls';
import {
  filterPredictions,
  OK,
  rejectIfModelMissing,
  toRecordStatus,
  getTaskId,
  requireTrainedModel,
} from '../../../ml/models/predict';
import { getUncomparedWarning } from '../../../ml/duplicates/readiness';
import { createModelView, enqueueTraining, type ModelRow } from '../../../ml/models/queue';
import { loadRecords, predictRecords, withoutImage } from '../../../ml/models/model/records';
import { readOne, readPage } from '../../../data-access/rows/view';
import { resolveListWorkspace } from '../../../data-access/rows/references';

const entityName = 'Model';
const view = createModelView('recognition');

/** Binds the routes for training recognition tasks, their models, and prediction. */
export function bindModelRoutes(app: FastifyInstance): void {
  route(app, 'POST /recognition/v2/task/{id}/train', async ({ params, db, scope, user }) => {
    const task = await scope.findRow('recognition_task', params.id, { entityName: 'Task', lock: true });
    const model = toModel(
      await readOne(db, view, await enqueueTraining(db, 'recognition', task, { user, config: app.deps.config })),
    );
    return { ...model, warning: await getUncomparedWarning(db, 'recognition', task, app.deps.config) };
  });

  route(app, 'GET /recognition/v2/model/', async ({ query, db, scope, page }) => {
    const workspaceId = await resolveListWorkspace(scope, [
      { table: 'recognition_task', ids: [query.task], field: 'task', entityName: 'Task' },
    ]);
    const where = createModelFilters(workspaceId, query.task);
    const { count, rows } = await readPage(db, view, { where, order: MODEL_ORDER, ...toLimitOffset(query) });
    return page(
      count,
      rows.map((row) => toModel(row)),
    );
  });

  route(app, 'GET /recognition/v2/model/{id}', async ({ params, db, scope }) => {
    const model = await scope.findRow('recognition_model', params.id, { entityName });
    return toModel(await readOne(db, view, model.id));
  });

  route(app, 'POST /recognition/v2/model/{id}/request-download', async ({ params, db, scope, user, fileUrl }) => {
    const model = await scope.findRow('recognition_model', params.id, { entityName });
    return toModel(await readOne(db, view, model.id), fileUrl(await getDownloadKey(db, model, user)));
  });

  route(app, 'POST /recognition/v2/model/{id}/take-back', async ({ params, db, scope }) => {
    const model = await scope.findRow('recognition_model', params.id, { entityName });
    await reactivateModel(db, 'recognition', model.id);
    return toModel(await readOne(db, view, model.id));
  });

  route(app, 'POST /recognition/v2/model/{id}/cancel', async ({ params, db, scope }) => {
    const model = await scope.findRow('recognition_model', params.id, { entityName });
    await cancelTraining(db, 'recognition', model.id);
    return toModel(await readOne(db, view, model.id));
  });

  route(
    app,
    'POST /recognition/v2/classify/',
    {
      upload: true,
      prepare: async ({ body, db, scope, user, request }) => {
        const task = await scope.findRow('recognition_task', getTaskId(body), { entityName: 'Task' });
        const { backEnd, model, labels, keepProb } = await requireTrainedModel(db, app.deps, 'recognition', task.id);
        const predictions = await predictRecords(await loadRecords(body.records, app.deps, { user, request }), (records) =>
          rejectIfModelMissing(backEnd.classify({ task: task.id, model, labels, records })),
        );
        return predictions.map((record) => record && filterPredictions(record, labels, body.keep_prob ?? keepProb));
      },
    },
    async ({ body, prepared }) => ({
      records: body.records.map((record, index) => ({
        ...withoutImage(record),
        _status: toRecordStatus(prepared[index]),
        best_label: prepared[index]?.[0] ?? null,
        labels: prepared[index] ?? [],
      })),
      status: OK,
    }),
  );
}

function toModel(row: ModelRow, download: string | null = null) {
  const { id, task_id, task_name, train_status, error, created, number } = row;
  const model = { id, task: task_id, task_name, train_status, error, created, version: number };
  return { ...model, model_path_download: download, ...toTrainingDetails(row) };
}
