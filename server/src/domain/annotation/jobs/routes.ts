import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { toLimitOffset } from '../../../platform/http/route/links';
import { route } from '../../../platform/http/route/route';
import { withoutLimits } from '../../../platform/access/job-access';
import { joinTransaction } from '../../../platform/database/transaction';
import { requireCurrentVersion } from '../../../data-access/rows/partial-update';
import { containsText, readOne, readPage } from '../../../data-access/rows/view';
import { resolveListWorkspace } from '../../../data-access/rows/references';
import { deleteFilesAfterCommit } from '../../../data-access/shapes/write-shape';
import { countRemainingItems, leaseBatch } from './items/batch';
import { addItems, removeItems } from './items/items';
import { canWorkOn, requireEnoughAssignees, setAssignees } from './members/members';
import { isPaused } from './members/pause';
import { jobView as view } from './queries';
import {
  attachTask,
  deleteJob,
  detachTask,
  editJob,
  findJob,
  finishItems,
  reopenItems,
  setDoneLabel,
  setFlow,
  type JobKind,
} from './write';

/** Binds the routes of image jobs and similarity jobs, which have the same calls. */
export function bindAllJobRoutes(app: FastifyInstance): void {
  bindJobRoutes(app, 'image');
  bindJobRoutes(app, 'similarity');
  bindImageRoutes(app);
}

function bindJobRoutes(app: FastifyInstance, kind: JobKind): void {
  const listPath = `/annotate/v2/${kind}job/` as const;
  const itemPath = `/annotate/v2/${kind}job/{id}` as const;

  route(app, `GET ${listPath}`, async ({ query, db, scope, page }) => {
    const imageId = 'image' in query ? query.image : undefined;
    const groupId = 'group' in query ? query.group : undefined;
    const workspaceId = await resolveListWorkspace(scope, [
      { table: 'training_image', ids: [imageId], field: 'image', entityName: 'Image' },
      { table: 'similarity_group', ids: [groupId], field: 'group', entityName: 'Group' },
    ]);
    const where = [sql`j.workspace_id = ${workspaceId}`, sql`j.type = ${kind}`];
    if (query.search) where.push(sql`${containsText('j.name', query.search)}`);
    if (imageId) where.push(sql`exists (select 1 from job_item i where i.job_id = j.id and i.image_id = ${imageId})`);
    if (groupId) where.push(sql`exists (select 1 from job_item i where i.job_id = j.id and i.group_id = ${groupId})`);
    const { count, rows } = await readPage(db, view, { where, order: sql`lower(j.name), j.id`, ...toLimitOffset(query) });
    return page(count, rows);
  });

  route(app, `POST ${listPath}`, async ({ body, db, scope, user }) => {
    const { workspace: _, assignees, ...fields } = body;
    const job = await db
      .insertInto('annotation_job')
      .values({ ...fields, type: kind, workspace_id: scope.resolveWorkspace().id, created_by: user.id })
      .returning(['id', 'workspace_id', 'todo_number', 'name', 'type'])
      .executeTakeFirstOrThrow();
    await requireEnoughAssignees(db, { ...job, todo_number: 1 }, { todo_number: job.todo_number, assignees });
    await setAssignees(db, job, assignees, user.id);
    return readOne(db, view, job.id);
  });

  route(app, `GET ${itemPath}`, async ({ params, db, scope }) => readOne(db, view, (await findJob(scope, kind, params.id)).id));

  route(app, `PUT ${itemPath}`, async ({ params, body, db, scope, user }) => {
    const job = await findJob(scope, kind, params.id, { lock: true });
    await requireCurrentVersion(body.version, job, () => readOne(db, view, job.id));
    await editJob(db, job, body, user);
    return readOne(db, view, job.id);
  });

  route(app, `DELETE ${itemPath}`, async ({ params, db, scope }) => {
    await deleteJob(db, await findJob(scope, kind, params.id, { lock: true }));
    return undefined;
  });

  route(app, `POST ${itemPath}/add-task`, async ({ params, body, db, scope }) => {
    const job = await findJob(scope, kind, params.id);
    await attachTask(db, scope, job, body.task_id);
    return readOne(db, view, job.id);
  });

  route(app, `POST ${itemPath}/remove-task`, async ({ params, body, db, scope }) => {
    const job = await findJob(scope, kind, params.id);
    await detachTask(db, scope, job, body.task_id);
    return readOne(db, view, job.id);
  });

  route(app, `POST ${itemPath}/set-flow`, async ({ params, body, db, scope }) => {
    const job = await findJob(scope, kind, params.id, { lock: true });
    await setFlow(db, scope, job, body.flow_id);
    return readOne(db, view, job.id);
  });

  route(app, `POST ${itemPath}/set-label`, async ({ params, body, db, scope }) => {
    const job = await findJob(scope, kind, params.id, { lock: true });
    await setDoneLabel(db, scope, job, body.label_id);
    return readOne(db, view, job.id);
  });

  route(app, `POST ${itemPath}/add-items`, async ({ params, body, db, scope }) => {
    return addItems(db, scope, await findJob(scope, kind, params.id), body.items, 'items');
  });

  route(app, `POST ${itemPath}/remove-items`, async ({ params, body, db, scope }) => {
    await removeItems(db, scope, await findJob(scope, kind, params.id), body.items, 'items');
    return {};
  });

  // This GET writes leases, so it needs a transaction, which GET routes do not have by default.
  route(app, `GET ${itemPath}/get-batch/`, async ({ params, db, scope, user }) => {
    return joinTransaction(db, async (trx) => {
      const job = await findJob(scope.withDb(trx), kind, params.id, { lock: true });
      if (!(await canWorkOn(trx, job, user.id))) return { results: [] };
      if (await isPaused(trx, job.id, user.id)) return { results: [], paused: true };
      return withoutLimits(trx, async () => {
        const results = await leaseBatch(trx, job, user.id);
        return results.length > 0 ? { results } : { results, with_others: await countRemainingItems(trx, job, user.id) };
      });
    });
  });

  route(app, `POST ${itemPath}/mark-done`, async ({ params, body, db, scope, user, ...context }) => {
    const job = await findJob(scope, kind, params.id, { lock: true });
    const { orphanedFiles, lateItems } = await finishItems(db, scope, job, body.items, user.id, body);
    deleteFilesAfterCommit(context, orphanedFiles);
    return { ...(await readOne(db, view, job.id)), late_items: lateItems };
  });

  route(app, `POST ${itemPath}/unmark-done`, async ({ params, body, db, scope, user }) => {
    const job = await findJob(scope, kind, params.id, { lock: true });
    await reopenItems(db, scope, job, body.items, user.id);
    return readOne(db, view, job.id);
  });
}

function bindImageRoutes(app: FastifyInstance): void {
  route(app, 'POST /annotate/v2/imagejob/{id}/add-images', async ({ params, body, db, scope }) => {
    return addItems(db, scope, await findJob(scope, 'image', params.id), body.images, 'images');
  });

  route(app, 'POST /annotate/v2/imagejob/{id}/remove-images', async ({ params, body, db, scope }) => {
    await removeItems(db, scope, await findJob(scope, 'image', params.id), body.images, 'images');
    return {};
  });
}
