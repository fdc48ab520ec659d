import type { FastifyInstance } from 'fastify';
import { OK } from '../../../ml/models/predict';
import { route } from '../../../platform/http/route/route';
import { DomainModels } from '../../training/domain-models';
import { predictForTask, toPredictedRecords } from '../../training/predict-task';

/** Binds the routes for training recognition tasks, their models, and prediction. */
export function bindModelRoutes(app: FastifyInstance): void {
  const models = new DomainModels('recognition', app.deps.config, ({ task_id, task_name, number }, commonFields) => ({
    ...commonFields,
    task: task_id,
    task_name,
    version: number,
  }));

  route(app, 'POST /recognition/v2/task/{id}/train', (call) => models.train(call));
  route(app, 'GET /recognition/v2/model/', (call) => models.list(call, { field: 'task', taskId: call.query.task }));
  route(app, 'GET /recognition/v2/model/{id}', (call) => models.read(call));
  route(app, 'POST /recognition/v2/model/{id}/request-download', (call) => models.requestDownload(call));
  route(app, 'POST /recognition/v2/model/{id}/take-back', (call) => models.reactivate(call));
  route(app, 'POST /recognition/v2/model/{id}/cancel', (call) => models.cancel(call));
  route(app, 'DELETE /recognition/v2/model/{id}', (call) => models.delete(call));

  route(
    app,
    'POST /recognition/v2/classify/',
    {
      upload: true,
      prepare: (call) => predictForTask(call, app.deps, 'recognition', (backEnd, request) => backEnd.classify(request)),
    },
    async ({ body, prepared: { predictions, thresholds, model } }) => ({
      records: toPredictedRecords(body.records, predictions, (labels) => ({
        best_label: labels?.[0] ?? null,
        labels: labels ?? [],
      })),
      thresholds,
      model,
      status: OK,
    }),
  );
}
