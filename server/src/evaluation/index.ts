import type { Evaluation } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { windowOf } from '../http/links';
import { route } from '../http/route';
import { backEndOf } from '../models/predict';
import { enqueueMissingPredictions } from '../models/predict-test-images';
import { iso, readOne, readPage, type View } from '../rows/view';
import { makeEvaluation } from './make';

type Summary = Omit<Evaluation, 'result'>;

const summaryColumns = sql<Summary>`e.id, e.workspace_id as workspace, ${iso('e.created')} as created`;
const listView: View<Summary> = { from: sql`evaluation e`, id: sql`e.id`, columns: summaryColumns };
const view: View<Evaluation> = { ...listView, columns: sql<Evaluation>`${summaryColumns}, e.result` };

/** Binds the calls under /annotate/v2/evaluation. */
export function bindEvaluation(app: FastifyInstance): void {
  route(app, 'GET /annotate/v2/evaluation', async ({ query, db, scope, page }) => {
    const where = [sql`e.workspace_id = ${scope.workspace().id}`];
    const { count, rows } = await readPage(db, listView, { where, order: sql`e.created desc, e.id`, ...windowOf(query) });
    return page(count, rows);
  });

  route(app, 'POST /annotate/v2/evaluation', async ({ db, scope, user }) => {
    const { id: workspaceId } = scope.workspace();
    const id = await makeEvaluation(db, workspaceId, user.id);
    // It goes by what is stored; once the models have seen the rest, another is made of all.
    if (backEndOf(app.deps)) await enqueueMissingPredictions(db, workspaceId, user.id);
    return readOne(db, view, id);
  });

  route(app, 'GET /annotate/v2/evaluation/{id}', async ({ params, db, scope }) => {
    const evaluation = await scope.findRow('evaluation', params.id, { what: 'Evaluation' });
    return readOne(db, view, evaluation.id);
  });
}
