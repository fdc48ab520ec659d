import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { badField } from '../../platform/errors';
import { toLimitOffset } from '../../platform/http/route/links';
import { route } from '../../platform/http/route/route';
import { readMany, readOne, readPage } from '../../data-access/rows/view';
import { resolveListWorkspace } from '../../data-access/rows/references';
import { deleteShapesOnImage, writeShape } from '../../data-access/shapes/write-shape';
import { getShapesAudit, writeShapesInBulk } from '../../data-access/shapes/bulk-write';
import { messages } from '../../data-access/shapes/messages';
import { polygonKind } from './polygon-kind';
import { polygonView as view } from './queries';

const POLYGON = '/segmentation/v2/polygon/{id}';

/** Binds the routes of polygons on images. */
export function bindPolygonRoutes(app: FastifyInstance): void {
  route(app, 'GET /segmentation/v2/polygon/', async ({ query, db, scope, page }) => {
    const workspaceId = await resolveListWorkspace(scope, [
      { table: 'training_image', ids: [query.image], field: 'image', entityName: 'Image' },
      { table: 'segmentation_label', ids: [query.labels], field: 'labels', entityName: 'Label' },
    ]);
    const where = [sql`p.workspace_id = ${workspaceId}`];
    if (query.image) where.push(sql`p.image_id = ${query.image}`);
    if (query.labels) where.push(sql`p.segmentation_label_id = ${query.labels}`);
    const { count, rows } = await readPage(db, view, { where, order: sql`p.created desc, p.id`, ...toLimitOffset(query) });
    return page(count, rows);
  });

  route(app, 'POST /segmentation/v2/polygon/', { hasBulkCall: true }, async (context) => {
    const { body, db } = context;
    const readRow = (id: string) => readOne(db, view, id);
    return readRow(await writeShape(context, polygonKind, { op: 'create', ...body }, readRow));
  });

  route(app, 'POST /segmentation/v2/polygon/bulk', { largeBody: true, audit: getShapesAudit }, (context) =>
    writeShapesInBulk(context, polygonKind, context.body.items, (ids) => readMany(context.db, view, ids)),
  );

  route(app, `GET ${POLYGON}`, async ({ params, db, scope }) => {
    const polygon = await scope.findRow('polygon', params.id, { entityName: polygonKind.entityName });
    return readOne(db, view, polygon.id);
  });

  route(app, `PUT ${POLYGON}/`, async (context) => {
    const { params, body, db } = context;
    const readRow = (id: string) => readOne(db, view, id);
    return readRow(await writeShape(context, polygonKind, { op: 'change', id: params.id, ...body }, readRow));
  });

  route(app, `DELETE ${POLYGON}`, async (context) => {
    const { params, db } = context;
    await writeShape(context, polygonKind, { op: 'delete', id: params.id }, (id) => readOne(db, view, id));
    return undefined;
  });

  route(app, 'DELETE /segmentation/v2/polygon/image', async (context) => {
    const id = context.body?.image ?? context.query.image;
    if (!id) throw badField('image', messages.required);
    await deleteShapesOnImage(context, polygonKind, id);
    return undefined;
  });
}
