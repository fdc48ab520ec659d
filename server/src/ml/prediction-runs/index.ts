import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { HttpError } from '../../platform/errors';
import { toLimitOffset } from '../../platform/http/route/links';
import { route } from '../../platform/http/route/route';
import { messages as models } from '../models/model/messages';
import { listUntrainable } from '../models/list-untrainable';
import { DOMAINS } from '../models/model/state';
import { findCurrentModel } from '../models/model/current-model';
import { getBackEnd } from '../models/predict';
import { readOne, readPage } from '../../data-access/rows/view';
import { resolveListWorkspace } from '../../data-access/rows/references';
import { enqueueRun } from './enqueue-run';
import { PREDICT_IMAGES } from './kinds';
import { readSplit } from './read-split';
import { runView, createSuspectFilter, suspectView } from './queries';

/** Registers the calls for prediction runs over the images of a workspace, and for suspected annotation errors. */
export function bindPredictionRuns(app: FastifyInstance): void {
  for (const domain of DOMAINS) {
    route(app, `POST /${domain}/v2/task/{id}/predict-images`, async ({ params, body, db, scope, user }) => {
      const task = await scope.findRow(`${domain}_task`, params.id, { entityName: 'Task', lock: true });
      const model = getBackEnd(app.deps) && (await findCurrentModel(db, domain, task.id));
      if (!model) throw new HttpError(400, models.noModel);
      const trainingImages = body?.training_images ?? true;
      const run = { domain, task, model, userId: user.id, kind: PREDICT_IMAGES, input: { trainingImages } };
      return readOne(db, runView, (await enqueueRun(db, run)).id);
    });
    route(app, `GET /${domain}/v2/task/{id}/split`, async ({ params, db, scope, fileUrl }) => {
      const task = await scope.findRow(`${domain}_task`, params.id, { entityName: 'Task' });
      const { builtInModels: isTrainingEnabled, findSimilar: comparesImages } = app.deps.config;
      return readSplit(db, domain, task, { isTrainingEnabled, comparesImages, fileUrl });
    });
    route(app, `GET /${domain}/v2/cannot-train`, async ({ db, scope }) => {
      const { id } = scope.resolveWorkspace();
      return { tasks: app.deps.config.builtInModels ? await listUntrainable(db, domain, id) : [] };
    });
  }

  route(app, 'GET /annotate/v2/prediction-run/', async ({ query, db, scope, page }) => {
    const where = [sql`r.workspace_id = ${scope.resolveWorkspace().id}`];
    if (query.domain) where.push(sql`r.${sql.ref(`${query.domain}_task_id`)} is not null`);
    const { count, rows } = await readPage(db, runView, { where, order: sql`r.created desc, r.id`, ...toLimitOffset(query) });
    return page(count, rows);
  });

  route(app, 'GET /annotate/v2/suspect/', async ({ query, db, scope, page }) => {
    const workspaceId = await resolveListWorkspace(scope, [
      { table: 'prediction_run', ids: [query.run], field: 'run', entityName: 'Run' },
      { table: 'training_image', ids: [query.image], field: 'image', entityName: 'Image' },
    ]);
    const where = [sql`s.workspace_id = ${workspaceId}`, ...createSuspectFilter(query.state, query.sureness_from)];
    if (query.run) where.push(sql`s.run_id = ${query.run}`);
    if (query.image) where.push(sql`s.image_id = ${query.image}`);
    if (query.kind) where.push(sql`s.kind = ${query.kind}`);
    if (query.sureness_to !== undefined) where.push(sql`s.sureness <= ${query.sureness_to}`);
    const { count, rows } = await readPage(db, suspectView, {
      where,
      order: sql`s.sureness desc, s.id`,
      ...toLimitOffset(query),
    });
    return page(count, rows);
  });

  route(app, 'PUT /annotate/v2/suspect/{id}', async ({ params, body, db, scope, user }) => {
    const suspect = await scope.findRow('suspect', params.id, { entityName: 'Suspect', lock: true });
    const isOpen = body.state === 'open';
    await db
      .updateTable('suspect')
      .set({ state: body.state, decided: isOpen ? null : sql<Date>`clock_timestamp()`, decided_by: isOpen ? null : user.id })
      .where('id', '=', suspect.id)
      .execute();
    return readOne(db, suspectView, suspect.id);
  });
}
