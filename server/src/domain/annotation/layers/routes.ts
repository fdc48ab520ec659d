import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { joinTransaction } from '../../../platform/database/transaction';
import { route } from '../../../platform/http/route/route';
import { annotatesOpenItem } from '../jobs/work/blind';
import { findJob } from '../jobs/write';
import { readLayers, toLayerShape } from './layer-rows';
import { listVersions, restoreVersion } from './layer-versions';
import { createLayer, findLayeredItem, lockOpenLayer } from './open-layer';
import {
  changeImageLabels,
  changeObjectLabels,
  createLabelAddition,
  createLabelRemoval,
  deleteShape,
  putShape,
} from './write-layer';

const JOB = '/annotate/v2/imagejob/{id}' as const;
const LAYER = '/annotate/v2/layer/{id}' as const;
const SHAPE = '/annotate/v2/layer/{id}/shape/{shape_id}' as const;

/** Binds the calls of layers: the work of each user in a job in which users work independently. */
export function bindLayerRoutes(app: FastifyInstance): void {
  // This GET creates the layer, so it needs a transaction, which GET routes do not have by default.
  route(app, `GET ${JOB}/layer`, async ({ params, query, db, scope, user }) =>
    joinTransaction(db, async (trx) => {
      const job = await findJob(scope.withDb(trx), 'image', params.id);
      const item = await findLayeredItem(trx, scope.withDb(trx), job, query.image);
      await createLayer(trx, job, item, user.id);
      const [layer] = await readLayers(trx, sql`y.item_id = ${item} and y.user_id = ${user.id}`);
      if (!layer) throw new Error('the layer was created but cannot be read');
      return layer;
    }),
  );

  route(app, `GET ${JOB}/layers`, async ({ params, query, db, scope, user }) => {
    const job = await findJob(scope, 'image', params.id);
    const item = await findLayeredItem(db, scope, job, query.image);
    const isOwnOnly = query.image !== undefined && (await annotatesOpenItem(db, job, query.image, user.id));
    return { results: await readLayers(db, sql`y.item_id = ${item} ${isOwnOnly ? sql`and y.user_id = ${user.id}` : sql``}`) };
  });

  route(app, `GET ${LAYER}/versions`, async ({ params, db, scope }) => ({ results: await listVersions(db, scope, params.id) }));

  route(app, `POST ${LAYER}/restore-version`, async ({ params, body, db, scope, user }) => {
    const layer = await lockOpenLayer(db, scope, params.id, user.id);
    await restoreVersion(db, layer, body.layer_version);
    return (await readLayers(db, sql`y.id = ${layer.id}`))[0]!;
  });

  route(app, `PUT ${SHAPE}`, async ({ params, body, db, scope, user }) => {
    const layer = await lockOpenLayer(db, scope, params.id, user.id);
    return toLayerShape(db, await putShape(db, scope, layer, params.shape_id, body));
  });

  route(app, `DELETE ${SHAPE}`, async ({ params, db, scope, user }) => {
    await deleteShape(db, await lockOpenLayer(db, scope, params.id, user.id), params.shape_id);
    return undefined;
  });

  route(app, `POST ${SHAPE}/add-label`, async ({ params, body, db, scope, user }) => {
    const layer = await lockOpenLayer(db, scope, params.id, user.id);
    const change = await createLabelAddition(scope, layer, body);
    return toLayerShape(db, await changeObjectLabels(db, layer, params.shape_id, change));
  });

  route(app, `POST ${SHAPE}/remove-label`, async ({ params, body, db, scope, user }) => {
    const layer = await lockOpenLayer(db, scope, params.id, user.id);
    const change = await createLabelRemoval(scope, layer, body.label_id);
    return toLayerShape(db, await changeObjectLabels(db, layer, params.shape_id, change));
  });

  route(app, `POST ${LAYER}/add-label`, async ({ params, body, db, scope, user }) => {
    const layer = await lockOpenLayer(db, scope, params.id, user.id);
    await changeImageLabels(db, layer, await createLabelAddition(scope, layer, body));
    return (await readLayers(db, sql`y.id = ${layer.id}`))[0]!;
  });

  route(app, `POST ${LAYER}/remove-label`, async ({ params, body, db, scope, user }) => {
    const layer = await lockOpenLayer(db, scope, params.id, user.id);
    await changeImageLabels(db, layer, await createLabelRemoval(scope, layer, body.label_id));
    return (await readLayers(db, sql`y.id = ${layer.id}`))[0]!;
  });
}
