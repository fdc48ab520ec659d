import type { Evaluation, EvaluationSummary } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { toLimitOffset } from '../../platform/http/route/links';
import type { CallContext } from '../../platform/http/route/handler';
import type { Db } from '../../platform/database/connection';
import { notFound } from '../../platform/errors';
import { route } from '../../platform/http/route/route';
import { DOMAIN_SERVICES, type ModelDomain } from '../../ml/models/model/kinds';
import { getBackEnd } from '../../ml/models/predict';
import { enqueueMissingPredictions } from '../../ml/models/predict-test-images';
import { toIsoTimestamp, readOne, readPage, type RowView } from '../../data-access/rows/view';
import { computeTaskMetrics, listDecisions, requireLabels, findEvaluationTask } from './task-queries';
import { IMAGES_DELETED } from './stored-evaluation';
import { createEvaluation } from './create-evaluation';
import { startEvaluation } from './evaluate-task';
import { readLearningCurve } from './read-curve';
import { compareModels, findModelPair } from './compare-models';

const summaryColumns = sql<EvaluationSummary>`
  e.id, e.workspace_id as workspace, ${toIsoTimestamp('e.created')} as created, e.of_task,
  (select json_build_object('id', u.id, 'username', u.username) from app_user u where u.id = e.created_by) as created_by,
  coalesce((
    select json_agg(json_build_object('id', t.task_id, 'name', t.name, 'domain', t.domain, 'type', t.type, 'model', t.model_id,
      'model_number', t.model_number, 'threshold', t.threshold, 'pictures', (
        select count(*)::int from evaluation_picture p where p.evaluation_id = e.id and p.task_id = t.task_id)) order by lower(t.name), t.task_id)
    from evaluation_task t where t.evaluation_id = e.id), '[]') as tasks,
  (select json_build_object('id', w.id, 'workspace', w.workspace_id, 'kind', w.kind, 'status', w.state, 'done', w.progress_done,
    'total', w.progress_total, 'error', w.error, 'created', ${toIsoTimestamp('w.created')}, 'finished', ${toIsoTimestamp('w.finished')})
    from long_work w where w.id = e.work_id) as work`;
const listView: RowView<EvaluationSummary> = { from: sql`evaluation e`, id: sql`e.id`, columns: summaryColumns };
const evaluationView: RowView<Evaluation> = {
  ...listView,
  columns: sql<Evaluation>`${summaryColumns}, e.result, ${IMAGES_DELETED} as pictures_gone`,
};

/** Registers the calls for evaluations and comparisons of models. */
export function bindEvaluation(app: FastifyInstance): void {
  type TaskCall = Pick<CallContext<'POST /detection/v2/task/{id}/evaluate'>, 'params' | 'body' | 'db' | 'scope' | 'user'>;
  const startTaskEvaluation = async (domain: ModelDomain, { params, body, db, scope, user }: TaskCall) => {
    const task = await scope.findRow(`${domain}_task`, params.id, { entityName: 'Task', lock: true });
    if (body?.model) await scope.findRow(`${domain}_model`, body.model, { entityName: 'Model' });
    return readOne(db, evaluationView, await startEvaluation(db, app.deps, { domain, task, userId: user.id }, body?.model));
  };
  route(app, 'POST /recognition/v2/task/{id}/evaluate', (call) => startTaskEvaluation('recognition', call));
  route(app, 'POST /detection/v2/task/{id}/evaluate', (call) => startTaskEvaluation('detection', call));
  route(app, 'POST /segmentation/v2/task/{id}/evaluate', (call) => startTaskEvaluation('segmentation', call));

  route(app, 'GET /annotate/v2/model-comparison/', async ({ query: { domain, model }, db, scope, fileUrl }) => {
    const row = await scope.findRow(`${domain}_model`, model, { entityName: 'Model', service: DOMAIN_SERVICES[domain] });
    return compareModels(db, await findModelPair(db, domain, row), fileUrl);
  });

  route(app, 'GET /annotate/v2/learning-curve/', async ({ query: { domain, task: id, target }, db, scope }) => {
    const task = await scope.findRow(`${domain}_task`, id, { entityName: 'Task', service: DOMAIN_SERVICES[domain] });
    return readLearningCurve(db, { domain, task: task.id, target });
  });

  route(app, 'GET /annotate/v2/evaluation', async ({ query, db, scope, page }) => {
    const where = [sql`e.workspace_id = ${scope.resolveWorkspace().id}`];
    if (query.task) {
      await requireTask(db, scope.resolveWorkspace().id, query.task);
      where.push(sql`exists (select from evaluation_task t where t.evaluation_id = e.id and t.task_id = ${query.task})`);
    }
    const { count, rows } = await readPage(db, listView, { where, order: sql`e.created desc, e.id`, ...toLimitOffset(query) });
    return page(count, rows);
  });

  route(app, 'POST /annotate/v2/evaluation', async ({ db, scope, user }) => {
    const { id: workspaceId } = scope.resolveWorkspace();
    const id = await createEvaluation(db, workspaceId, user.id);
    // This evaluation uses the predictions that are stored now. After the models have predicted the other images, another
    // evaluation is created.
    if (getBackEnd(app.deps)) await enqueueMissingPredictions(db, workspaceId, user.id);
    return readOne(db, evaluationView, id);
  });

  route(app, 'GET /annotate/v2/evaluation/{id}', async ({ params, db, scope }) => {
    const evaluation = await scope.findRow('evaluation', params.id, { entityName: 'Evaluation' });
    return readOne(db, evaluationView, evaluation.id);
  });

  route(app, 'GET /annotate/v2/evaluation/{id}/measures', async ({ params, query, db, scope }) => {
    const evaluation = await scope.findRow('evaluation', params.id, { entityName: 'Evaluation' });
    const task = await findEvaluationTask(db, evaluation.id, query.task);
    return computeTaskMetrics(db, evaluation.id, task, query.threshold);
  });

  route(app, 'GET /annotate/v2/evaluation/{id}/pictures', async ({ params, query, db, scope, page, fileUrl }) => {
    const evaluation = await scope.findRow('evaluation', params.id, { entityName: 'Evaluation' });
    const task = await findEvaluationTask(db, evaluation.id, query.task, query.label ?? query.truth);
    await requireLabels(db, evaluation.id, [query.truth, query.said, query.label, query.among]);
    const { count, rows } = await listDecisions(db, evaluation.id, task, { ...query, ...toLimitOffset(query) });
    return page(
      count,
      rows.map(({ shown_key, thumb_key, ...row }) => ({
        ...row,
        img_path: fileUrl(shown_key),
        thumb_img_path: fileUrl(thumb_key),
      })),
    );
  });
}

/** Throws 404 unless the workspace has the task or has an evaluation of it. */
async function requireTask(db: Db, workspaceId: string, taskId: string): Promise<void> {
  const { rows } = await sql`
    select from evaluation_task t join evaluation e on e.id = t.evaluation_id where t.task_id = ${taskId} and e.workspace_id = ${workspaceId}
    union all select from recognition_task where id = ${taskId} and workspace_id = ${workspaceId}
    union all select from detection_task where id = ${taskId} and workspace_id = ${workspaceId}
    union all select from segmentation_task where id = ${taskId} and workspace_id = ${workspaceId} limit 1`.execute(db);
  if (rows.length === 0) throw notFound('Task');
}
