import { Readable } from 'node:stream';
import { Id, MAX_IMPORT_CHUNK_BYTES, type Permission } from '@console/shared-contract/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { Scope, type ScopedRow } from '../../platform/access/scope';
import type { Db } from '../../platform/database/connection';
import { createFieldError, HttpError, notFound } from '../../platform/errors';
import { authenticate } from '../../platform/http/route/authenticate';
import { messages } from './state/messages';
import { generateReport } from './report';
import { appendPart } from './upload/uploaded-parts';

const PathParameters = z.object({ id: Id, file: Id });
const Offset = z.object({ offset: z.coerce.number().int().min(0).default(0) });

/** Binds the two import routes that do not exchange JSON: chunked uploads and the report. */
export function bindRawImports(app: FastifyInstance): void {
  void app.register(async (scopedApp) => {
    scopedApp.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
    scopedApp.addHook('onRequest', async (request) => {
      request.caller = await authenticate(app, request);
    });

    scopedApp.route({
      method: 'PUT',
      url: '/imports/:id/files/:file',
      bodyLimit: MAX_IMPORT_CHUNK_BYTES,
      schema: { hide: true },
      handler: async (request) => {
        const { db, files } = app.deps;
        const { id, file: fileId } = parseParameters(PathParameters, request.params);
        const { offset } = parseParameters(Offset, request.query, 'offset');
        const importRow = await findImport(request, db, id, 'manage');
        const file = await db
          .selectFrom('import_file')
          .select(['id', 'path', sql<number>`size::float8`.as('size'), sql<number>`received::float8`.as('received')])
          .where('id', '=', fileId)
          .where('import_id', '=', id)
          .executeTakeFirst();
        if (!file) throw notFound('File');
        if (importRow.state !== 'collecting') throw new HttpError(409, messages.wrongState(importRow.state, 'collecting'));
        const content = request.body instanceof Readable ? request.body : Readable.from([]);
        const received = await appendPart({ db, files }, file, { offset, maxBytes: MAX_IMPORT_CHUNK_BYTES }, content);
        return { id: fileId, path: file.path, size: file.size, received };
      },
    });

    scopedApp.route({
      method: 'GET',
      url: '/imports/:id/report.csv',
      exposeHeadRoute: false,
      schema: { hide: true },
      handler: async (request, reply) => {
        const { db } = app.deps;
        const { id } = parseParameters(PathParameters.pick({ id: true }), request.params);
        await findImport(request, db, id, 'view');
        return reply
          .headers({
            'content-type': 'text/csv; charset=utf-8',
            'content-disposition': 'attachment; filename="import-report.csv"',
            'x-content-type-options': 'nosniff',
            'cache-control': 'no-store',
          })
          .send(Readable.from(generateReport(db, id)));
      },
    });
  });
}

/** Parses parameters. Throws 400 for an invalid `field`, 404 for an invalid path. */
function parseParameters<T>(schema: z.ZodType<T>, value: unknown, field?: string): T {
  const parsedParameters = schema.safeParse(value);
  if (parsedParameters.success) return parsedParameters.data;
  throw field ? createFieldError(field, parsedParameters.error.issues[0]?.message ?? '') : notFound('Import');
}

function findImport(request: FastifyRequest, db: Db, id: string, permission: Permission): Promise<ScopedRow<'data_import'>> {
  if (!request.caller) throw notFound('Import');
  return new Scope(request.caller, db, { permission, coversWorkspace: true }).findRow('data_import', id, {
    entityName: 'Import',
  });
}
