import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { toLimitOffset } from '../../../platform/http/route/links';
import { route } from '../../../platform/http/route/route';
import { requireCurrentVersion, omitUndefined } from '../../../data-access/rows/partial-update';
import { containsText, readOne, readPage } from '../../../data-access/rows/view';
import { resolveListWorkspace } from '../../../data-access/rows/references';
import { detectionLabelView as view } from './queries';
import { attachTask, deleteLabel, detachTask, findLabelTask } from './write';

const LABEL = '/detection/v2/label/{id}';
const entityName = 'Label';

/** Binds the routes of detection labels and their tasks. */
export function bindLabelRoutes(app: FastifyInstance): void {
  route(app, 'GET /detection/v2/label/', async ({ query, db, scope, page }) => {
    const workspaceId = await resolveListWorkspace(scope, [
      { table: 'detection_task', ids: [query.task], field: 'task', entityName: 'Task' },
    ]);
    const where = [sql`l.workspace_id = ${workspaceId}`];
    if (query.search) where.push(sql`${containsText('l.name', query.search)}`);
    if (query.task)
      where.push(sql`exists (select 1 from detection_task_label t where t.label_id = l.id and t.task_id = ${query.task})`);
    const { count, rows } = await readPage(db, view, { where, order: sql`lower(l.name), l.id`, ...toLimitOffset(query) });
    return page(count, rows);
  });

  route(app, 'POST /detection/v2/label/', async ({ body: { name, color }, db, scope }) => {
    const label = await db
      .insertInto('detection_label')
      .values({ workspace_id: scope.resolveWorkspace().id, name, color })
      .returning('id')
      .executeTakeFirstOrThrow();
    return readOne(db, view, label.id);
  });

  route(app, `GET ${LABEL}`, async ({ params, db, scope }) => {
    const label = await scope.findRow('detection_label', params.id, { entityName });
    return readOne(db, view, label.id);
  });

  route(app, `PUT ${LABEL}`, async ({ params, body, db, scope }) => {
    const label = await scope.findRow('detection_label', params.id, { entityName, lock: true });
    await requireCurrentVersion(body.version, label, () => readOne(db, view, label.id));
    const { name, color } = body;
    await db
      .updateTable('detection_label')
      .set({ ...omitUndefined({ name, color }), version: sql`version + 1` })
      .where('id', '=', label.id)
      .execute();
    return readOne(db, view, label.id);
  });

  route(app, `DELETE ${LABEL}`, async ({ params, db, scope, files, afterCommit }) => {
    const orphanedFiles = await deleteLabel(db, await scope.findRow('detection_label', params.id, { entityName, lock: true }));
    afterCommit(async () => {
      await Promise.all(orphanedFiles.map((key) => files.delete(key)));
    });
    return undefined;
  });

  route(app, `POST ${LABEL}/add-task`, async ({ params, body, db, scope }) => {
    const label = await scope.findRow('detection_label', params.id, { entityName });
    await attachTask(db, label, await findLabelTask(scope, label, body.task_id));
    return {};
  });

  route(app, `POST ${LABEL}/remove-task`, async ({ params, body, db, scope }) => {
    const label = await scope.findRow('detection_label', params.id, { entityName });
    await detachTask(db, label, await findLabelTask(scope, label, body.task_id));
    return {};
  });
}
