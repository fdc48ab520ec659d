import type { FastifyInstance } from 'fastify';
import { lockCsvImports } from '../../csv/import-lock';
import { verifyUndoToken, signUndoTokens } from '../../csv/undo';
import { route } from '../../http/route';
import { readGroups, writeGroups } from './csv';
import { applyCsv, planCsv } from './csv-plan';
import { undoGroups } from './csv-undo';

/** Groups as CSV by the names of their images, out and in. */
export function csvRoutes(app: FastifyInstance): void {
  route(app, 'GET /similarity/training/v2/group/csv', async ({ db, scope }) => ({
    csv: await writeGroups(db, scope.resolveWorkspace().id),
  }));

  route(app, 'POST /similarity/training/v2/group/csv', async ({ body, db, scope }) => {
    const { id } = scope.resolveWorkspace();
    if (!body.dry_run) await lockCsvImports(db, id);
    const { plan, groups } = await planCsv(db, id, readGroups(body.csv));
    if (body.dry_run || plan.errors.length > 0) return plan;
    return { ...plan, applied: true, undo: signUndoTokens(app, 'groups', id, await applyCsv(db, id, groups)) };
  });

  route(app, 'POST /similarity/training/v2/group/csv-undo', ({ body, db, scope }) => {
    const { id } = scope.resolveWorkspace();
    return undoGroups(db, id, verifyUndoToken(app, 'groups', id, body.undo));
  });
}
