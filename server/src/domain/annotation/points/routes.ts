import type { Point } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { toLimitOffset } from '../../../platform/http/route/links';
import { route, type Handler } from '../../../platform/http/route/route';
import { toIsoTimestamp, readMany, readOne, readPage, type View } from '../../../data-access/rows/view';
import { resolveListWorkspace } from '../../../data-access/rows/references';
import { writeShape } from '../../../data-access/shapes/write-shape';
import { getShapesAudit, writeShapesInBulk } from '../../../data-access/shapes/bulk-write';
import { pointKind } from './kind';

const POINT = '/annotate/v2/point/{id}';

const view: View<Point> = {
  from: sql`point p`,
  id: sql`p.id`,
  columns: sql<Point>`
    p.id, p.workspace_id as workspace, json_build_object('id', p.image_id) as image, p.name, p.data, ${toIsoTimestamp('p.created')} as created, p.version`,
};

/** Binds the routes of named points on images. */
export function bindPointRoutes(app: FastifyInstance): void {
  route(app, 'GET /annotate/v2/point/', async ({ query, db, scope, page }) => {
    const workspaceId = await resolveListWorkspace(scope, [
      { table: 'training_image', ids: [query.image], field: 'image', entityName: 'Image' },
    ]);
    const where = [sql`p.workspace_id = ${workspaceId}`];
    if (query.image) where.push(sql`p.image_id = ${query.image}`);
    const { count, rows } = await readPage(db, view, { where, order: sql`p.created desc, p.id`, ...toLimitOffset(query) });
    return page(count, rows);
  });

  route(app, 'POST /annotate/v2/point/', { hasBulkCall: true }, async (context) => {
    const readRow = (id: string) => readOne(context.db, view, id);
    return readRow(await writeShape(context, pointKind, { op: 'create', ...context.body }, readRow));
  });

  route(app, 'POST /annotate/v2/point/bulk', { largeBody: true, audit: getShapesAudit }, (context) =>
    writeShapesInBulk(context, pointKind, context.body.items, (ids) => readMany(context.db, view, ids)),
  );

  route(app, `GET ${POINT}`, async ({ params, db, scope }) => {
    const point = await scope.findRow('point', params.id, { entityName: pointKind.entityName });
    return readOne(db, view, point.id);
  });

  const edit: Handler<`PATCH ${typeof POINT}`> = async (context) => {
    const { params, body, db } = context;
    const readRow = (id: string) => readOne(db, view, id);
    return readRow(await writeShape(context, pointKind, { op: 'change', id: params.id, ...body }, readRow));
  };
  route(app, `PUT ${POINT}/`, edit);
  route(app, `PATCH ${POINT}`, edit);

  route(app, `DELETE ${POINT}`, async (context) => {
    const { params, db } = context;
    await writeShape(context, pointKind, { op: 'delete', id: params.id }, (id) => readOne(db, view, id));
    return undefined;
  });
}
