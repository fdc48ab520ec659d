import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { badField } from '../../../platform/errors';
import { toLimitOffset } from '../../../platform/http/route/links';
import { route } from '../../../platform/http/route/route';
import { readMany, readOne, readPage } from '../../../data-access/rows/view';
import { resolveListWorkspace } from '../../../data-access/rows/references';
import { deleteShapesOnImage, writeShape } from '../../../data-access/shapes/write-shape';
import { getShapesAudit, writeShapesInBulk } from '../../../data-access/shapes/bulk-write';
import { messages } from '../../../data-access/shapes/messages';
import { skeletonKind } from './kind';
import { skeletonView as view } from './queries';

const SKELETON = '/detection/v2/skeleton/{id}';

/** Binds the routes of skeletons on images. */
export function bindSkeletonRoutes(app: FastifyInstance): void {
  route(app, 'GET /detection/v2/skeleton/', async ({ query, db, scope, page }) => {
    const workspaceId = await resolveListWorkspace(scope, [
      { table: 'training_image', ids: [query.image], field: 'image', entityName: 'Image' },
      { table: 'detection_label', ids: [query.labels], field: 'labels', entityName: 'Label' },
    ]);
    const where = [sql`s.workspace_id = ${workspaceId}`];
    if (query.image) where.push(sql`s.image_id = ${query.image}`);
    if (query.labels) where.push(sql`s.detection_label_id = ${query.labels}`);
    const { count, rows } = await readPage(db, view, { where, order: sql`s.created desc, s.id`, ...toLimitOffset(query) });
    return page(count, rows);
  });

  route(app, 'POST /detection/v2/skeleton/', { hasBulkCall: true }, async (context) => {
    const { body, db } = context;
    const readRow = (id: string) => readOne(db, view, id);
    return readRow(await writeShape(context, skeletonKind, { op: 'create', ...body }, readRow));
  });

  route(app, 'POST /detection/v2/skeleton/bulk', { largeBody: true, audit: getShapesAudit }, (context) =>
    writeShapesInBulk(context, skeletonKind, context.body.items, (ids) => readMany(context.db, view, ids)),
  );

  route(app, `GET ${SKELETON}`, async ({ params, db, scope }) => {
    const skeleton = await scope.findRow('skeleton', params.id, { entityName: skeletonKind.entityName });
    return readOne(db, view, skeleton.id);
  });

  route(app, `PUT ${SKELETON}/`, async (context) => {
    const { params, body, db } = context;
    const readRow = (id: string) => readOne(db, view, id);
    return readRow(await writeShape(context, skeletonKind, { op: 'change', id: params.id, ...body }, readRow));
  });

  route(app, `DELETE ${SKELETON}`, async (context) => {
    const { params, db } = context;
    await writeShape(context, skeletonKind, { op: 'delete', id: params.id }, (id) => readOne(db, view, id));
    return undefined;
  });

  route(app, 'DELETE /detection/v2/skeleton/image', async (context) => {
    const id = context.body?.image ?? context.query.image;
    if (!id) throw badField('image', messages.required);
    await deleteShapesOnImage(context, skeletonKind, id);
    return undefined;
  });
}
