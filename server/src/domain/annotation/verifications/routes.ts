import type { SimilarityVerification, Verification } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { z } from 'zod';
import { syncFacets } from '../../../data-access/facets';
import { notFound } from '../../../platform/errors';
import { findGroupLayer, findVerifiedLayer, verifyLayer, withdrawLayerVerification } from '../../quality/group-layers/own-layer';
import { requireNoGroupErrors } from '../../quality/rules/group-rules';
import { listVerificationSyncs, verifyEmptyImage, verifyImages } from '../../recognition/images/verify';
import { toLimitOffset } from '../../../platform/http/route/links';
import { route } from '../../../platform/http/route/route';
import { toIsoTimestamp, readOne, readPage, type RowView } from '../../../data-access/rows/view';
import { resolveListWorkspace } from '../../../data-access/rows/references';

const entityName = 'Verification';

const imageView: RowView<Verification> = {
  from: sql`image_verification v join app_user u on u.id = v.user_id`,
  id: sql`v.id`,
  columns: sql<Verification>`v.id, json_build_object('id', u.id, 'username', u.username) as user, v.image_id as image, ${toIsoTimestamp('v.created')} as created, v.nothing_to_annotate, v.model_id as model`,
};

const groupView: RowView<z.output<typeof SimilarityVerification>> = {
  from: sql`readable_similarity_verification v join app_user u on u.id = v.user_id`,
  id: sql`v.id`,
  columns: sql<
    z.output<typeof SimilarityVerification>
  >`v.id, json_build_object('id', u.id, 'username', u.username) as user, v.group_id, ${toIsoTimestamp('v.created')} as created`,
};

/**
 * Binds the routes of image and group verifications. A verification always belongs to the caller, whatever user the body names.
 */
export function bindVerificationRoutes(app: FastifyInstance): void {
  route(app, 'GET /annotate/v2/verification/', async ({ query, db, scope, page }) => {
    const workspaceId = await resolveListWorkspace(scope, [
      { table: 'training_image', ids: [query.image], field: 'image', entityName: 'Image' },
    ]);
    const where = [sql`v.workspace_id = ${workspaceId}`];
    if (query.image) where.push(sql`v.image_id = ${query.image}`);
    const { count, rows } = await readPage(db, imageView, { where, order: sql`v.created desc, v.id`, ...toLimitOffset(query) });
    return page(count, rows);
  });

  route(app, 'POST /annotate/v2/verification/', { audit: 'verify' }, async ({ body, db, scope, user }) => {
    const image = await scope.findRow('training_image', body.image_id, { entityName: 'Image', lock: true });
    if (body.nothing_to_annotate) await verifyEmptyImage(db, image.workspace_id, image.id, user.id);
    else await verifyImages(db, image.workspace_id, [image.id], user.id);
    const { id } = await db
      .selectFrom('image_verification')
      .select('id')
      .where('image_id', '=', image.id)
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    return readOne(db, imageView, id);
  });

  route(app, 'DELETE /annotate/v2/verification/{id}', async ({ params, db, scope }) => {
    const verification = await scope.findRow('image_verification', params.id, { entityName });
    const image = await scope.findRow('training_image', verification.image_id, { entityName, lock: true });
    const deletedRow = await db
      .deleteFrom('image_verification')
      .where('id', '=', verification.id)
      .returning('id')
      .executeTakeFirst();
    if (!deletedRow) throw notFound(entityName);
    await syncFacets(db, image.workspace_id, listVerificationSyncs([image.id]));
    return undefined;
  });

  route(app, 'GET /annotate/v2/similarity-verification/', async ({ query, db, scope, page }) => {
    const workspaceId = await resolveListWorkspace(scope, [
      { table: 'similarity_group', ids: [query.group], field: 'group', entityName: 'Group' },
    ]);
    const where = [sql`v.workspace_id = ${workspaceId}`];
    if (query.group) where.push(sql`v.group_id = ${query.group}`);
    const { count, rows } = await readPage(db, groupView, { where, order: sql`v.created desc, v.id`, ...toLimitOffset(query) });
    return page(count, rows);
  });

  route(app, 'POST /annotate/v2/similarity-verification/', { audit: 'verify' }, async ({ body, db, scope, user }) => {
    const group = await scope.findRow('similarity_group', body.group_id, { entityName: 'Group', lock: true });
    const layer = await findGroupLayer(db, group.id);
    await requireNoGroupErrors(db, group.workspace_id, group.id, { isLayer: layer !== undefined });
    if (layer) {
      const created = (await verifyLayer(db, layer)).toISOString();
      return { id: layer.id, user: { id: user.id, username: user.username }, group_id: group.id, created };
    }
    await db
      .insertInto('similarity_verification')
      .values({ workspace_id: group.workspace_id, group_id: group.id, user_id: user.id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { id } = await db
      .selectFrom('similarity_verification')
      .select('id')
      .where('group_id', '=', group.id)
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    return readOne(db, groupView, id);
  });

  route(app, 'DELETE /annotate/v2/similarity-verification/{id}', async ({ params, db, scope }) => {
    const layer = await findVerifiedLayer(db, params.id);
    if (layer) {
      await scope.findRow('similarity_group', layer.group, { entityName: 'Group', lock: true });
      await withdrawLayerVerification(db, layer);
      return undefined;
    }
    const verification = await scope.findRow('similarity_verification', params.id, { entityName, lock: true });
    await db.deleteFrom('similarity_verification').where('id', '=', verification.id).execute();
    return undefined;
  });
}
