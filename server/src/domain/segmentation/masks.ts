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
import { maskKind } from './mask-kind';
import { maskView as view } from './queries';

const MASK = '/segmentation/v2/mask/{id}';

/** Binds the routes of masks on images. */
export function bindMaskRoutes(app: FastifyInstance): void {
  route(app, 'GET /segmentation/v2/mask/', async ({ query, db, scope, page }) => {
    const workspaceId = await resolveListWorkspace(scope, [
      { table: 'training_image', ids: [query.image], field: 'image', entityName: 'Image' },
      { table: 'segmentation_label', ids: [query.labels], field: 'labels', entityName: 'Label' },
    ]);
    const where = [sql`m.workspace_id = ${workspaceId}`];
    if (query.image) where.push(sql`m.image_id = ${query.image}`);
    if (query.labels) where.push(sql`m.segmentation_label_id = ${query.labels}`);
    const { count, rows } = await readPage(db, view, { where, order: sql`m.created desc, m.id`, ...toLimitOffset(query) });
    return page(count, rows);
  });

  route(app, 'POST /segmentation/v2/mask/', { hasBulkCall: true }, async (context) => {
    const { body, db } = context;
    const readRow = (id: string) => readOne(db, view, id);
    return readRow(await writeShape(context, maskKind, { op: 'create', ...body }, readRow));
  });

  route(app, 'POST /segmentation/v2/mask/bulk', { largeBody: true, audit: getShapesAudit }, (context) =>
    writeShapesInBulk(context, maskKind, context.body.items, (ids) => readMany(context.db, view, ids)),
  );

  route(app, `GET ${MASK}`, async ({ params, db, scope }) => {
    const mask = await scope.findRow('mask', params.id, { entityName: maskKind.entityName });
    return readOne(db, view, mask.id);
  });

  route(app, `PUT ${MASK}/`, async (context) => {
    const { params, body, db } = context;
    const readRow = (id: string) => readOne(db, view, id);
    return readRow(await writeShape(context, maskKind, { op: 'change', id: params.id, ...body }, readRow));
  });

  route(app, `DELETE ${MASK}`, async (context) => {
    const { params, db } = context;
    await writeShape(context, maskKind, { op: 'delete', id: params.id }, (id) => readOne(db, view, id));
    return undefined;
  });

  route(app, 'DELETE /segmentation/v2/mask/image', async (context) => {
    const id = context.body?.image ?? context.query.image;
    if (!id) throw badField('image', messages.required);
    await deleteShapesOnImage(context, maskKind, id);
    return undefined;
  });
}
