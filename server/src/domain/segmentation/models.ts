import type { FastifyInstance } from 'fastify';
import { toLimitOffset } from '../../platform/http/route/links';
import { route } from '../../platform/http/route/route';
import { cancelTraining, getDownloadKey, MODEL_ORDER, createModelFilters, reactivateModel } from '../../ml/models/model-calls';
import {
  filterPredictions,
  OK,
  rejectIfModelMissing,
  toRecordStatus,
  getTaskId,
  requireTrainedModel,
} from '../../ml/models/predict';
import { getUncomparedWarning } from '../../ml/duplicates/readiness';
import { enqueueTraining } from '../../ml/models/queue';
import { loadRecords, predictRecords, withoutImage } from '../../ml/models/model/records';
import { readOne, readPage } from '../../data-access/rows/view';
import { resolveListWorkspace } from '../../data-access/rows/references';
import { segmentationModelView as view, toSegmentationModel } from './queries';

const entityName = 'Model';

/** Binds the routes for training segmentation tasks, their models, and prediction. */
export function bindModelRoutes(app: FastifyInstance): void {
  route(app, 'POST /segmentation/v2/task/{id}/train', async ({ params, db, scope, user }) => {
    const task = await scope.findRow('segmentation_task', params.id, { entityName: 'Task', lock: true });
    const id = await enqueueTraining(db, 'segmentation', task, { user, config: app.deps.config });
    const warning = await getUncomparedWarning(db, 'segmentation', task, app.deps.config);
    return { ...toSegmentationModel(await readOne(db, view, id)), warning };
  });

  route(app, 'GET /segmentation/v2/model/', async ({ query, db, scope, page }) => {
    const task = query.segmentation_task;
    const workspaceId = await resolveListWorkspace(scope, [
      { table: 'segmentation_task', ids: [task], field: 'segmentation_task', entityName: 'Task' },
    ]);
    const { count, rows } = await readPage(db, view, {
      where: createModelFilters(workspaceId, task),
      order: MODEL_ORDER,
      ...toLimitOffset(query),
    });
    return page(
      count,
      rows.map((row) => toSegmentationModel(row)),
    );
  });

  route(app, 'GET /segmentation/v2/model/{id}', async ({ params, db, scope }) => {
    const model = await scope.findRow('segmentation_model', params.id, { entityName });
    return toSegmentationModel(await readOne(db, view, model.id));
  });

  route(app, 'POST /segmentation/v2/model/{id}/request-download', async ({ params, db, scope, user, fileUrl }) => {
    const model = await scope.findRow('segmentation_model', params.id, { entityName });
    return toSegmentationModel(await readOne(db, view, model.id), fileUrl(await getDownloadKey(db, model, user)));
  });

  route(app, 'POST /segmentation/v2/model/{id}/take-back', async ({ params, db, scope }) => {
    const model = await scope.findRow('segmentation_model', params.id, { entityName });
    await reactivateModel(db, 'segmentation', model.id);
    return toSegmentationModel(await readOne(db, view, model.id));
  });

  route(app, 'POST /segmentation/v2/model/{id}/cancel', async ({ params, db, scope }) => {
    const model = await scope.findRow('segmentation_model', params.id, { entityName });
    await cancelTraining(db, 'segmentation', model.id);
    return toSegmentationModel(await readOne(db, view, model.id));
  });

  route(
    app,
    'POST /segmentation/v2/predict',
    {
      upload: true,
      prepare: async ({ body, db, scope, user, request }) => {
        const task = await scope.findRow('segmentation_task', getTaskId(body), { entityName: 'Task' });
        const { backEnd, model, labels, keepProb } = await requireTrainedModel(db, app.deps, 'segmentation', task.id);
        const predictions = await predictRecords(await loadRecords(body.records, app.deps, { user, request }), (records) =>
          rejectIfModelMissing(backEnd.segment({ task: task.id, model, labels, records })),
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
