import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Scope } from '../access/scope';
import type { Db } from '../database/connection';
import { HttpError } from '../errors';
import { toLimitOffset } from '../http/links';
import { route } from '../http/route';
import { listImageReferences } from '../recognition/images/filter';
import { readOne, readPage } from '../rows/view';
import { findReferencedRow, requireReferencedRows } from '../rows/references';
import { listChangedImages, compareVersions, picturesOf, type Compared } from './compare-versions';
import { createVersion } from './create-version';
import { messages } from './messages';
import { findVersion } from './read-version';
import { datasetView } from './view';

const what = 'Dataset';
const ONE = '/recognition/v2/dataset/{id}';

/** Dataset versions: made by hand or by a training, listed, compared and forgotten (ADR 0067). */
export function bindDatasets(app: FastifyInstance): void {
  route(app, 'GET /recognition/v2/dataset/', async ({ query, db, scope, page }) => {
    const where = [sql`d.workspace_id = ${scope.resolveWorkspace().id}`];
    const { count, rows } = await readPage(db, datasetView, { where, order: sql`d.created desc, d.id`, ...toLimitOffset(query) });
    return page(count, rows);
  });

  route(app, 'POST /recognition/v2/dataset/', async ({ body: { workspace: _, ...order }, db, scope, user }) => {
    const { id: workspaceId } = scope.resolveWorkspace();
    await scope.requireSameWorkspace('training_image', order.images ?? [], workspaceId, { field: 'images', entityName: 'Image' });
    await requireReferencedRows(scope, listImageReferences(order.filter ?? {}), workspaceId);
    return readOne(db, datasetView, await createVersion(db, { workspaceId, order, userId: user.id }));
  });

  route(app, `GET ${ONE}`, async ({ params, db, scope }) => {
    const { id } = await scope.findRow('dataset_version', params.id, { entityName: what });
    return readOne(db, datasetView, id);
  });

  route(app, `DELETE ${ONE}`, async ({ params, db, scope }) => {
    const { id } = await scope.findRow('dataset_version', params.id, { entityName: what, lock: true });
    const { training } = await readOne(db, datasetView, id);
    if (training?.model) throw new HttpError(400, messages.ofModel);
    await db.deleteFrom('dataset_version').where('id', '=', id).execute();
    return undefined;
  });

  route(app, `GET ${ONE}/changes`, async ({ params, query, db, scope }) => {
    const [before, after] = await pairOf(db, scope, params.id, query.since);
    return {
      before: await readOne(db, datasetView, before.version.id),
      after: await readOne(db, datasetView, after.version.id),
      ...(await compareVersions(db, before, after)),
    };
  });

  route(app, `GET ${ONE}/pictures`, async ({ params, query, db, scope, page }) => {
    if (query.since !== undefined && query.change !== undefined) {
      const pair = await pairOf(db, scope, params.id, query.since);
      const { count, rows } = await listChangedImages(db, pair, query.change, toLimitOffset(query));
      return page(count, rows);
    }
    const { id } = await scope.findRow('dataset_version', params.id, { entityName: what });
    const { count, rows } = await picturesOf(db, (await comparedOf(db, id)).version, toLimitOffset(query));
    return page(count, rows);
  });
}

async function pairOf(db: Db, scope: Scope, id: string, since: string | undefined): Promise<[Compared, Compared]> {
  const { workspace_id, created } = await scope.findRow('dataset_version', id, { entityName: what });
  if (since !== undefined)
    await findReferencedRow(scope, 'dataset_version', since, workspace_id, { field: 'since', entityName: what });
  const before = since ?? (await madeBefore(db, workspace_id, created)) ?? id;
  return [await comparedOf(db, before), await comparedOf(db, id)];
}

async function madeBefore(db: Db, workspaceId: string, created: Date): Promise<string | null> {
  const found = await db
    .selectFrom('dataset_version')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'ready')
    .where('created', '<', created)
    .orderBy('created', 'desc')
    .executeTakeFirst();
  return found?.id ?? null;
}

/** Throws 400 while it is being made. */
async function comparedOf(db: Db, id: string): Promise<Compared> {
  const version = await findVersion(db, id);
  if (!version) throw new HttpError(400, messages.notReady);
  if (version.name !== null) return { version, domain: null };
  const { training } = await readOne(db, datasetView, id);
  return { version, domain: training?.domain ?? domainOf(version) };
}

/** Of a training of before whose model is gone: that of its labels. */
function domainOf({ labels }: Compared['version']): Compared['domain'] {
  return (['recognition', 'detection', 'segmentation'] as const).find((of) => labels.some((label) => label.of === of)) ?? null;
}
