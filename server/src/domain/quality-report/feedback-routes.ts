import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { readOne, readPage } from '../../data-access/rows/view';
import type { Scope } from '../../platform/access/scope';
import { toLimitOffset } from '../../platform/http/route/links';
import { route } from '../../platform/http/route/route';
import type { JobRow } from '../annotation/jobs/items/items';
import { findJob } from '../annotation/jobs/write';
import { appealView, decideAppeal } from './appeals';
import { giveFeedback, storeAppeal } from './feedback';
import { toListedImage } from './listed-image';
import { findTask } from './load-scores';

/** Binds the routes by which annotators get feedback on gold-standard items and appeal against them. */
export function bindGoldFeedback(app: FastifyInstance): void {
  for (const kind of ['image', 'similarity'] as const) {
    route(app, `POST /annotate/v2/${kind}job/{id}/gold-feedback`, async ({ params, body, db, scope, user }) => {
      const job = await findJob(scope, kind, params.id, { lock: true });
      await requireTargetInWorkspace(scope, job, body.item);
      return { feedback: await giveFeedback(db, job, body.item, user.id) };
    });

    route(app, `POST /annotate/v2/${kind}job/{id}/appeal`, async ({ params, body, db, scope, user }) => {
      const job = await findJob(scope, kind, params.id, { lock: true });
      await requireTargetInWorkspace(scope, job, body.item);
      await storeAppeal(db, job, body.item, user.id, body.text);
      return {};
    });
  }

  route(app, 'GET /annotate/v2/gold-appeal/', async ({ query, db, scope, user, page, fileUrl }) => {
    const task = query.task ? await findTask(db, scope, query.task) : null;
    const job = query.job ? await scope.findRow('annotation_job', query.job, JOB) : null;
    const workspaceId = task?.workspaceId ?? job?.workspace_id ?? scope.resolveWorkspace().id;
    const where = [sql`a.workspace_id = ${workspaceId}`];
    if (task) where.push(sql`g.domain = ${task.domain} and g.task_id = ${task.id}`);
    if (job) where.push(sql`a.job_id = ${job.id}`);
    if (query.state) where.push(sql`a.state = ${query.state}`);
    if (!scope.isAllowed(workspaceId, 'review')) where.push(sql`a.user_id = ${user.id}`);
    const order = sql`a.state = 'open' desc, a.created desc, a.id`;
    const { count, rows } = await readPage(db, appealView, { where, order, ...toLimitOffset(query) });
    return page(
      count,
      rows.map((row) => toListedImage(row, fileUrl)),
    );
  });

  route(app, 'PUT /annotate/v2/gold-appeal/{id}', async ({ params, body, db, scope, user, fileUrl }) => {
    const { job_id } = await scope.findRow('gold_appeal', params.id, { entityName: 'Appeal' });
    // Every write locks the job first, to avoid deadlocks.
    const job = await scope.findRow('annotation_job', job_id, { ...JOB, lock: true });
    const row = await scope.findRow('gold_appeal', params.id, { entityName: 'Appeal', lock: true });
    await decideAppeal(db, job, row, body.state, user.id);
    return toListedImage(await readOne(db, appealView, row.id), fileUrl);
  });
}

const JOB = { entityName: 'Job' };

/** Throws 404 unless the image or group is in the workspace of the job. */
const requireTargetInWorkspace = (scope: Scope, job: JobRow, id: string) =>
  scope.requireSameWorkspace(job.type === 'image' ? 'training_image' : 'similarity_group', [id], job.workspace_id, {
    field: 'item',
    entityName: job.type === 'image' ? 'Image' : 'Group',
  });
