import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Scope } from '../../platform/access/scope';
import type { Db } from '../../platform/database/connection';
import { HttpError } from '../../platform/errors';
import { toLimitOffset } from '../../platform/http/route/links';
import { route } from '../../platform/http/route/route';
import { listImageReferences } from '../../domain/recognition/images/filter';
import { readOne, readPage } from '../../data-access/rows/view';
import { findReferencedRow, requireReferencedRows } from '../../data-access/rows/references';
import { listChangedImages, compareVersions, listVersionImages, type ComparedVersion } from './compare-versions';
import { createVersion } from './create-version';
import { messages } from './messages';
import { findVersion } from './read-version';
import { datasetView } from './view';

const ENTITY_NAME = 'Dataset';
const DATASET_PATH = '/recognition/v2/dataset/{id}';

/** Binds the routes of dataset versions (ADR 0067). */
export function bindDatasets(app: FastifyInstance): void {
  route(app, 'GET /recognition/v2/dataset/', async ({ query, db, scope, page }) => {
    const conditions = [sql`d.workspace_id = ${scope.resolveWorkspace().id}`];
    const { count, rows } = await readPage(db, datasetView, {
      where: conditions,
      order: sql`d.created desc, d.id`,
      ...toLimitOffset(query),
    });
    return page(count, rows);
  });

  route(app, 'POST /recognition/v2/dataset/', async ({ body: { workspace: _, ...request }, db, scope, user }) => {
    const { id: workspaceId } = scope.resolveWorkspace();
    await scope.requireSameWorkspace('training_image', request.images ?? [], workspaceId, {
      field: 'images',
      entityName: 'Image',
    });
    await requireReferencedRows(scope, listImageReferences(request.filter ?? {}), workspaceId);
    return readOne(db, datasetView, await createVersion(db, { workspaceId, request, userId: user.id }));
  });

  route(app, `GET ${DATASET_PATH}`, async ({ params, db, scope }) => {
    const { id } = await scope.findRow('dataset_version', params.id, { entityName: ENTITY_NAME });
    return readOne(db, datasetView, id);
  });

  route(app, `DELETE ${DATASET_PATH}`, async ({ params, db, scope }) => {
    const { id } = await scope.findRow('dataset_version', params.id, { entityName: ENTITY_NAME, lock: true });
    const { training } = await readOne(db, datasetView, id);
    if (training?.model) throw new HttpError(400, messages.usedByModel);
    await db.deleteFrom('dataset_version').where('id', '=', id).execute();
    return undefined;
  });

  route(app, `GET ${DATASET_PATH}/changes`, async ({ params, query, db, scope }) => {
    const [before, after] = await findComparedPair(db, scope, params.id, query.since);
    return {
      before: await readOne(db, datasetView, before.version.id),
      after: await readOne(db, datasetView, after.version.id),
      ...(await compareVersions(db, before, after)),
    };
  });

  route(app, `GET ${DATASET_PATH}/pictures`, async ({ params, query, db, scope, page }) => {
    if (query.since !== undefined && query.change !== undefined) {
      const pair = await findComparedPair(db, scope, params.id, query.since);
      const { count, rows } = await listChangedImages(db, pair, query.change, toLimitOffset(query));
      return page(count, rows);
    }
    const { id } = await scope.findRow('dataset_version', params.id, { entityName: ENTITY_NAME });
    const { count, rows } = await listVersionImages(db, (await findComparedVersion(db, id)).version, toLimitOffset(query));
    return page(count, rows);
  });
}

async function findComparedPair(
  db: Db,
  scope: Scope,
  id: string,
  changedSince: string | undefined,
): Promise<[ComparedVersion, ComparedVersion]> {
  const { workspace_id, created } = await scope.findRow('dataset_version', id, { entityName: ENTITY_NAME });
  if (changedSince !== undefined)
    await findReferencedRow(scope, 'dataset_version', changedSince, workspace_id, { field: 'since', entityName: ENTITY_NAME });
  const previousId = changedSince ?? (await findPreviousVersion(db, workspace_id, created)) ?? id;
  return [await findComparedVersion(db, previousId), await findComparedVersion(db, id)];
}

async function findPreviousVersion(db: Db, workspaceId: string, createdTime: Date): Promise<string | null> {
  const previousVersion = await db
    .selectFrom('dataset_version')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'ready')
    .where('created', '<', createdTime)
    .orderBy('created', 'desc')
    .executeTakeFirst();
  return previousVersion?.id ?? null;
}

/**
 * Returns a version, with the domain of the training that created it, for a comparison. The domain is null if a user created the version.
 * Throws 400 while the version is being created.
 */
async function findComparedVersion(db: Db, id: string): Promise<ComparedVersion> {
  const version = await findVersion(db, id);
  if (!version) throw new HttpError(400, messages.notReady);
  if (version.name !== null) return { version, domain: null };
  const { training } = await readOne(db, datasetView, id);
  return { version, domain: training?.domain ?? guessDomain(version) };
}

/** Guesses the domain from the labels, for a training of an earlier release whose model was deleted. */
function guessDomain({ labels }: ComparedVersion['version']): ComparedVersion['domain'] {
  return (
    (['recognition', 'detection', 'segmentation'] as const).find((domain) => labels.some((label) => label.of === domain)) ?? null
  );
}
