import type { Point } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../../database/connection';
import { badField } from '../../errors';
import { windowOf } from '../../http/links';
import { route } from '../../http/route';
import type { Scope } from '../../access/scope';
import { requireFresh, sentOnly } from '../../rows/edit';
import { iso, readOne, readPage, type View } from '../../rows/view';
import { listWorkspace } from '../../rows/workspace';
import { checkInside } from '../../shapes/geometry';
import { messages } from '../../shapes/messages';

const POINT = '/annotate/v2/point/{id}';
const what = 'Point';

const view: View<Point> = {
  from: sql`point p`,
  id: sql`p.id`,
  columns: sql<Point>`
    p.id, p.workspace_id as workspace, json_build_object('id', p.image_id) as image, p.name, p.data, ${iso('p.created')} as created, p.version`,
};

/** Named points on images. */
export function pointRoutes(app: FastifyInstance): void {
  route(app, 'GET /annotate/v2/point/', async ({ query, db, scope, page }) => {
    const workspaceId = await listWorkspace(scope, [
      { table: 'training_image', ids: [query.image], field: 'image', what: 'Image' },
    ]);
    const where = [sql`p.workspace_id = ${workspaceId}`];
    if (query.image) where.push(sql`p.image_id = ${query.image}`);
    const { count, rows } = await readPage(db, view, { where, order: sql`p.created desc, p.id`, ...windowOf(query) });
    return page(count, rows);
  });

  route(app, 'POST /annotate/v2/point/', async ({ body, db, scope }) => {
    const image = await scope.findRow('training_image', body.image, { what: 'Image' });
    checkInside(body.data, image);
    const point = await db
      .insertInto('point')
      .values({ workspace_id: image.workspace_id, image_id: image.id, name: body.name, data: body.data })
      .returning('id')
      .executeTakeFirstOrThrow();
    return readOne(db, view, point.id);
  });

  route(app, `GET ${POINT}`, async ({ params, db, scope }) => {
    const point = await scope.findRow('point', params.id, { what });
    return readOne(db, view, point.id);
  });

  route(app, `PUT ${POINT}/`, ({ params, body, db, scope }) => editPoint(db, scope, params.id, body));
  route(app, `PATCH ${POINT}`, ({ params, body, db, scope }) => editPoint(db, scope, params.id, body));

  route(app, `DELETE ${POINT}`, async ({ params, db, scope }) => {
    const point = await scope.findRow('point', params.id, { what, lock: true });
    await db.deleteFrom('point').where('id', '=', point.id).execute();
    return undefined;
  });
}

interface PointEdit {
  image?: string;
  name?: string;
  data?: number[];
  version?: number;
}

async function editPoint(trx: Db, scope: Scope, id: string, { image, name, data, version }: PointEdit): Promise<Point> {
  const point = await scope.findRow('point', id, { what, lock: true });
  if (image) await scope.requireSameWorkspace('training_image', [image], point.workspace_id, { field: 'image', what: 'Image' });
  if (image && image !== point.image_id) throw badField('image', messages.otherImage);
  await requireFresh(version, point, () => readOne(trx, view, id));
  if (data) checkInside(data, await scope.findRow('training_image', point.image_id, { what: 'Image' }));
  await trx
    .updateTable('point')
    .set({ ...sentOnly({ name, data }), version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
  return readOne(trx, view, id);
}
