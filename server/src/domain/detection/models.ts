import type { DetectionModel } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { OK } from '../../ml/models/predict';
import { route } from '../../platform/http/route/route';
import { DomainModels } from '../training/domain-models';
import { predictForTask, toPredictedRecords } from '../training/predict-task';

/** Binds the routes for training detection tasks, their models, and prediction. */
export function bindModelRoutes(app: FastifyInstance): void {
  const models = new DomainModels('detection', app.deps.config, ({ task_id, map }, commonFields): DetectionModel => ({
    ...commonFields,
    detection_task: task_id,
    map,
  }));

  route(app, 'POST /detection/v2/task/{id}/train', (call) => models.train(call));
  route(app, 'GET /detection/v2/model/', (call) =>
    models.list(call, { field: 'detection_task', taskId: call.query.detection_task }),
  );
  route(app, 'GET /detection/v2/model/{id}', (call) => models.read(call));
  route(app, 'POST /detection/v2/model/{id}/request-download', (call) => models.requestDownload(call));
  route(app, 'POST /detection/v2/model/{id}/take-back', (call) => models.reactivate(call));
  route(app, 'POST /detection/v2/model/{id}/cancel', (call) => models.cancel(call));
  route(app, 'DELETE /detection/v2/model/{id}', (call) => models.delete(call));

  route(
    app,
    'POST /detection/v2/detect',
    {
      upload: true,
      prepare: (call) => predictForTask(call, app.deps, 'detection', (backEnd, request) => backEnd.detect(request)),
    },
    async ({ body, prepared: { predictions, thresholds, model } }) => ({
      records: toPredictedRecords(body.records, predictions, (objects) => ({ _objects: objects ?? [] })),
      thresholds,
      model,
      status: OK,
    }),
  );
}
