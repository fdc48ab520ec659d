import type { FastifyInstance } from 'fastify';
import { windowOf } from '../../http/links';
import { route } from '../../http/route';
import { cancelTraining, downloadKey, MODEL_ORDER, modelsOf, takeBack, trainedHereOf } from '../../models/calls';
import { kept, OK, orNoModel, statusOf, taskOf, trainedModel } from '../../models/predict';
import { modelView, queueModel, type ModelRow } from '../../models/queue';
import { loadRecords, sayOf, withoutPicture } from '../../models/records';
import { readOne, readPage } from '../../rows/view';
import { listWorkspace } from '../../rows/workspace';

const what = 'Model';
const view = modelView('recognition');

/** Training of recognition tasks, their models, and prediction. */
export function modelRoutes(app: FastifyInstance): void {
  route(app, 'POST /recognition/v2/task/{id}/train', async ({ params, db, scope, user }) => {
    const task = await scope.findRow('recognition_task', params.id, { what: 'Task', lock: true });
    return modelAnswer(await readOne(db, view, await queueModel(db, 'recognition', task, { user, config: app.deps.config })));
  });

  route(app, 'GET /recognition/v2/model/', async ({ query, db, scope, page }) => {
    const workspaceId = await listWorkspace(scope, [
      { table: 'recognition_task', ids: [query.task], field: 'task', what: 'Task' },
    ]);
    const where = modelsOf(workspaceId, query.task);
    const { count, rows } = await readPage(db, view, { where, order: MODEL_ORDER, ...windowOf(query) });
    return page(
      count,
      rows.map((row) => modelAnswer(row)),
    );
  });

  route(app, 'GET /recognition/v2/model/{id}', async ({ params, db, scope }) => {
    const model = await scope.findRow('recognition_model', params.id, { what });
    return modelAnswer(await readOne(db, view, model.id));
  });

  route(app, 'POST /recognition/v2/model/{id}/request-download', async ({ params, db, scope, user, fileUrl }) => {
    const model = await scope.findRow('recognition_model', params.id, { what });
    return modelAnswer(await readOne(db, view, model.id), fileUrl(await downloadKey(db, model, user)));
  });

  route(app, 'POST /recognition/v2/model/{id}/take-back', async ({ params, db, scope }) => {
    const model = await scope.findRow('recognition_model', params.id, { what });
    await takeBack(db, 'recognition', model.id);
    return modelAnswer(await readOne(db, view, model.id));
  });

  route(app, 'POST /recognition/v2/model/{id}/cancel', async ({ params, db, scope }) => {
    const model = await scope.findRow('recognition_model', params.id, { what });
    await cancelTraining(db, 'recognition', model.id);
    return modelAnswer(await readOne(db, view, model.id));
  });

  route(
    app,
    'POST /recognition/v2/classify/',
    {
      upload: true,
      prepare: async ({ body, db, scope, user, request }) => {
        const task = await scope.findRow('recognition_task', taskOf(body), { what: 'Task' });
        const { backEnd, model, labels, keepProb } = await trainedModel(db, app.deps, 'recognition', task.id);
        const said = await sayOf(await loadRecords(body.records, app.deps, { user, request }), (records) =>
          orNoModel(backEnd.classify({ task: task.id, model, labels, records })),
        );
        return said.map((record) => record && kept(record, labels, body.keep_prob ?? keepProb));
      },
    },
    async ({ body, prepared }) => ({
      records: body.records.map((record, index) => ({
        ...withoutPicture(record),
        _status: statusOf(prepared[index]),
        best_label: prepared[index]?.[0] ?? null,
        labels: prepared[index] ?? [],
      })),
      status: OK,
    }),
  );
}

function modelAnswer(row: ModelRow, download: string | null = null) {
  const { id, task_id, task_name, train_status, error, created, number } = row;
  const model = { id, task: task_id, task_name, train_status, error, created, version: number };
  return { ...model, model_path_download: download, ...trainedHereOf(row) };
}
