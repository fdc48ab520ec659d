import { rm } from 'node:fs/promises';
import { ExportRequest } from '@console/shared-contract/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { hasMemberPermission } from '../../platform/access/member-role';
import type { Db } from '../../platform/database/connection';
import { messages as datasetMessages } from '../datasets/messages';
import { countVersionImages, findVersion } from '../datasets/read-version';
import { HttpError } from '../../platform/errors';
import { recordEvents } from '../../platform/events/record-events';
import { searchFacets } from '../../data-access/facets';
import { createUploadFolder } from '../../platform/files/upload-folder';
import { getBaseUrl } from '../../platform/http/route/links';
import { route } from '../../platform/http/route/route';
import { toWorkspaceImageFilter, listImageReferences } from '../../domain/recognition/images/filter';
import { findReferencedRow, requireReferencedRows } from '../../data-access/rows/references';
import { startExport } from './export';
import { messages } from './messages';

/** How long the URLs of an export are valid after its request. */
const URL_LIFETIME_SECONDS = 86_400;
/** Maximum number of exports that one server reads from the database at the same time. Each export uses one connection. */
const MAX_CONCURRENT_EXPORTS = 3;

interface Claims {
  use: string;
  id: string;
}

/** Binds the routes of exports. */
export function bindExports(app: FastifyInstance): void {
  const createUrl = (request: FastifyRequest, id: string, expiresIn: number) =>
    `${getBaseUrl(request)}/api/exports/${app.jwt.sign({ use: 'export', id }, { expiresIn })}`;

  route(app, 'POST /recognition/v2/training-image/export', async ({ body, db, scope, user, request }) => {
    const { id: workspace_id } = scope.resolveWorkspace();
    await scope.requireSameWorkspace('training_image', body.images ?? [], workspace_id, { field: 'images', entityName: 'Image' });
    await requireReferencedRows(scope, listImageReferences(body.filter ?? {}), workspace_id);
    if (body.version !== undefined) {
      const version = await findReferencedRow(scope, 'dataset_version', body.version, workspace_id, {
        field: 'version',
        entityName: 'Dataset',
      });
      if (version.state !== 'ready') throw new HttpError(400, datasetMessages.notReady);
    }
    const { id } = await db
      .insertInto('export_order')
      .values({ workspace_id, created_by: user.id, input: JSON.stringify(body) })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { address: createUrl(request, id, URL_LIFETIME_SECONDS), images: await countImages(db, workspace_id, body) };
  });

  route(app, 'GET /recognition/v2/export/{id}', async ({ params, scope, request }) => {
    const { id, workspace_id, input, created, finished } = await scope.findRow('export_order', params.id, {
      entityName: 'Export',
    });
    const expirationTime = new Date(created.getTime() + URL_LIFETIME_SECONDS * 1_000);
    const remainingSeconds = Math.floor((expirationTime.getTime() - Date.now()) / 1_000);
    if (remainingSeconds <= 0) throw new HttpError(410, messages.urlExpired);
    return {
      id,
      workspace: workspace_id,
      format: ExportRequest.parse(input).format,
      address: createUrl(request, id, remainingSeconds),
      created: created.toISOString(),
      finished: finished?.toISOString() ?? null,
      expires: expirationTime.toISOString(),
    };
  });

  let runningExports = 0;
  app.route<{ Params: { token: string } }>({
    method: 'GET',
    url: '/exports/:token',
    // A HEAD request would write the complete export.
    exposeHeadRoute: false,
    schema: { hide: true },
    handler: async (request, reply) => {
      const { db, files } = app.deps;
      const { id, workspaceId, exportRequest } = await findExportRequest(app, request.params.token);
      if (runningExports >= MAX_CONCURRENT_EXPORTS) throw new HttpError(503, messages.busy, {}, { 'retry-after': '5' });
      const exportFolder = await createUploadFolder();
      const deleteFolder = () => rm(exportFolder, { recursive: true, force: true });
      let writing = Promise.resolve();
      runningExports += 1;
      try {
        const filter = await toWorkspaceImageFilter(db, workspaceId, exportRequest.filter ?? {});
        const version = exportRequest.version === undefined ? null : await findVersion(db, exportRequest.version);
        // The version was deleted after the export was requested.
        if (exportRequest.version !== undefined && !version) throw new HttpError(410, messages.urlExpired);
        const running = await startExport(
          { db, files },
          { workspaceId, request: exportRequest, filter, version },
          exportFolder,
          () => recordWrittenExport(db, id, exportRequest.format),
        );
        const { zip } = running;
        writing = running.written;
        // `close` is emitted when the download is complete or aborted. Even after an abort, the export is written to its end: the user is
        // then notified and can download it again.
        zip.once('close', () => void writing.then(deleteFolder));
        return await reply
          .headers({
            'content-type': 'application/zip',
            'content-disposition': `attachment; filename="export-${exportRequest.format}.zip"`,
            'x-content-type-options': 'nosniff',
            'cache-control': 'no-store',
          })
          .send(zip);
      } catch (error) {
        await deleteFolder();
        throw error;
      } finally {
        void writing.then(() => (runningExports -= 1));
      }
    },
  });
}

async function countImages(
  db: Db,
  workspaceId: string,
  { images, filter, version, only_verified }: ExportRequest,
): Promise<number> {
  if (version !== undefined) return countVersionImages(db, version, only_verified);
  if (images) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from training_image i where i.id = any(${images}::uuid[])
        and (${!only_verified} or exists (select from image_verification v where v.image_id = i.id))`.execute(db);
    return rows[0]?.count ?? 0;
  }
  const matchingImages = await toWorkspaceImageFilter(db, workspaceId, filter ?? {});
  if (!matchingImages) return 0;
  const filterTerms = only_verified ? [...matchingImages.terms, { kind: 'image.verified' as const }] : matchingImages.terms;
  return (await searchFacets(db, { ...matchingImages, terms: filterTerms }, 0, 0)).count;
}

/**
 * Returns the requested export of a download URL. Throws 410 if the URL has expired, or if the user who requested it may no longer export.
 */
async function findExportRequest(
  app: FastifyInstance,
  token: string,
): Promise<{ id: string; workspaceId: string; exportRequest: ExportRequest }> {
  const expiredError = new HttpError(410, messages.urlExpired, {}, { 'cache-control': 'no-store' });
  const claims = (() => {
    try {
      return app.jwt.verify<Claims>(token);
    } catch {
      throw expiredError;
    }
  })();
  if (claims.use !== 'export') throw expiredError;
  const { rows } = await sql<{ workspace_id: string; input: unknown }>`
    select e.workspace_id, e.input from export_order e
    join membership m on m.workspace_id = e.workspace_id and m.user_id = e.created_by join workspace w on w.id = m.workspace_id
    where e.id = ${claims.id} and ${hasMemberPermission('manage')}`.execute(app.deps.db);
  const [row] = rows;
  if (!row) throw expiredError;
  return { id: claims.id, workspaceId: row.workspace_id, exportRequest: ExportRequest.parse(row.input) };
}

/**
 * Records the event `export.finished` when all files of an export are written for the first time. Later downloads of the same URL record
 * nothing.
 */
async function recordWrittenExport(db: Db, id: string, format: ExportRequest['format']): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const storedExport = await trx
      .updateTable('export_order')
      .set({ finished: sql<Date>`clock_timestamp()` })
      .where('id', '=', id)
      .where('finished', 'is', null)
      .returning(['workspace_id', 'created_by'])
      .executeTakeFirst();
    if (!storedExport) return;
    const { workspace_id: workspaceId, created_by: userId } = storedExport;
    await recordEvents(trx, [{ kind: 'export.finished', workspaceId, userId, entityId: id, data: { format } }]);
  });
}

/** Deletes exports whose URLs have expired. */
export async function deleteExpiredExports(db: Db): Promise<void> {
  await sql`delete from export_order where created < clock_timestamp() - interval '1 day'`.execute(db);
}
