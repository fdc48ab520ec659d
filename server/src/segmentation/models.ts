import type { FastifyInstance } from 'fastify';
import { windowOf } from '../http/links';
import { route } from '../http/route';
import { cancelTraining, downloadKey, MODEL_ORDER, modelsOf, takeBack } from '../models/calls';
import { kept, OK, orNoModel, statusOf, taskOf, trainedModel } from '../models/predict';
import { queueModel } from '../models/queue';
import { loadRecords, sayOf, withoutPicture } from '../models/records';
import { readOne, readPage } from '../rows/view';
import { listWorkspace } from '../rows/workspace';
import { segmentationModelView as view, toSegmentationModel } from './queries';

const what = 'Model';

/** Training of segmentation tasks, their models, and prediction. */
export function modelRoutes(app: FastifyInstance): void {
  route(app, 'POST /segmentation/v2/task/{id}/train', async ({ params, db, scope, user }) => {
    const task = await scope.findRow('segmentation_task', params.id, { what: 'Task', lock: true });
    const id = await queueModel(db, 'segmentation', task, { user, config: app.deps.config });
    return toSegmentationModel(await readOne(db, view, id));
  });

  route(app, 'GET /segmentation/v2/model/', async ({ query, db, scope, page }) => {
    const task = query.segmentation_task;
    const workspaceId = await listWorkspace(scope, [
      { table: 'segmentation_task', ids: [task], field: 'segmentation_task', what: 'Task' },
    ]);
    const { count, rows } = await readPage(db, view, {
      where: modelsOf(workspaceId, task),
      order: MODEL_ORDER,
      ...windowOf(query),
    });
    return page(
      count,
      rows.map((row) => toSegmentationModel(row)),
    );
  });

  route(app, 'GET /segmentation/v2/model/{id}', async ({ params, db, scope }) => {
    const model = await scope.findRow('segmentation_model', params.id, { what });
    return toSegmentationModel(await readOne(db, view, model.id));
  });

  route(app, 'POST /segmentation/v2/model/{id}/request-download', async ({ params, db, scope, user, fileUrl }) => {
    const model = await scope.findRow('segmentation_model', params.id, { what });
    return toSegmentationModel(await readOne(db, view, model.id), fileUrl(await downloadKey(db, model, user)));
  });

  route(app, 'POST /segmentation/v2/model/{id}/take-back', async ({ params, db, scope }) => {
    const model = await scope.findRow('segmentation_model', params.id, { what });
    await takeBack(db, 'segmentation', model.id);
    return toSegmentationModel(await readOne(db, view, model.id));
  });

  route(app, 'POST /segmentation/v2/model/{id}/cancel', async ({ params, db, scope }) => {
    const model = await scope.findRow('segmentation_model', params.id, { what });
    await cancelTraining(db, 'segmentation', model.id);
    return toSegmentationModel(await readOne(db, view, model.id));
  });

  route(
    app,
    'POST /segmentation/v2/predict',
    {
      upload: true,
      prepare: async ({ body, db, scope, user, request }) => {
        const task = await scope.findRow('segmentation_task', taskOf(body), { what: 'Task' });
        const { backEnd, model, labels, keepProb } = await trainedModel(db, app.deps, 'segmentation', task.id);
        const said = await sayOf(await loadRecords(body.records, app.deps, { user, request }), (records) =>
          orNoModel(backEnd.segment({ task: task.id, model, labels, records })),
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
