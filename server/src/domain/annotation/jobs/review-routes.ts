import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { isLimitedToOwnStatistics } from '../../../platform/access/statistics-visibility';
import { toLimitOffset } from '../../../platform/http/route/links';
import { route } from '../../../platform/http/route/route';
import { requireCurrentVersion } from '../../../data-access/rows/partial-update';
import { readOne, readPage } from '../../../data-access/rows/view';
import { findReferencedRow, resolveListWorkspace } from '../../../data-access/rows/references';
import { readJobMembers } from './members/members';
import { readReviewItems } from './review/review-items';
import { decideRemark, remarkView, sendBack, awaitsUser } from './review/remarks';
import { readAgreement } from './agreement/agreement';
import { readFurtherUsers } from './members/further-users';
import { readLabelMatchItems, requireWorkspaceLabels } from './agreement/label-agreement';
import { readSnapshots } from './work/snapshots';
import { hidesGold } from './items/hides-gold';
import { annotatesOpenItem, hidesOpenItems } from './work/blind';
import { selectReadableWork } from './work/readable-work';
import { findJob } from './write';

/** Binds the routes for reviewing jobs: sending items back, progress per user, and agreement between users. */
export function bindReviewRoutes(app: FastifyInstance): void {
  route(app, 'POST /annotate/v2/imagejob/{id}/send-back', async ({ params, body, db, scope, user }) => {
    const job = await findJob(scope, 'image', params.id, { lock: true });
    return readOne(db, remarkView, await sendBack(db, scope, job, body, user.id));
  });

  route(app, 'GET /annotate/v2/imagejob/{id}/to-review/', async ({ params, query, db, scope, user, page }) => {
    const job = await findJob(scope, 'image', params.id);
    if (hidesGold(job) && !scope.isAllowed(job.workspace_id, 'review')) return page(0, []);
    const { count, rows } = await readReviewItems(db, job, user.id, toLimitOffset(query));
    return page(count, rows);
  });

  route(app, 'GET /annotate/v2/remark/', async ({ query, db, scope, user, page }) => {
    const workspaceId = await resolveListWorkspace(scope, [
      { table: 'annotation_job', ids: [query.job], field: 'job', entityName: 'Job' },
      { table: 'training_image', ids: [query.image], field: 'image', entityName: 'Image' },
    ]);
    const where = [sql`m.workspace_id = ${workspaceId}`];
    if (query.job) where.push(sql`m.job_id = ${query.job}`);
    if (query.image) where.push(sql`i.image_id = ${query.image}`);
    if (query.state) where.push(sql`m.state = ${query.state}`);
    if (!scope.isAllowed(workspaceId, 'review')) where.push(sql`m.author_id = ${user.id}`);
    if (query.mine !== undefined) where.push(query.mine ? awaitsUser(user.id) : sql`not ${awaitsUser(user.id)}`);
    const { count, rows } = await readPage(db, remarkView, { where, order: sql`m.created, m.id`, ...toLimitOffset(query) });
    return page(count, rows);
  });

  route(app, 'PUT /annotate/v2/remark/{id}', async ({ params, body, db, scope, user }) => {
    const { job_id } = await scope.findRow('job_remark', params.id, { entityName: 'Remark' });
    // Every write locks the job first, to avoid deadlocks.
    const job = await findJob(scope, 'image', job_id, { lock: true });
    const remark = await scope.findRow('job_remark', params.id, { entityName: 'Remark', lock: true });
    await requireCurrentVersion(body.version, remark, () => readOne(db, remarkView, remark.id));
    await decideRemark(db, job, remark, body, user.id);
    return readOne(db, remarkView, remark.id);
  });

  for (const type of ['image', 'similarity'] as const)
    route(app, `GET /annotate/v2/${type}job/{id}/people`, async ({ params, db, scope, user }) => {
      const job = await findJob(scope, type, params.id);
      const isLimited = await isLimitedToOwnStatistics(db, scope, job.workspace_id);
      return { results: await readJobMembers(db, job, isLimited ? user.id : null) };
    });

  route(app, 'GET /annotate/v2/imagejob/{id}/agreement', async ({ params, db, scope, user, fileUrl }) => {
    const job = await findJob(scope, 'image', params.id);
    const isLimited = await isLimitedToOwnStatistics(db, scope, job.workspace_id);
    const onlyUser = isLimited ? user.id : null;
    const agreement = await readAgreement(db, job, { onlyUser, fileUrl, onlyClosed: hidesOpenItems(scope, job) });
    const furtherUsers = await readFurtherUsers(db, job);
    return furtherUsers ? { ...agreement, further_people: furtherUsers } : agreement;
  });

  route(app, 'GET /annotate/v2/imagejob/{id}/label-matches', async ({ params, query, db, scope, fileUrl }) => {
    const job = await findJob(scope, 'image', params.id);
    if (!query.first || !query.second) return { results: [] };
    await requireWorkspaceLabels(db, scope, job, [query.first, query.second]);
    const readableWork = selectReadableWork(job, hidesOpenItems(scope, job));
    return { results: await readLabelMatchItems(db, readableWork, [query.first, query.second], fileUrl) };
  });

  route(app, 'GET /annotate/v2/imagejob/{id}/snapshots', async ({ params, query, db, scope, user }) => {
    const job = await findJob(scope, 'image', params.id);
    if (!query.image) return { results: [] };
    const image = await findReferencedRow(scope, 'training_image', query.image, job.workspace_id, {
      field: 'image',
      entityName: 'Image',
    });
    const isOwnOnly = hidesOpenItems(scope, job) || (await annotatesOpenItem(db, job, image.id, user.id));
    return { results: await readSnapshots(db, job, image.id, isOwnOnly ? user.id : null) };
  });
}
