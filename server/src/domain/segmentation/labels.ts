import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { toLimitOffset } from '../../platform/http/route/links';
import { route } from '../../platform/http/route/route';
import { requireCurrentVersion, omitUndefined } from '../../data-access/rows/partial-update';
import { containsText, readOne, readPage } from '../../data-access/rows/view';
import { resolveListWorkspace } from '../../data-access/rows/references';
import { segmentationLabelView as view } from './queries';

const LABEL = '/segmentation/v2/label/{id}';
const entityName = 'Label';

/** Binds the routes of segmentation labels. */
export function bindLabelRoutes(app: FastifyInstance): void {
  route(app, 'GET /segmentation/v2/label/', async ({ query, db, scope, page }) => {
    const workspaceId = await resolveListWorkspace(scope, [
      { table: 'segmentation_task', ids: [query.task], field: 'task', entityName: 'Task' },
    ]);
    const where = [sql`l.workspace_id = ${workspaceId}`];
    if (query.search) where.push(sql`${containsText('l.name', query.search)}`);
    if (query.task)
      where.push(sql`exists (select 1 from segmentation_task_label t where t.label_id = l.id and t.task_id = ${query.task})`);
    const { count, rows } = await readPage(db, view, { where, order: sql`lower(l.name), l.id`, ...toLimitOffset(query) });
    return page(count, rows);
  });

  route(app, 'POST /segmentation/v2/label/', async ({ body: { name, color }, db, scope }) => {
    const label = await db
      .insertInto('segmentation_label')
      .values({ workspace_id: scope.resolveWorkspace().id, name, color })
      .returning('id')
      .executeTakeFirstOrThrow();
    return readOne(db, view, label.id);
  });

  route(app, `GET ${LABEL}`, async ({ params, db, scope }) => {
    const label = await scope.findRow('segmentation_label', params.id, { entityName });
    return readOne(db, view, label.id);
  });

  route(app, `PUT ${LABEL}`, async ({ params, body, db, scope }) => {
    const label = await scope.findRow('segmentation_label', params.id, { entityName, lock: true });
    await requireCurrentVersion(body.version, label, () => readOne(db, view, label.id));
    const { name, color } = body;
    await db
      .updateTable('segmentation_label')
      .set({ ...omitUndefined({ name, color }), version: sql`version + 1` })
      .where('id', '=', label.id)
      .execute();
    return readOne(db, view, label.id);
  });

  route(app, `DELETE ${LABEL}`, async ({ params, db, scope }) => {
    const label = await scope.findRow('segmentation_label', params.id, { entityName, lock: true });
    await db.deleteFrom('segmentation_label').where('id', '=', label.id).execute();
    return undefined;
  });
}
