import type { FastifyInstance } from 'fastify';
import { lockCsvImports } from '../../../data-access/csv/import-lock';
import { verifyUndoToken, signUndoTokens } from '../../../data-access/csv/undo';
import { route } from '../../../platform/http/route/route';
import { parseGroups, exportGroups } from './csv';
import { applyGroupImport, planGroupImport } from './csv-plan';
import { undoGroups } from './csv-undo';

/** Binds the routes for CSV export and import of groups with their images, and for undoing an import. */
export function bindCsvRoutes(app: FastifyInstance): void {
  route(app, 'GET /similarity/training/v2/group/csv', async ({ db, scope }) => ({
    csv: await exportGroups(db, scope.resolveWorkspace().id),
  }));

  route(app, 'POST /similarity/training/v2/group/csv', { largeBody: true }, async ({ body, db, scope }) => {
    const { id } = scope.resolveWorkspace();
    if (!body.dry_run) await lockCsvImports(db, id);
    const { plan, groups } = await planGroupImport(db, id, parseGroups(body.csv));
    if (body.dry_run || plan.errors.length > 0) return plan;
    return { ...plan, applied: true, undo: signUndoTokens(app, 'groups', id, await applyGroupImport(db, id, groups)) };
  });

  route(app, 'POST /similarity/training/v2/group/csv-undo', { largeBody: true }, ({ body, db, scope }) => {
    const { id } = scope.resolveWorkspace();
    return undoGroups(db, id, verifyUndoToken(app, 'groups', id, body.undo));
  });
}
