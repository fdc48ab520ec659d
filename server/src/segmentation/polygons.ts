import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { badField } from '../errors';
import { windowOf } from '../http/links';
import { route } from '../http/route';
import { asJson, requireFresh, sentOnly } from '../rows/edit';
import { readOne, readPage } from '../rows/view';
import { findNamed, listWorkspace } from '../rows/workspace';
import { boundingBox, checkPolygon } from '../shapes/geometry';
import { messages } from '../shapes/messages';
import { polygonView as view } from './queries';

const POLYGON = '/segmentation/v2/polygon/{id}';
const what = 'Polygon';

/** Polygons on images. */
export function polygonRoutes(app: FastifyInstance): void {
  route(app, 'GET /segmentation/v2/polygon/', async ({ query, db, scope, page }) => {
    const workspaceId = await listWorkspace(scope, [
      { table: 'training_image', ids: [query.image], field: 'image', what: 'Image' },
      { table: 'segmentation_label', ids: [query.labels], field: 'labels', what: 'Label' },
    ]);
    const where = [sql`p.workspace_id = ${workspaceId}`];
    if (query.image) where.push(sql`p.image_id = ${query.image}`);
    if (query.labels) where.push(sql`p.segmentation_label_id = ${query.labels}`);
    const { count, rows } = await readPage(db, view, { where, order: sql`p.created desc, p.id`, ...windowOf(query) });
    return page(count, rows);
  });

  route(app, 'POST /segmentation/v2/polygon/', async ({ body, db, scope, user }) => {
    const image = await scope.findRow('training_image', body.image, { what: 'Image' });
    const label = await findNamed(scope, 'segmentation_label', body.segmentation_label, image.workspace_id, {
      field: 'segmentation_label',
      what: 'Label',
    });
    checkPolygon(body.data, image);
    const polygon = await db
      .insertInto('polygon')
      .values({
        workspace_id: image.workspace_id,
        image_id: image.id,
        segmentation_label_id: label.id,
        data: body.data,
        bbox: boundingBox(body.data),
        created_by: user.id,
        ...sentOnly({ meta_data: asJson(body.meta_data) }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return readOne(db, view, polygon.id);
  });

  route(app, `GET ${POLYGON}`, async ({ params, db, scope }) => {
    const polygon = await scope.findRow('polygon', params.id, { what });
    return readOne(db, view, polygon.id);
  });

  route(app, `PUT ${POLYGON}/`, async ({ params, body, db, scope }) => {
    const polygon = await scope.findRow('polygon', params.id, { what, lock: true });
    if (body.image)
      await scope.requireSameWorkspace('training_image', [body.image], polygon.workspace_id, { field: 'image', what: 'Image' });
    if (body.image && body.image !== polygon.image_id) throw badField('image', messages.otherImage);
    if (body.segmentation_label) {
      await scope.requireSameWorkspace('segmentation_label', [body.segmentation_label], polygon.workspace_id, {
        field: 'segmentation_label',
        what: 'Label',
      });
    }
    await requireFresh(body.version, polygon, () => readOne(db, view, polygon.id));
    if (body.data) checkPolygon(body.data, await scope.findRow('training_image', polygon.image_id, { what: 'Image' }));
    await db
      .updateTable('polygon')
      .set({
        ...sentOnly({
          data: body.data,
          bbox: body.data && boundingBox(body.data),
          segmentation_label_id: body.segmentation_label,
          meta_data: asJson(body.meta_data),
        }),
        version: sql`version + 1`,
      })
      .where('id', '=', polygon.id)
      .execute();
    return readOne(db, view, polygon.id);
  });

  route(app, `DELETE ${POLYGON}`, async ({ params, db, scope }) => {
    const polygon = await scope.findRow('polygon', params.id, { what, lock: true });
    await db.deleteFrom('polygon').where('id', '=', polygon.id).execute();
    return undefined;
  });

  route(app, 'DELETE /segmentation/v2/polygon/image', async ({ query, body, db, scope }) => {
    const id = body?.image ?? query.image;
    if (!id) throw badField('image', messages.required);
    const image = await scope.findRow('training_image', id, { what: 'Image' });
    await db.deleteFrom('polygon').where('image_id', '=', image.id).execute();
    return undefined;
  });
}
