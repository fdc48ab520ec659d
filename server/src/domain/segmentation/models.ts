import type { SegmentationModel } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { OK } from '../../ml/models/predict';
import { route } from '../../platform/http/route/route';
import { DomainModels } from '../training/domain-models';
import { predictForTask, toPredictedRecords } from '../training/predict-task';

/** Binds the routes for training segmentation tasks, their models, and prediction. */
export function bindModelRoutes(app: FastifyInstance): void {
  const models = new DomainModels('segmentation', app.deps.config, ({ task_id, map }, commonFields): SegmentationModel => ({
    ...commonFields,
    segmentation_task: task_id,
    map,
  }));

  route(app, 'POST /segmentation/v2/task/{id}/train', (call) => models.train(call));
  route(app, 'GET /segmentation/v2/model/', (call) =>
    models.list(call, { field: 'segmentation_task', taskId: call.query.segmentation_task }),
  );
  route(app, 'GET /segmentation/v2/model/{id}', (call) => models.read(call));
  route(app, 'POST /segmentation/v2/model/{id}/request-download', (call) => models.requestDownload(call));
  route(app, 'POST /segmentation/v2/model/{id}/take-back', (call) => models.reactivate(call));
  route(app, 'POST /segmentation/v2/model/{id}/cancel', (call) => models.cancel(call));
  route(app, 'DELETE /segmentation/v2/model/{id}', (call) => models.delete(call));

  route(
    app,
    'POST /segmentation/v2/predict',
    {
      upload: true,
      prepare: (call) => predictForTask(call, app.deps, 'segmentation', (backEnd, request) => backEnd.segment(request)),
    },
    async ({ body, prepared: { predictions, thresholds, model } }) => ({
      records: toPredictedRecords(body.records, predictions, (polygons) => ({ _objects: polygons ?? [] })),
      thresholds,
      model,
      status: OK,
    }),
  );
}
